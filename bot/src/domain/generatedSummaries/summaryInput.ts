import type { MemberId, QuestionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { ValueReader } from '#contracts/meetings/questionTypes/questionDefinitionTypes.ts';
import { displayValue } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import type { MeetingReport, ReportMember } from '#contracts/reports/dailyReport.ts';
import { runToEnd } from '../engine/pausableGeneratorsAndSort.ts';
import type { Steps } from '../engine/pausableGeneratorsAndSort.ts';
import { digestOf, hashKey } from '../core/hashesAndDerivedIds.ts';
import { alsoWords } from './findUnsupportedNames.ts';
import { nameReplacements, namedWords, replaceNames } from './replaceNames.ts';

// Selects the answers of a run for the text model, and gives each an id that is valid for one request only.

/** Smallest number of members who must have answered before a summary is written. */
export const fewestAuthors = 2;

export interface SentAnswer {
  /** Opaque id, valid for this request only. */
  readonly id: string;
  readonly memberId: MemberId;
  readonly questionId: QuestionId;
  /** Name or initials of the author, as the text model sees them. */
  readonly author: string;
  readonly question: string;
  readonly answer: string;
}

export interface SummaryInput {
  readonly answers: readonly SentAnswer[];
  readonly answersTotal: number;
  /** Names or initials of the members, as the text model sees them. */
  readonly labels: ReadonlyMap<MemberId, string>;
  /** Full names of the members. */
  readonly names: ReadonlyMap<MemberId, string>;
}

/**
 * Returns the members with a non-empty answer. All answers of an erased member are empty, so that member is left out.
 */
const authorsIn = ({ members }: Pick<MeetingReport, 'members'>) =>
  members.filter(({ answers }) => answers.some(({ answer }) => answer.trim() !== ''));

export const hasEnoughAuthors = (report: Pick<MeetingReport, 'members'>): boolean =>
  authorsIn(report).length >= fewestAuthors;

/**
 * Version of the checks. Increase it when the checks become stricter: `answersDigest` contains it, so a summary that
 * passed weaker checks is then no longer shown.
 */
const rulesVersion = 3;

/** Returns a hash of the member's name and answers, from which the summary is written. */
export const memberDigest = ({
  memberId,
  name,
  answers,
}: Pick<ReportMember, 'memberId' | 'name' | 'answers'>): string =>
  digestOf(
    JSON.stringify([memberId, name, answers.map(({ questionId, question, answer }) => [questionId, question, answer])]),
  );

/**
 * Returns a hash of the members' answers, of the choice of initials and of the version of the checks. A stored summary
 * with another hash is outdated and must not be shown.
 */
export const answersDigest = (memberDigests: readonly string[], usesInitials: boolean): string =>
  digestOf(JSON.stringify([rulesVersion, usesInitials, memberDigests]));

const lettersOf = (text: string): string[] => Array.from(text).filter((letter) => /\p{L}/u.test(letter));

/**
 * Returns two or three letters as the initials of a name. A single letter could be a word, such as I or A in English.
 */
const initialsOf = (name: string): string => {
  const parts = name
    .normalize('NFC')
    .split(/[\s.,-]/)
    .map(lettersOf)
    .filter((letters) => letters.length > 0);
  const initials = parts.length === 1 ? parts.flat().slice(0, 2) : parts.slice(0, 3).map(([first]) => first);
  return initials.join('').toUpperCase().padEnd(2, 'X');
};

const suffixes = 'abcdefghijklmnopqrstuvwxyz';

/** Returns the suffix that distinguishes equal initials: none, a, b, … z, aa, … */
const suffixOf = (index: number): string =>
  index === 0
    ? ''
    : suffixOf(Math.floor((index - 1) / suffixes.length)) + suffixes.charAt((index - 1) % suffixes.length);

/**
 * Returns unique initials for each name. If the initials equal a word of the answers or the initials of another member,
 * letters are appended. Otherwise the check of names would take a word such as PR for a member. `words`: words of the
 * questions and answers, in lower case.
 */
const uniqueInitials = (names: ReadonlyMap<MemberId, string>, words: ReadonlySet<string>): Map<MemberId, string> => {
  const used = new Set(words);
  const tried = new Map<string, number>();
  return new Map(
    [...names].map(([memberId, name]) => {
      const initials = initialsOf(name);
      let count = tried.get(initials) ?? 0;
      while (used.has((initials + suffixOf(count)).toLowerCase())) count += 1;
      tried.set(initials, count + 1);
      const label = initials + suffixOf(count);
      used.add(label.toLowerCase());
      return [memberId, label];
    }),
  );
};

const capitalised = (text: string): string =>
  text.toLowerCase().replace(/\p{L}+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1));

