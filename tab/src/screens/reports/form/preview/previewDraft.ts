import { times } from '#contracts/core/limits.ts';
import type { CardDraft } from '#contracts/meetings/meetingCard.ts';
import type { PreviewDraft } from '../../../../api/meetings/reportForm.ts';
import { inputOf } from '../values.ts';
import type { FormSubject, MeetingForm, QuestionForm } from '../values.ts';

// An unsaved report is rarely complete, so the preview fills the gaps.

/** Returns the fields that decide the dates and members of runs; null while time or zone is missing. */
export const runsDraft = (form: MeetingForm, subject: FormSubject): PreviewDraft | null => {
  if (form.time === null || form.timezone === '') return null;
  const { id, time, timezone, type, interval, timeBasis, teamId, members, ...rest } = inputOf(form, subject);
  const { sunday, monday, tuesday, wednesday, thursday, friday, saturday } = rest;
  const days = { sunday, monday, tuesday, wednesday, thursday, friday, saturday };
  return { ...(id === undefined ? {} : { id }), time, timezone, type, interval, timeBasis, teamId, members, ...days };
};

/** Texts in place of those that are not written yet. */
export interface Placeholders {
  readonly question: (number: number) => string;
  readonly option: (number: number) => string;
}

/** The fewest options of a question that the server accepts. */
const fewest = 2;

/** Returns options that all have a different text: an empty or repeated one gets its placeholder. */
const shownOptions = (options: QuestionForm['options'], { option }: Placeholders): QuestionForm['options'] => {
  const empty = { text: '', isBlocking: false };
  const missing = Array.from({ length: Math.max(0, fewest - options.length) }, () => empty);
  const seen = new Set<string>();
  return [...options, ...missing].map((optionForm, index) => {
    const written = optionForm.text.trim();
    let text = written === '' ? option(index + 1) : written;
    if (seen.has(text.toLowerCase())) text = option(index + 1);
    while (seen.has(text.toLowerCase())) text += ' …';
    seen.add(text.toLowerCase());
    return { ...optionForm, text };
  });
};

/** Marks the last option as blocking until the reader marks one. */
const withBlocking = (options: QuestionForm['options']): QuestionForm['options'] =>
  options.some((option) => option.isBlocking)
    ? options
    : options.map((option, index) => ({ ...option, isBlocking: index === options.length - 1 }));

/** Completes an unfinished question instead of dropping it: otherwise the card would show the later questions differently. */
const shownQuestion = (question: QuestionForm, index: number, placeholders: Placeholders): QuestionForm => {
  const text = question.text.trim() === '' ? placeholders.question(index + 1) : question.text;
  if (question.type === 'TEXT') return { ...question, text };
  const options = shownOptions(question.options, placeholders);
  return { ...question, text, options: question.isBlocker ? withBlocking(options) : options };
};

/** Returns the nearest length that a window can have: the first digits of a number are often too few minutes. */
const nearestWindow = (minutes: number): number =>
  Math.min(times.windowMax, Math.max(times.windowMin, Math.round(minutes)));

/** Returns the card as far as it is written; null while time, zone or every day is missing. */
export const cardDraftOf = (form: MeetingForm, subject: FormSubject, placeholders: Placeholders): CardDraft | null => {
  const runs = runsDraft(form, subject);
  if (runs === null || form.weekdays.length === 0) return null;
  const questions = form.questions.map((question, index) => shownQuestion(question, index, placeholders));
  const shown = inputOf({ ...form, questions }, subject);
  const { reportSummaryTime } = form;
  return {
    ...runs,
    // The card does not name its members.
    members: [],
    name: form.name,
    questions: shown.questions,
    ...(reportSummaryTime === null ? {} : { reportSummaryTime: nearestWindow(reportSummaryTime) }),
  };
};
