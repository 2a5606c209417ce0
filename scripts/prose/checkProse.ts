import type { TextFile } from '../lib/listAndReadRepositoryFiles.ts';

// Measures the readability of comments, of pages and of test titles. Each measure has a limit that no change may exceed.

interface Passage {
  readonly place: string;
  readonly text: string;
}

/** Matches a block comment, or consecutive `//` lines, at the beginning of a line. */
const comment = /^[ \t]*(?:\/\*[^]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*)/gm;
const marks = /^[ \t]*(?:\/\/+|\/\*+|\*\/|\*)|\*\/$/gm;
/** Comments with instructions to tools are not checked, because they are not prose. */
const instruction = /^(?:oxlint|@ts|@jest|istanbul|oxfmt|#region)/;

const commentsOf = ({ path, text }: TextFile): readonly Passage[] =>
  Array.from(text.matchAll(comment), (match) => ({
    place: `${path}:${text.slice(0, match.index).split('\n').length}`,
    text: match[0].replace(marks, '').replace(/\s+/g, ' ').trim(),
  })).filter((match) => match.text !== '' && !instruction.test(match.text));

const shares = [
  {
    name: 'begin with a question word',
    pattern: /^(?:what|who|whose|whom|whether|how|where|which)\b/i,
    limit: 0.05,
  },
  {
    name: 'use a word without a clear subject or action',
    pattern:
      /\b(?:told|said|says|spoken|stands?|anew|look(?:s|ed)? at|somebody|nobody|everybody|whoever|of theirs|of its own accord)\b/i,
    limit: 0.03,
  },
] as const;

const maxWords = 60;
/** Matches a path outside the repository, because such a path exists on one machine only. */
const machinePath = /(?<![\w.:/])\/(?:home|Users|root|work)\/\w|(?<![\w/])\.\.\/shared\b/;

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const shareFindings = (comments: readonly Passage[]): readonly string[] =>
  shares.flatMap(({ name, pattern, limit }) => {
    const hits = comments.filter(({ text }) => pattern.test(text));
    const share = hits.length / Math.max(1, comments.length);
    if (share < limit) return [];
    const sentence = `${percent(share)} of ${comments.length} comments ${name}; the limit is ${percent(limit)}`;
    return [sentence, ...hits.slice(0, 20).map(({ place, text }) => `  ${place} ${text.slice(0, 100)}`)];
  });

const lengthFindings = (comments: readonly Passage[]): readonly string[] =>
  comments
    .map(({ place, text }) => ({ place, words: text.split(' ').length }))
    .filter(({ words }) => words > maxWords)
    .map(({ place, words }) => `${place} is a comment of ${words} words; the limit is ${maxWords}`);

const pathFindings = (comments: readonly Passage[]): readonly string[] =>
  comments
    .filter(({ text }) => machinePath.test(text))
    .map(({ place }) => `${place} names a path outside the repository`);

/**
 * Words of the old vocabulary, which pages and test titles may not use. The terms `stand-up` and `heartbeat` do not
 * match.
 */
const bannedWord =
  /\b(?:told|said|anew|somebody|nobody|everybody|whoever|mended|(?<!-)stands?(?!-|\s?up\b)|stood|doors?|hearts?|beats?)\b/i;
/** Quoted text is left out: a word that a page or a title quotes from the product is not the author's own. */
const quotedPart = /`[^`]*`|"[^"]*"|“[^”]*”|\]\([^)]*\)/g;
/** Matches a sentence or a table cell that begins with a question word used as a noun. */
const questionNoun =
  /(?:^|[.!?|:] |^[ \t]*(?:[-*]|\d+\.) )[ \t]*(?:\*|_)*(?:What|Who|Whose|Whom|Whoever|Which|How|Where|Whether)\b[^?]*$/;
/** A title that begins with a relative clause continues the noun of its `describe`, so `who` and `whose` are accepted. */
const questionTitle = /^(?:what|how|whether)\b[^?]*$/i;

const bannedFindings = (passages: readonly Passage[]): readonly string[] =>
  passages.flatMap(({ place, text }) => {
    const [word] = bannedWord.exec(text.replace(quotedPart, '')) ?? [];
    return word === undefined ? [] : [`${place} uses "${word}", a word without a clear subject or action`];
  });

const pageLines = ({ path, text }: TextFile): readonly Passage[] =>
  text
    .split('\n')
    .map((line, index) => ({ place: `${path}:${index + 1}`, text: line }))
    .filter((line) => line.text.trim() !== '');

const questionFindings = (passages: readonly Passage[], pattern: RegExp): readonly string[] =>
  passages.filter(({ text }) => pattern.test(text)).map(({ place }) => `${place} uses a question word as a noun`);

const literal = String.raw`\(\s*(?:'((?:[^'\\\n]|\\.)*)'|\`([^\`]*)\`|"([^"\n]*)")`;
/**
 * Patterns that match the first argument of `it`, `describe` and `test`, and of the function that their `each` returns,
 * if that argument is a text.
 */
const titlePatterns = [
  String.raw`^[ \t]*(?:it|describe|test)(?:\.\w+)*`,
  String.raw`^[ \t]*\](?: as const)?\)`,
  String.raw`^[ \t]*(?:it|describe|test)(?:\.\w+)+(?:<[^\n(]*>)?\([^\n]*\)`,
].map((callee) => new RegExp(callee + literal, 'gm'));

const titlesOf = ({ path, text }: TextFile): readonly Passage[] =>
  titlePatterns.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), (match) => ({
      place: `${path}:${text.slice(0, match.index).split('\n').length}`,
      text: match.slice(1).join(''),
    })),
  );

export interface Prose {
  readonly comments: number;
  readonly findings: readonly string[];
}

/**
 * Checks the wording of comments in sources, of pages and of test titles. Machine paths are also reported in comments of
 * tests.
 */
export const checkProse = (sources: readonly TextFile[], others: readonly TextFile[]): Prose => {
  const comments = sources.flatMap(commentsOf);
  const tests = others.filter(({ path }) => !path.endsWith('.md'));
  const titles = tests.flatMap(titlesOf);
  const lines = others.filter(({ path }) => path.endsWith('.md')).flatMap(pageLines);
  const findings = [
    ...shareFindings(comments),
    ...lengthFindings(comments),
    ...pathFindings([...comments, ...tests.flatMap(commentsOf), ...lines]),
    ...bannedFindings([...lines, ...titles]),
    ...questionFindings(lines, questionNoun),
    ...questionFindings(titles, questionTitle),
  ];
  return { comments: comments.length, findings };
};