/**
 * Returns the spellings of a name that initials replace. A lower-case spelling that is also an English word is not
 * replaced.
 */
const spellingsOf = (name: string): readonly string[] =>
  [name, name.toUpperCase(), capitalised(name), name.toLowerCase()].filter((spelling) => !alsoWords.has(spelling));

/**
 * Returns the names that initials replace in questions and answers: full names, and their parts of at least three
 * characters.
 */
const namesToHide = (
  names: ReadonlyMap<MemberId, string>,
  labels: ReadonlyMap<MemberId, string>,
): ReadonlyMap<string, string> => {
  const members = [...names].map(([memberId, name]) => ({ name, label: labels.get(memberId) ?? '' }));
  const partsOf = (name: string): string[] => name.split(/\s/).filter((part) => part.length > 2);
  // If several members share a part of a name, the initials of the first of them replace the part, because no name must
  // be sent.
  return nameReplacements(
    [...members, ...members.flatMap(({ name, label }) => partsOf(name).map((part) => ({ name: part, label })))].flatMap(
      ({ name, label }) => spellingsOf(name).map((spelling): [string, string] => [spelling, label]),
    ),
  );
};

const clipped = (text: string): string => Array.from(text.trim()).slice(0, limits.summaryAnswerLength).join('');

interface InputOptions {
  /** Each answer id is derived from the request id, so that an id from another request is unknown in this request. */
  readonly requestId: string;
  readonly usesInitials: boolean;
  /** Texts and formats by which numbers, dates and scale values in answers become readable. */
  readonly reader: ValueReader;
}

/** Computes the result of `summaryInput` in small steps, because a run may have a thousand members. */
export const summaryInputSteps = function* (
  report: Pick<MeetingReport, 'members'>,
  { requestId, usesInitials, reader }: InputOptions,
): Steps<SummaryInput> {
  const names = new Map(report.members.map(({ memberId, name }) => [memberId, name]));
  const all = authorsIn(report).flatMap(({ memberId, answers }) =>
    answers.filter(({ answer }) => answer.trim() !== '').map((answer) => ({ ...answer, memberId })),
  );
  yield;
  const shown: Omit<SentAnswer, 'author'>[] = [];
  const words = new Set<string>();
  for (const { memberId, questionId, question, answer, format } of all.slice(0, limits.summaryAnswers)) {
    const id = `a${hashKey(`${requestId}|${shown.length}`).slice(0, 9)}`;
    const text = clipped(displayValue(format, answer, reader));
    shown.push({ id, memberId, questionId, question, answer: text });
    if (usesInitials) for (const word of namedWords(`${question} ${text}`)) words.add(word.toLowerCase());
    yield;
  }
  const labels = usesInitials ? uniqueInitials(names, words) : names;
  const hidden = usesInitials ? namesToHide(names, labels) : new Map<string, string>();
  yield;
  const sent: SentAnswer[] = [];
  for (const { question, answer, ...rest } of shown) {
    sent.push({
      ...rest,
      author: labels.get(rest.memberId) ?? '',
      question: replaceNames(question, hidden),
      // The initials can be longer than the name that they replace, so the text is cut again.
      answer: clipped(replaceNames(answer, hidden)),
    });
    yield;
  }
  return { answers: sent, answersTotal: all.length, labels, names };
};

export const summaryInput = (report: Pick<MeetingReport, 'members'>, options: InputOptions): SummaryInput =>
  runToEnd(summaryInputSteps(report, options));

/**
 * Returns the table that replaces the initials in sentences of the text model by the members' names. Empty if names
 * were sent.
 */
export const namesForInitials = ({
  labels,
  names,
}: Pick<SummaryInput, 'labels' | 'names'>): ReadonlyMap<string, string> =>
  labels === names
    ? new Map()
    : nameReplacements([...labels].map(([memberId, label]) => [label, names.get(memberId) ?? label]));
