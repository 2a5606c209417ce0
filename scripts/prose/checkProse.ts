import type { TextFile } from '../lib/listAndReadRepositoryFiles.ts';
import { commentsOf, errorTextsOf, linesOf, linkTextsOf, matchesInPage, titlesOf } from './findPassages.ts';
import type { Passage } from './findPassages.ts';

// Checks the wording of comments, pages, test titles and error texts. One list of words holds for all of them.

/**
 * Words without a clear subject or action, which prose may not use. The terms `stand-up`, `outdoor` and `heartbeat` do
 * not match.
 */
const bannedWord = new RegExp(
  String.raw`(?<![a-z-])(?:${[
    ...['told', 'tells?', 'said', 'says?', 'spoken', 'stands?(?!\\s?up\\b)', 'stood', 'anew', 'mended'],
    ...['somebody', 'nobody', 'everybody', 'whoever', 'doors?', 'hearts?', 'beats?'],
    ...['look(?:s|ed|ing)?\\s+at', 'of\\s+theirs', 'of\\s+its\\s+own\\s+accord', 'the\\s+own', 'all\\s+the\\s+same'],
  ].join('|')})(?![a-z-])`,
  'gi',
);
/** Quoted text is left out: a word that prose quotes from the product is not the author's own. */
const quotedPart = /`[^`]*`|"[^"]*"|“[^”]*”|\]\([^)]*\)/g;

const questionWord = '(?:[Ww]hat|[Ww]ho|[Ww]hose|[Ww]hom|[Ww]hoever|[Ww]hich|[Hh]ow|[Ww]here|[Ww]hether)';
const capitalQuestionWord = questionWord.replaceAll(/\[(\w)\w\]/g, '$1');
/** Matches a sentence, a heading or a table cell that begins with a question word used as a noun. */
const questionNoun = new RegExp(
  String.raw`(?:^|[.!?|:] |^[ \t]*(?:[-*]|\d+\.) |^#+ (?:\d+ )?)[ \t]*(?:\*|_)*${capitalQuestionWord}\b[^?]*$`,
);
const questionLink = new RegExp(String.raw`^[*_]*${questionWord}\b[^?]*$`);
/** A comment or an error text is in sentences; it may begin with a small letter. */
const questionComment = new RegExp(String.raw`(?:^${questionWord}|[.:] ${capitalQuestionWord})\b[^?]*$`);
/** A title that begins with a relative clause continues the noun of its `describe`, so `who` and `whose` are accepted. */
const questionTitle = /^(?:what|how|whether)\b[^?]*$/i;

const maxWords = 60;
/** Matches a path outside the repository, because such a path exists on one machine only. */
const machinePath = /(?<![\w.:/])\/(?:home|Users|root|work)\/\w|(?<![\w/])\.\.\/shared\b/;

/** A code in capital letters, such as the phase `TELL` of a job, is a name and not a word of the prose. */
const isNoCode = (word: string): boolean => word !== word.toUpperCase();

const bannedFinding = ({ place, text }: Passage): string =>
  `${place} uses "${text}", a word without a clear subject or action`;

const bannedFindings = (passages: readonly Passage[]): readonly string[] =>
  passages.flatMap(({ place, text }) => {
    const word = text.replace(quotedPart, '').match(bannedWord)?.find(isNoCode);
    return word === undefined ? [] : [bannedFinding({ place, text: word })];
  });

const questionFindings = (passages: readonly Passage[], pattern: RegExp): readonly string[] =>
  passages.filter(({ text }) => pattern.test(text)).map(({ place }) => `${place} uses a question word as a noun`);

const lengthFindings = (comments: readonly Passage[]): readonly string[] =>
  comments
    .map(({ place, text }) => ({ place, words: text.split(' ').length }))
    .filter(({ words }) => words > maxWords)
    .map(({ place, words }) => `${place} is a comment of ${words} words; the limit is ${maxWords}`);

const pathFindings = (passages: readonly Passage[]): readonly string[] =>
  passages
    .filter(({ text }) => machinePath.test(text))
    .map(({ place }) => `${place} names a path outside the repository`);

export interface Prose {
  readonly comments: number;
  readonly findings: readonly string[];
}

/** Checks the prose of all files. Each finding is one line with the place; no file may have any. */
export const checkProse = (files: readonly TextFile[]): Prose => {
  const comments = files.flatMap(commentsOf);
  const titles = files.flatMap(titlesOf);
  const errors = files.flatMap(errorTextsOf);
  const lines = files.flatMap(linesOf);
  const findings = [
    ...lengthFindings(comments),
    ...pathFindings([...comments, ...lines]),
    ...bannedFindings([...comments, ...titles, ...errors]),
    ...files
      .flatMap((file) => matchesInPage(file, bannedWord, quotedPart))
      .filter(({ text }) => isNoCode(text))
      .map(bannedFinding),
    ...questionFindings([...comments, ...errors], questionComment),
    ...questionFindings(titles, questionTitle),
    ...questionFindings(lines, questionNoun),
    ...questionFindings(files.flatMap(linkTextsOf), questionLink),
  ];
  return { comments: comments.length, findings: [...new Set(findings)] };
};
