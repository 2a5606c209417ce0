import { createHash, hash } from 'node:crypto';
import type { LocalDate, OrgId } from '#contracts/core/ids.ts';
import { normalName, searchedName } from '#contracts/core/nameNormalization.ts';
import { boundedMemo } from '#contracts/memo.ts';

const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** Makes a text that a person or Teams wrote safe for a key: the first 32 hex digits of its SHA-256. */
export const hashKey = (text: string): string => sha256(text).slice(0, 32);

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * An id in the form of a ULID that depends on all parts: the same parts give the same id, and no caller can choose the id by
 * choosing one part.
 */
export const derivedId = (...parts: readonly string[]): string => {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest();
  let bits = BigInt(`0x${bytes.subarray(0, 16).toString('hex')}`);
  let id = '';
  for (let place = 0; place < 26; place += 1) {
    id = (crockford[Number(bits & 31n)] ?? '') + id;
    bits >>= 5n;
  }
  return id;
};

/** SHA-256 of a message's content, in hex. */
export const digestOf = (text: string): string => sha256(text);

/** '00' to '15': all work of a tenant lies in one shard. Never changes once rows are written. */
export const shardOf = (orgId: OrgId, shards = 16): string => String(shardNumber(orgId) % shards).padStart(2, '0');

// Part of the key of every message and every due row, of which a run has many.
const shardNumber = boundedMemo((orgId: OrgId) => Number.parseInt(sha256(orgId).slice(0, 8), 16), { capacity: 10_000 });

const lastDay = 99_999_999;
/** 15 digits: every instant of a four-digit year. */
const lastMs = 999_999_999_999_999;

/** Eight digits that sort newest first. */
export const reverseDate = (date: LocalDate): string =>
  String(lastDay - Number(date.replaceAll('-', ''))).padStart(8, '0');

export const dateOfReverse = (rev: string): LocalDate => {
  const digits = String(lastDay - Number(rev)).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}` as LocalDate;
};

/** Fifteen digits that sort newest first, from whole epoch ms since 1970; RangeError for anything else. */
export const reverseMs = (ms: number): string => {
  if (!Number.isInteger(ms) || ms < 0 || ms > lastMs) throw new RangeError(`Not whole milliseconds since 1970: ${ms}`);
  return String(lastMs - ms).padStart(15, '0');
};

export const msOfReverse = (rev: string): number => lastMs - Number(rev);

/** Sixteen hex digits of the SHA-256 of a line, blanks collapsed: the same plan line has the same id on every day. */
export const goalId = (line: string): string => sha256(line.normalize('NFC').replace(/\s+/g, ' ').trim()).slice(0, 16);

const gap = /[\s\p{Pd}]+/u;
const joined = (name: string): string => normalName(name).split(gap).join('');

/**
 * The form in which a name must be unique in a team: without case, spaces and hyphens, because commands cannot distinguish names
 * that differ only by these. A name of nothing else is its own key.
 */
export const nameKey = (name: string): string => joined(name) || normalName(name);

// Keyboards type the straight apostrophe where word processors set a typographic one.
const apostrophes = /['\u2018\u2019\u201b\u02bc\u2032]/gu;
// An elided article ends at its apostrophe ("d’équipe"). A single letter behind it is an ending ("team’s"), not a word.
const wordGap = new RegExp(`${gap.source}|${apostrophes.source}(?=\\p{L}{2})`, 'u');

const joinSearched = (words: readonly string[]): string => words.join('').replace(apostrophes, '');
const searched = (name: string): string => joinSearched(searchedName(name).split(gap));

/** True if the text from the beginning of some word on starts with the query. */
const beginsAtAWord = (name: string, query: string): boolean => {
  const words = searchedName(name).split(wordGap);
  return words.some((_, index) => joinSearched(words.slice(index)).startsWith(query));
};

/**
 * Finds by name: without case, accents, spaces, hyphens and apostrophes, by beginning or by any word. The closest match wins alone: the same
 * letters before the same letters without accents, and a whole name before a beginning. An empty query matches all.
 */
export const matchName = <T extends { readonly name: string }>(query: string, named: readonly T[]): T[] => {
  const wanted = { exact: normalName(query), joined: joined(query), searched: searched(query) };
  // If the query consists of marks only, compare the whole name.
  if (wanted.searched === '' && wanted.joined !== '')
    return named.filter((item) => normalName(item.name) === wanted.exact);
  const tiers = [
    (name: string) => normalName(name) === wanted.exact,
    (name: string) => joined(name) === wanted.joined,
    (name: string) => searched(name) === wanted.searched,
    (name: string) => beginsAtAWord(name, wanted.searched),
  ];
  for (const isMatch of tiers) {
    const matches = named.filter(({ name }) => isMatch(name));
    if (matches.length > 0) return matches;
  }
  return [];
};
