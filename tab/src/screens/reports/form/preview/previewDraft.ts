import { times } from '#contracts/core/limits.ts';
import type { CardDraft } from '#contracts/meetings/meetingCard.ts';
import type { PreviewDraft } from '../../../../api/meetings/reportFormQueries.ts';
import type { QuestionForm } from '../questionForm.ts';
import { questionFormRules } from '../questionFormRules.ts';
import type { Placeholders } from '../questionFormRules.ts';
import { inputOf } from '../formValues.ts';
import type { FormSubject, MeetingForm } from '../formValues.ts';

// An unsaved report is rarely complete, so the preview fills the gaps.

/** Returns the fields that decide the dates and members of runs; null while time or zone is missing. */
export const runsDraft = (form: MeetingForm, subject: FormSubject): PreviewDraft | null => {
  if (form.time === null || form.timezone === '') return null;
  const { id, time, timezone, type, interval, timeBasis, teamId, members, ...rest } = inputOf(form, subject);
  const { sunday, monday, tuesday, wednesday, thursday, friday, saturday } = rest;
  const days = { sunday, monday, tuesday, wednesday, thursday, friday, saturday };
  return { ...(id === undefined ? {} : { id }), time, timezone, type, interval, timeBasis, teamId, members, ...days };
};

/** Completes an unfinished question instead of dropping it: otherwise the card would show the later questions differently. */
const shownQuestion = (question: QuestionForm, index: number, placeholders: Placeholders): QuestionForm => {
  const text = question.text.trim() === '' ? placeholders.question(index + 1) : question.text;
  return { ...question, text, ...questionFormRules[question.type].complete(question, placeholders) };
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
