import { hash } from 'node:crypto';
import type { LocalDate, OrgId } from '#contracts/ids.ts';

const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** How anything a person or Teams wrote enters a key: the first 32 hex digits of its SHA-256. */
export const hashKey = (text: string): string => sha256(text).slice(0, 32);

/** SHA-256 of what a message shows, in hex. */
export const digestOf = (text: string): string => sha256(text);

/** '00' to '15': all work of a tenant lies in one shard. Never changes once rows are written. */
export const shardOf = (orgId: OrgId, shards = 16): string => String(shardNumber(orgId) % shards).padStart(2, '0');

// Part of the key of every message and every due row, of which a run has many.
const shardNumbers = new Map<OrgId, number>();
const mostShardNumbers = 10_000;

const shardNumber = (orgId: OrgId): number => {
  const known = shardNumbers.get(orgId);
  if (known !== undefined) return known;
  const fresh = Number.parseInt(sha256(orgId).slice(0, 8), 16);
  if (shardNumbers.size >= mostShardNumbers) shardNumbers.clear();
  shardNumbers.set(orgId, fresh);
  return fresh;
};

const lastDay = 99_999_999;
/** 15 digits: every instant of a four-digit year. */
const lastMs = 999_999_999_999_999;

/** Eight digits that sort newest first. */
export const revDate = (date: LocalDate): string => String(lastDay - Number(date.replaceAll('-', ''))).padStart(8, '0');

export const dateOfRev = (rev: string): LocalDate => {
  const digits = String(lastDay - Number(rev)).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}` as LocalDate;
};

/** Fifteen digits that sort newest first, from whole epoch ms since 1970; RangeError for anything else. */
export const revMs = (ms: number): string => {
  if (!Number.isInteger(ms) || ms < 0 || ms > lastMs) throw new RangeError(`Not whole milliseconds since 1970: ${ms}`);
  return String(lastMs - ms).padStart(15, '0');
};

export const msOfRev = (rev: string): number => lastMs - Number(rev);

/** Sixteen hex digits of the SHA-256 of a line, blanks collapsed: the same plan line has the same id on every day. */
export const goalId = (line: string): string => sha256(line.normalize('NFC').replace(/\s+/g, ' ').trim()).slice(0, 16);

// What cannot be seen cannot tell two names apart.
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const blanks = /[\s\u2800]+/g;

/** Two names are the same when this is: NFKC, lower case, blanks collapsed, invisible characters removed. */
export const normalName = (name: string): string =>
  name
    .replace(invisible, '')
    .normalize('NFKC')
    .toLowerCase()
    // Lower case may leave what NFKC would still compose.
    .normalize('NFKC')
    .replace(blanks, ' ')
    .trim();

const gap = /[\s\p{Pd}]+/u;
const joined = (name: string): string => normalName(name).split(gap).join('');

/**
 * What must be one in a team: a name without case, spaces and hyphens, since commands cannot tell two apart that differ
 * by these only. A name of nothing else is itself.
 */
export const nameKey = (name: string): string => joined(name) || normalName(name);

/** Whether the words, from any one of them on, begin with the query. */
const beginsAtAWord = (name: string, query: string): boolean => {
  const words = normalName(name).split(gap);
  return words.some((_, at) => words.slice(at).join('').startsWith(query));
};

/**
 * Whom `start [name]` means: without case, spaces and hyphens, by beginning or by any word.
 * An exact match wins alone; a query with nothing in it matches all.
 */
export const matchName = <T extends { readonly name: string }>(query: string, named: readonly T[]): T[] => {
  const same = named.filter((one) => normalName(one.name) === normalName(query));
  if (same.length > 0) return same;
  const wanted = joined(query);
  const alike = named.filter((one) => joined(one.name) === wanted);
  return alike.length > 0 ? alike : named.filter((one) => beginsAtAWord(one.name, wanted));
};
