import type { TextFile } from '../lib/repository.ts';

// Measures the readability of comments. Each measure has a limit that no change may exceed.

interface Comment {
  readonly place: string;
  readonly text: string;
}

/** A block comment, or consecutive `//` lines, at the beginning of a line. */
const comment = /^[ \t]*(?:\/\*[^]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*)/gm;
const marks = /^[ \t]*(?:\/\/+|\/\*+|\*\/|\*)|\*\/$/gm;
/** Comments with instructions to tools are not checked, because they are not prose. */
const instruction = /^(?:oxlint|@ts|@jest|istanbul|prettier|#region)/;

const commentsOf = ({ path, text }: TextFile): readonly Comment[] =>
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
/** A path outside the repository exists on one machine only. */
const machinePath = /(?<![\w.:/])\/(?:home|Users|root|work)\/\w|(?<![\w/])\.\.\/shared\b/;

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const shareFindings = (comments: readonly Comment[]): readonly string[] =>
  shares.flatMap(({ name, pattern, limit }) => {
    const hits = comments.filter(({ text }) => pattern.test(text));
    const share = hits.length / Math.max(1, comments.length);
    if (share < limit) return [];
    const sentence = `${percent(share)} of ${comments.length} comments ${name}; the limit is ${percent(limit)}`;
    return [sentence, ...hits.slice(0, 20).map(({ place, text }) => `  ${place} ${text.slice(0, 100)}`)];
  });

const lengthFindings = (comments: readonly Comment[]): readonly string[] =>
  comments
    .map(({ place, text }) => ({ place, words: text.split(' ').length }))
    .filter(({ words }) => words > maxWords)
    .map(({ place, words }) => `${place} is a comment of ${words} words; the limit is ${maxWords}`);

const pathFindings = (comments: readonly Comment[]): readonly string[] =>
  comments
    .filter(({ text }) => machinePath.test(text))
    .map(({ place }) => `${place} names a path outside the repository`);

const pageLines = ({ path, text }: TextFile): readonly Comment[] =>
  text.split('\n').map((line, index) => ({ place: `${path}:${index + 1}`, text: line }));

export interface Prose {
  readonly comments: number;
  readonly findings: readonly string[];
}

/** Checks the wording of comments in sources. Machine paths are also reported in comments of tests and in pages. */
export const checkProse = (sources: readonly TextFile[], others: readonly TextFile[]): Prose => {
  const comments = sources.flatMap(commentsOf);
  const rest = others.flatMap((file) => (file.path.endsWith('.md') ? pageLines(file) : commentsOf(file)));
  const findings = [...shareFindings(comments), ...lengthFindings(comments), ...pathFindings([...comments, ...rest])];
  return { comments: comments.length, findings };
};
