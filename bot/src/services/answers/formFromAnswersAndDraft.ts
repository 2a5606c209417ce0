import type { Goal, NeededChoice, OpenBlockerAnswer } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { AnswerDraft } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { Instant, LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { firstValues, mergeGoals } from '../../domain/answers/prefilledForm.ts';
import { settleGoals } from '../../domain/answers/planLinesAndGoals.ts';
import type { SentGoals } from '../../domain/answers/planLinesAndGoals.ts';
import { earlierRepeats, sameTexts } from '../../domain/answers/repeatedAnswers.ts';
import type { AnswerValues } from '../../domain/answers/validateAnswersAndFindBlockers.ts';
import { lifeOf } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import { dateOfReverse, reverseDate } from '../../domain/core/reversedDateKeys.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { answer as answerKind, history } from '../../store/kinds/answers/answerAndHistory.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { AnswerTarget, StoredAnswer } from './answerTargetAndAcceptance.ts';
import { findTrackedBlocker } from './openBlockerToAskAbout.ts';
import type { AskedBlocker } from './openBlockerToAskAbout.ts';
import { findFormNeed } from './neededMemberChoice.ts';
import type { FormNeed } from './neededMemberChoice.ts';

// Finds a member's earlier answers in one meeting, and fills the form with the last of them.

/**
 * Maximum number of history rows that one search reads. It counts rows, not answers to this meeting: a member's history
 * has a row for each answer in every meeting.
 */
const searched = 400;
const pageSize = 50;

interface MemberDay {
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
  readonly memberId: MemberId;
  readonly date: LocalDate;
}

/** Yields the dates before `date` on which the member answered the meeting, newest first. */
const earlierDates = async function* (records: Records<OrgId>, key: MemberDay): AsyncGenerator<LocalDate> {
  const { teamId, meetingId, memberId, date } = key;
  const prefix = `Q|${memberId}|`;
  const range = { from: prefixRange(`${prefix}${reverseDate(date)}|`).to, to: prefixRange(prefix).to };
  const pk = history.partition(records.scope, { teamId });
  let continuation: string | undefined;
  for (let seen = 0; seen < searched; seen += pageSize) {
    const request = { limit: pageSize, keysOnly: true, ...(continuation === undefined ? {} : { continuation }) };
    const page = await records.store.scan(history.table, pk, range, request);
    for (const { rk } of page.rows) {
      const [day = '', meeting] = rk.slice(prefix.length).split('|');
      if (meeting === meetingId) yield dateOfReverse(day);
    }
    if (page.continuation === undefined) return;
    continuation = page.continuation;
  }
};

/** Yields the member's answers in the meeting before the date, newest first. Erased answers are left out. */
const earlierAnswers = async function* (records: Records<OrgId>, key: MemberDay): AsyncGenerator<StoredAnswer> {
  for await (const date of earlierDates(records, key)) {
    const row = await records.get(answerKind, { ...key, date });
    if (row !== undefined && Object.keys(row.value.values).length > 0) yield row.value;
  }
};

const lastAnswer = async (records: Records<OrgId>, key: MemberDay): Promise<StoredAnswer | undefined> => {
  for await (const answer of earlierAnswers(records, key)) return answer;
  return undefined;
};

/**
 * Returns the questions that the member answered with the same text on this run and on the two runs answered before it.
 */
export const findRepeatedAnswers = async (
  records: Records<OrgId>,
  target: AnswerTarget,
  { values }: Pick<StoredAnswer, 'values'>,
): Promise<readonly string[]> => {
  // Blocker questions are left out: the form already asks about an open blocker, and a blocker that continues rightly
  // has the same text.
  const questions = target.questions.filter(({ isBlocker }) => !isBlocker);
  // Compared with itself, the answer keeps the questions that have a text. If there is none, nothing can repeat, so no
  // earlier answer is read.
  let repeated: readonly Question[] = sameTexts(questions, values, values);
  let count = 0;
  if (repeated.length === 0) return [];
  for await (const earlier of earlierAnswers(records, target)) {
    repeated = sameTexts(repeated, values, earlier.values);
    count += 1;
    if (repeated.length === 0 || count === earlierRepeats) break;
  }
  return count === earlierRepeats ? repeated.map((question) => question.text) : [];
};

export interface TypedForm extends SentGoals {
  readonly values: AnswerValues;
  readonly openBlocker?: OpenBlockerAnswer | null | undefined;
  readonly needed?: NeededChoice | undefined;
}

export const noInputs: TypedForm = { values: {}, goals: [] };

export interface Form {
  readonly values: AnswerValues;
  readonly goals: readonly Goal[];
  readonly isEdit: boolean;
  readonly draftFrom?: Instant;
  readonly blocker?: AskedBlocker | undefined;
  readonly needed?: FormNeed | undefined;
}

/**
 * Returns the open blocker that the form asks about, with the member's choice. A choice is dropped if it was made about
 * an earlier blocker.
 */
const withChoice = ({ blocker }: Form, { openBlocker }: Pick<TypedForm, 'openBlocker'>): AskedBlocker | undefined =>
  blocker !== undefined && openBlocker?.since === blocker.since ? { ...blocker, is: openBlocker.is } : blocker;

/** Returns the form with the input of the member's draft. A value that the member emptied in the draft stays empty. */
export const withDraft = (
  target: AnswerTarget,
  form: Form,
  draft: Omit<TypedForm, 'needed'> & Pick<AnswerDraft, 'savedAt'>,
): Form => ({
  ...form,
  values: firstValues(target.questions, [draft.values]),
  goals: settleGoals(form.goals, draft),
  blocker: withChoice(form, draft),
  draftFrom: draft.savedAt,
});

/**
 * Returns the needed member for the filled form: the member chosen in the form, otherwise the member who was needed for
 * the blocker of the last answer, even if that blocker has ended since.
 */
const needAsLast = async (
  records: Records<OrgId>,
  target: AnswerTarget,
  { form, typed, last }: { readonly form: Form; readonly typed: TypedForm; readonly last: StoredAnswer | undefined },
): Promise<FormNeed | undefined> => {
  const isChosen = typed.needed !== undefined && typed.needed.id !== typed.needed.shown;
  const tracked = await findTrackedBlocker(records, target);
  if (isChosen) return findFormNeed(records, target, tracked, typed.needed);
  const neededId = tracked === undefined ? undefined : lifeOf(tracked)?.neededId;
  if (form.needed?.chosen !== null || last?.hasBlocker !== true || neededId == null) return form.needed;
  return findFormNeed(records, target, tracked, { id: neededId, shown: null });
};

/**
 * Returns the form with the member's last answers in its empty inputs; typed text stays. Check marks of goals are not
 * copied from the last answer, because the goals belong to this run.
 */
export const fillAsLast = async (
  records: Records<OrgId>,
  target: AnswerTarget,
  form: Form,
  typed: TypedForm,
): Promise<Form & { readonly filledFrom: LocalDate | null }> => {
  const last = await lastAnswer(records, target);
  const values = firstValues(target.questions, [typed.values, form.values, last?.values ?? {}]);
  const needed = await needAsLast(records, target, { form, typed, last });
  return {
    ...form,
    values,
    goals: mergeGoals(form.goals, typed),
    blocker: withChoice(form, typed),
    needed,
    filledFrom: last?.date ?? null,
  };
};
