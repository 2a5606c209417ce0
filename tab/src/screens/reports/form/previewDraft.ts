import type { CardDraft } from '#contracts/meetingCard.ts';
import type { PreviewDraft } from '../../../api/reportForm.ts';
import { inputOf } from './values.ts';
import type { FormSubject, MeetingForm, QuestionForm } from './values.ts';

// A report in the making is rarely complete: a preview shows what there is.

/** What decides when it runs and whom it asks; null while time or zone is missing. */
export const runsDraft = (form: MeetingForm, subject: FormSubject): PreviewDraft | null => {
  if (form.time === null || form.timezone === '') return null;
  const { id, time, timezone, type, interval, timeBasis, teamId, members, ...rest } = inputOf(form, subject);
  const { sunday, monday, tuesday, wednesday, thursday, friday, saturday } = rest;
  const days = { sunday, monday, tuesday, wednesday, thursday, friday, saturday };
  return { ...(id === undefined ? {} : { id }), time, timezone, type, interval, timeBasis, teamId, members, ...days };
};

/** Options that can be shown: written, each once. */
const shownOptions = ({ options }: QuestionForm): QuestionForm['options'] => {
  const seen = new Set<string>();
  return options.filter(({ text }) => {
    const key = text.trim().toLowerCase();
    if (key === '' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
};

const canBeShown = (question: QuestionForm): boolean =>
  question.text.trim() !== '' && (question.type === 'TEXT' || question.options.length >= 2);

const shownQuestion = (question: QuestionForm): QuestionForm => {
  const options = shownOptions(question);
  return { ...question, options, isBlocker: question.isBlocker && options.some((one) => one.isBlocking) };
};

/** The card as far as it is written; null while time or zone is missing. */
export const cardDraftOf = (form: MeetingForm, subject: FormSubject): CardDraft | null => {
  const runs = runsDraft(form, subject);
  if (runs === null) return null;
  const questions = form.questions.map(shownQuestion).filter(canBeShown);
  const shown = inputOf({ ...form, questions }, subject);
  const { reportSummaryTime } = form;
  return {
    ...runs,
    // Whom it asks changes nothing on it.
    members: [],
    name: form.name,
    questions: shown.questions,
    ...(reportSummaryTime === null ? {} : { reportSummaryTime }),
  };
};
