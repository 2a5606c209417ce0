import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { MemberId, QuestionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';
import { runToEnd } from '../engine/pausableGeneratorsAndSort.ts';
import type { Steps } from '../engine/pausableGeneratorsAndSort.ts';
import { calendarIn } from './findWeekdaysAndMonths.ts';
import { hasUnsupportedPerson, namedBy, sourceWords, unsupportedNames } from './findUnsupportedNames.ts';
import { numbersIn, plainText } from './plainTextAndStatedNumbers.ts';
import type { ModelSentence } from './readModelReply.ts';
import { replaceNames } from './replaceNames.ts';
import { namesForInitials } from './summaryInput.ts';
import type { SentAnswer, SummaryInput } from './summaryInput.ts';

// Checks the sentences of a text model against the answers that they cite. An answer can contain instructions that the
// model obeys. The checks are code that compares texts, so such instructions cannot switch the checks off.

export const dropReasons = ['FORM', 'SOURCE', 'NUMBER', 'DATE', 'NAME', 'LINK', 'TOO_MANY'] as const;
export type DropReason = (typeof dropReasons)[number];

export interface CheckedSentence {
  readonly text: string;
  readonly sources: readonly { readonly memberId: MemberId; readonly questionId: QuestionId }[];
}

export interface CheckedSummary {
  readonly sentences: readonly CheckedSentence[];
  readonly dropped: Readonly<Partial<Record<DropReason, number>>>;
}

/** Characters of HTML and Markdown. Sentences are shown as plain text, so readers would see these characters. */
const markup = /[<>`|\\]|\]\s*\(|\*\*|__|^\s*[#*>-]/u;
const isWellFormed = (text: string): boolean =>
  text.trim() !== '' &&
  text.isWellFormed() &&
  !/[\p{Cc}\p{Co}\p{Cn}]/u.test(text) &&
  !markup.test(text) &&
  Array.from(text).length <= limits.summarySentenceLength;

/** Matches web and email addresses, domains, mentions and hashtags. */
const link = /(?:[a-z][a-z\d+.-]*:\/\/|www\.|[@#])\S+|[^\s<([{"“«「『]+@\S+|[\p{L}\p{N}-]+\.[\p{L}\p{N}-]{2,}\S*/giu;
const linksIn = (text: string): string[] =>
  [...plainText(text).toLowerCase().matchAll(link)]
    .map(([found]) => found.replace(/[.,;:!?)\]}>'"`»”。、」』]+$/, ''))
    // A match without a letter, such as 1.50, is a number and not an address. The check of numbers compares it.
    .filter((found) => /\p{L}/u.test(found));

const isSubset = (part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean =>
  [...part].every((item) => whole.has(item));

/**
 * Maximum number of answers that a sentence may cite. The more answers a sentence cites, the more easily it can join a
 * name from one answer with a number from another.
 */
const mostSources = 8;

interface Context {
  readonly language: Language;
  /** Parts of the members' names and initials, in lower case, by which a sentence can name a member of the run. */
  readonly people: ReadonlySet<string>;
}

/**
 * Returns the reason to drop the sentence. Undefined if the sentence is well formed and all its addresses, numbers,
 * days and names occur in the cited answers; numbers and names may also occur in the authors' names.
 */
const faultOf = (text: string, cited: readonly SentAnswer[], { language, people }: Context): DropReason | undefined => {
  if (!isWellFormed(text)) return 'FORM';
  if (cited.length === 0 || cited.length > mostSources) return 'SOURCE';
  const answers = cited.map(({ answer }) => answer);
  const sourceTexts = [...answers, ...cited.map(({ author }) => author)];
  const links = new Set(answers.flatMap(linksIn));
  if (linksIn(text).some((found) => !links.has(found))) return 'LINK';
  if (!isSubset(numbersIn(text), numbersIn(sourceTexts.join('\n')))) return 'NUMBER';
  if (!isSubset(calendarIn(text), calendarIn(answers.join('\n')))) return 'DATE';
  const sources = sourceWords(sourceTexts);
  return unsupportedNames(text, sources, language).length > 0 || hasUnsupportedPerson(text, people, sources)
    ? 'NAME'
    : undefined;
};

/** Computes the result of `checkSentences` with one sentence in each step. */
export const checkSentenceSteps = function* (
  sentences: readonly ModelSentence[],
  input: SummaryInput,
  language: Language,
): Steps<CheckedSummary> {
  const byId = new Map(input.answers.map((answer) => [answer.id, answer]));
  const names = namesForInitials(input);
  const known = new Set([...input.labels.values(), ...input.names.values()]);
  const people = new Set([...known].flatMap((name) => namedBy(name, language)));
  const kept: CheckedSentence[] = [];
  const dropped: Partial<Record<DropReason, number>> = {};
  for (const { text, ids } of sentences) {
    yield;
    const cited = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
    const fault = kept.length >= limits.summarySentences ? 'TOO_MANY' : faultOf(text, cited, { language, people });
    if (fault === undefined)
      kept.push({
        text: replaceNames(text.trim(), names),
        sources: cited.map(({ memberId, questionId }) => ({ memberId, questionId })),
      });
    else dropped[fault] = (dropped[fault] ?? 0) + 1;
  }
  return { sentences: kept, dropped };
};

/**
 * Returns the sentences that the cited answers support, and counts the dropped sentences by reason. In the returned
 * sentences, names replace the initials that the text model saw. Ids that no answer has are ignored.
 */
export const checkSentences = (
  sentences: readonly ModelSentence[],
  input: SummaryInput,
  language: Language,
): CheckedSummary => runToEnd(checkSentenceSteps(sentences, input, language));

export const droppedCount = ({ dropped }: CheckedSummary): number =>
  Object.values(dropped).reduce((total, count) => total + count, 0);

const fewestSentences = 2;
const smallestShare = 0.5;

/** True if enough sentences passed: two or more, and at least half of those that the text model wrote. */
export const hasEnoughSentences = (summary: CheckedSummary): boolean => {
  const kept = summary.sentences.length;
  return kept >= fewestSentences && kept >= smallestShare * (kept + droppedCount(summary));
};
