import type { MemberId } from './idDateAndZoneSchemas.ts';
import { limits } from './limitsAndProductConstants.ts';
import { prefixKey, urlOfReference } from './linkPatternFaultsAndPresets.ts';
import type { LinkPattern } from './linkPatternFaultsAndPresets.ts';
import { mayContainLinks } from './mayContainLinks.ts';
import { weakMemo } from '../boundedMapAndMemos.ts';

// Splits a user-written text into plain parts, links and mentions, for the web app, cards, emails and exports. The time
// is linear in the length of the text, because each step either has a fixed limit or skips the characters that it read.

/** A name with which an answer can mention a member after `@`. */
export interface Mention {
  readonly name: string;
  readonly memberId: MemberId;
}

export interface AnswerLinks {
  readonly patterns: readonly LinkPattern[];
  readonly mentions: readonly Mention[];
}

/** A part of a text. All parts in order make up the whole text. */
export type AnswerPart =
  | { readonly kind: 'TEXT'; readonly text: string }
  /**
   * A link. PATTERN: a reference that matches a link pattern of the organisation. ADDRESS: a URL that the person wrote.
   */
  | { readonly kind: 'PATTERN' | 'ADDRESS'; readonly text: string; readonly url: string }
  | { readonly kind: 'MENTION'; readonly text: string; readonly memberId: MemberId };

export type LinkPart = Exclude<AnswerPart, { readonly kind: 'TEXT' }>;

export const noLinks: AnswerLinks = { patterns: [], mentions: [] };

interface Named {
  readonly memberId: MemberId;
  readonly name: string;
}

const firstWord = (name: string): string => /^\S*/.exec(name)?.[0] ?? '';

const nameKey = (name: string): string => name.toLowerCase();

/**
 * Returns the full names and first names with which a text can mention the members. A name that two members share is
 * left out. A full name takes precedence over a first name.
 */
export const mentionsOf = (members: readonly Named[]): Mention[] => {
  const unique = (named: readonly Named[]): Map<string, Mention | null> => {
    const found = new Map<string, Mention | null>();
    for (const { memberId, name } of named)
      if (name !== '' && name.length <= limits.mentionLength)
        found.set(nameKey(name), found.has(nameKey(name)) ? null : { name, memberId });
    return found;
  };
  const whole = members.map(({ memberId, name }) => ({ memberId, name: name.normalize('NFC').trim() }));
  const first = whole.flatMap(({ memberId, name }) =>
    firstWord(name) === name ? [] : [{ memberId, name: firstWord(name) }],
  );
  const names = new Map([...unique(first), ...unique(whole)]);
  return [...names.values()].filter((mention) => mention !== null);
};

interface Tables {
  readonly patterns: ReadonlyMap<string, LinkPattern>;
  readonly mentions: ReadonlyMap<string, Mention>;
  /**
   * Lengths of all names that begin with a word, longest first. The key is this first word, as `lettersAt` returns it.
   */
  readonly lengths: ReadonlyMap<string, readonly number[]>;
}

const firstLetters = /[\p{L}\p{N}]{0,100}/uy;

/**
 * Returns the key of the word that begins at `from`. A name can begin there only if its first word has the same key.
 */
const lettersAt = (text: string, from: number): string => {
  firstLetters.lastIndex = from;
  return nameKey(firstLetters.exec(text)?.[0] ?? '');
};

const lengthsOf = (mentions: readonly Mention[]): Tables['lengths'] => {
  const lengths = new Map<string, number[]>();
  for (const { name } of mentions) {
    const known = lengths.get(lettersAt(name, 0));
    if (known === undefined) lengths.set(lettersAt(name, 0), [name.length]);
    else if (!known.includes(name.length)) known.push(name.length);
  }
  for (const known of lengths.values()) known.sort((a, b) => b - a);
  return lengths;
};

const tablesOf = weakMemo(({ patterns, mentions }: AnswerLinks): Tables => ({
  patterns: new Map(patterns.map((pattern) => [prefixKey(pattern.prefix), pattern])),
  mentions: new Map(mentions.map((mention) => [nameKey(mention.name), mention])),
  lengths: lengthsOf(mentions),
}));

/**
 * Matches each position where a link or mention may begin. Every repetition has a limit, so each position costs a
 * bounded number of steps.
 */
