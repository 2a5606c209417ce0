import { times } from '#contracts/core/limitsAndProductConstants.ts';
import type { CardDraft } from '#contracts/answers/meetingCardPreview.ts';
import type { PreviewDraft } from '../../../../api/meetings/reportFormQueriesAndSave.ts';
import type { QuestionForm } from '../questionFormTypeAndDefault.ts';
import { questionFormRules } from '../questionFormRulesAndConversion.ts';
import type { Placeholders } from '../questionFormRulesAndConversion.ts';
import { inputOf } from '../formValuesAndSaveInput.ts';
import type { FormSubject, MeetingForm } from '../formValuesAndSaveInput.ts';

// Builds the drafts from which the server makes the preview. An unsaved report is rarely complete, so placeholders
// replace its missing values.

/**
 * Returns the fields that determine the dates and the members of the runs. Null while the time or the time zone is
 * missing.
 */
export const runsDraft = (form: MeetingForm, subject: FormSubject): PreviewDraft | null => {
  if (form.time === null || form.timezone === '') return null;
  const { id, time, timezone, type, interval, timeBasis, teamId, members, ...rest } = inputOf(form, subject);
  const { sunday, monday, tuesday, wednesday, thursday, friday, saturday } = rest;
  const days = { sunday, monday, tuesday, wednesday, thursday, friday, saturday };
  return { ...(id === undefined ? {} : { id }), time, timezone, type, interval, timeBasis, teamId, members, ...days };
};

/**
 * Returns the question with placeholders for its missing values. Incomplete questions are not left out, because the
 * card would then show the later questions in other positions.
 */
const shownQuestion = (question: QuestionForm, index: number, placeholders: Placeholders): QuestionForm => {
  const text = question.text.trim() === '' ? placeholders.question(index + 1) : question.text;
  return { ...question, text, ...questionFormRules[question.type].complete(question, placeholders) };
};

/**
 * Returns the allowed window length nearest to `minutes`, because the first digits of a number that the reader types
 * are often too few minutes.
 */
const nearestWindow = (minutes: number): number =>
  Math.min(times.windowMax, Math.max(times.windowMin, Math.round(minutes)));

/** Returns the input for the preview of the card. Null while the time, the time zone or the weekdays are missing. */
export const cardDraftOf = (form: MeetingForm, subject: FormSubject, placeholders: Placeholders): CardDraft | null => {
  const runs = runsDraft(form, subject);
  if (runs === null || form.weekdays.length === 0) return null;
  const questions = form.questions.map((question, index) => shownQuestion(question, index, placeholders));
  const shown = inputOf({ ...form, questions }, subject);
  const { reportSummaryTime } = form;
  return {
    ...runs,
    // The card does not show the members, so they are left out.
    members: [],
    name: form.name,
    questions: shown.questions,
    ...(reportSummaryTime === null ? {} : { reportSummaryTime: nearestWindow(reportSummaryTime) }),
  };
};
