import type { TextFile } from '../lib/listAndReadRepositoryFiles.ts';

// Finds the prose of a file: comments, lines and link texts of pages, titles of tests, texts of errors.

export interface Passage {
  readonly place: string;
  readonly text: string;
}

/** Matches a block comment, or consecutive `//` lines, at the beginning of a line, and a comment after code. */
const slashComment =
  /^[ \t]*(?:\/\*[^]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*)|(?<=[ \t])\/\*\*? [^]*?\*\/|(?<=\S[ \t]+)\/\/ [^\n]*/gm;
/** Matches consecutive lines that begin with `#`, and a comment after code. The line that names the program is left out. */
const hashComment = /^[ \t]*#(?!!)[^\n]*(?:\n[ \t]*#[^\n]*)*|(?<=\S[ \t]+)# [^\n]*/gm;
const htmlComment = /<!--[^]*?-->/g;
const marks = /^[ \t]*(?:\/\/+|\/\*+|\*\/|\*|#+|<!--)|\*\/$|-->$/gm;
/** Comments with instructions to tools are not checked, because they are not prose. */
const instruction = /^(?:oxlint|@ts|@jest|istanbul|oxfmt|#region)/;

const isPage = (path: string): boolean => path.endsWith('.md');

const commentPattern = (path: string): RegExp | null => {
  if (isPage(path)) return null;
  if (/\.(?:[cm]?[jt]s|tsx|css|bicep)$/.test(path)) return slashComment;
  return path.endsWith('.html') ? htmlComment : hashComment;
};

/** Returns a function that returns the place of an index. It is quick if the indexes are in ascending order. */
const placesIn = ({ path, text }: TextFile): ((index: number) => string) => {
  let line = 1;
  let last = 0;
  return (index) => {
    if (index < last) [line, last] = [1, 0];
    for (let next = text.indexOf('\n', last); next !== -1 && next < index; next = text.indexOf('\n', last)) {
      line += 1;
      last = next + 1;
    }
    return `${path}:${line}`;
  };
};

const passagesOf = (file: TextFile, pattern: RegExp, textOf: (match: RegExpMatchArray) => string): Passage[] => {
  const placeOf = placesIn(file);
  return Array.from(file.text.matchAll(pattern), (match) => ({ place: placeOf(match.index), text: textOf(match) }));
};

export const commentsOf = (file: TextFile): readonly Passage[] => {
  const pattern = commentPattern(file.path);
  if (pattern === null) return [];
  return passagesOf(file, pattern, ([comment]) => comment.trim().replace(marks, '').replace(/\s+/g, ' ').trim()).filter(
    ({ text }) => text !== '' && !instruction.test(text),
  );
};

/** Returns the lines of a page that are not empty. */
export const linesOf = (file: TextFile): readonly Passage[] =>
  isPage(file.path) ? passagesOf(file, /^.*\S.*$/gm, ([line]) => line) : [];

/** Returns the matches of a pattern outside quoted text; a phrase may continue on the next line. */
export const matchesInPage = (file: TextFile, pattern: RegExp, quoted: RegExp): readonly Passage[] =>
  isPage(file.path)
    ? passagesOf(
        { ...file, text: file.text.replace(quoted, (text) => text.replace(/[^\n]/g, ' ')) },
        pattern,
        ([match]) => match.replace(/\s+/g, ' '),
      )
    : [];

export const linkTextsOf = (file: TextFile): readonly Passage[] =>
  isPage(file.path) ? passagesOf(file, /\[([^\]\n]+)\]\(/g, ([, text = '']) => text) : [];

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
const isTest = (path: string): boolean => /^tests\/.*\.tsx?$|\.test\.tsx?$/.test(path);

export const titlesOf = (file: TextFile): readonly Passage[] =>
  isTest(file.path)
    ? titlePatterns.flatMap((pattern) => passagesOf(file, pattern, (match) => match.slice(1).join('')))
    : [];

const errorText = new RegExp(String.raw`\bnew \w*Error${literal}`, 'g');

/** Returns the texts that sources give to errors, unless the text is a key or a code. */
export const errorTextsOf = (file: TextFile): readonly Passage[] =>
  /\.(?:[cm]?[jt]s|tsx)$/.test(file.path)
    ? passagesOf(file, errorText, (match) => match.slice(1).join('')).filter(({ text }) => text.includes(' '))
    : [];