const place =
  /(?<![\p{L}\p{N}_])(?:(https?:\/\/)|((?:[A-Za-z][A-Za-z0-9_]{0,18})?[-#])(\d{1,10})(?![\p{L}\p{N}_]|-[\p{L}\p{N}])|@)/giu;
/** The rest of a URL: it ends at a space, a control or invisible character, or a character that no URL contains. */
const restOfAddress = /[^\s\p{C}"<>\\^`{|}]*/uy;
const closing = /[.,;:!?'*_~)\]}…。、，؛؟]/u;

/**
 * Returns the length of a URL without the punctuation after it. A closing parenthesis is kept if the URL contains its
 * opening one.
 */
const lengthOfAddress = (address: string): number => {
  let open = 0;
  for (const sign of address) open += sign === '(' ? 1 : sign === ')' ? -1 : 0;
  let end = address.length;
  for (; end > 0; end -= 1) {
    const sign = address.charAt(end - 1);
    if (sign === ')' && open >= 0) break;
    if (!closing.test(sign)) break;
    if (sign === ')') open += 1;
  }
  return end;
};

/**
 * Returns the URL as a browser reads it. Undefined if the text is too long, is no valid web URL, or contains a user
 * name or password, because these could hide the real host.
 */
const readAddress = (address: string): string | undefined => {
  if (address.length > limits.answerUrlLength || !URL.canParse(address)) return undefined;
  const { href, hostname, protocol, username, password } = new URL(address);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && hostname !== '' && username === '' && password === '' ? href : undefined;
};

const isWordCharacter = /^[\p{L}\p{N}_]/u;

const mentionAt = ({ mentions, lengths }: Tables, text: string, from: number): LinkPart | undefined => {
  for (const length of lengths.get(lettersAt(text, from)) ?? []) {
    const name = text.slice(from, from + length);
    const mention = name.length === length ? mentions.get(nameKey(name)) : undefined;
    if (mention === undefined || isWordCharacter.test(text.slice(from + length, from + length + 2))) continue;
    return { kind: 'MENTION', text: `@${name}`, memberId: mention.memberId };
  }
  return undefined;
};

/**
 * Result of a match at one position. `length`: number of characters that the match consumes. `link`: undefined = these
 * characters stay plain text.
 */
interface Taken {
  readonly length: number;
  readonly link: LinkPart | undefined;
}

const addressAt = (text: string, from: number): Taken => {
  restOfAddress.lastIndex = from;
  const whole = restOfAddress.exec(text)?.[0] ?? '';
  const address = whole.slice(0, lengthOfAddress(whole));
  const url = readAddress(address);
  if (url !== undefined) return { length: address.length, link: { kind: 'ADDRESS', text: address, url } };
  // Skips the whole invalid URL, so that a long text of invalid URLs is read only once.
  return { length: whole.length, link: undefined };
};

const takenAt = (tables: Tables, text: string, found: RegExpExecArray): Taken => {
  const [match, scheme, prefix, digits] = found;
  if (scheme !== undefined) return addressAt(text, found.index);
  if (prefix !== undefined && digits !== undefined) {
    const pattern = tables.patterns.get(prefixKey(prefix));
    const link = pattern && ({ kind: 'PATTERN', text: match, url: urlOfReference(pattern, digits) } as const);
    return { length: match.length, link };
  }
  const link = mentionAt(tables, text, found.index + 1);
  return { length: link?.text.length ?? match.length, link };
};

/** Splits a text into its parts. After the maximum number of links, the rest of the text stays plain. */
export const answerParts = (links: AnswerLinks, text: string): readonly AnswerPart[] => {
  if (!mayContainLinks(text)) return [{ kind: 'TEXT', text }];
  const tables = tablesOf(links);
  const search = new RegExp(place);
  const parts: AnswerPart[] = [];
  let end = 0;
  let count = 0;
  for (let found = search.exec(text); found !== null && count < limits.linksInText; found = search.exec(text)) {
    const { length, link } = takenAt(tables, text, found);
    search.lastIndex = found.index + length;
    if (link === undefined) continue;
    if (found.index > end) parts.push({ kind: 'TEXT', text: text.slice(end, found.index) });
    parts.push(link);
    count += 1;
    end = found.index + length;
  }
  if (end < text.length || parts.length === 0) parts.push({ kind: 'TEXT', text: text.slice(end) });
  return parts;
};
