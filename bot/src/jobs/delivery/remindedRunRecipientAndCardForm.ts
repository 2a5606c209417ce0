import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { supportedLocaleOr } from '#contracts/text/languagesAndLocaleChoice.ts';
import { instantsAfterSnooze } from '../../domain/runs/snoozeRules.ts';
import { reminderRepeatsCard } from '../../domain/runs/reminderRepeatsCard.ts';
import type { RemindedRun } from '../../services/answers/buildMemberRunCards.ts';
import { isLateNow, acceptedAs, targetOf } from '../../services/answers/answerTargetAndAcceptance.ts';
import type { StoredAnswer, AnswerTarget } from '../../services/answers/answerTargetAndAcceptance.ts';
import type { Reader, ReminderState } from '../../services/core/cardPresenterPort.ts';
import { deliveryKey, snoozeIn } from '../../services/runs/readRunAndDayRows.ts';
import { teamLanguage } from '../../services/tenancy/teamLanguage.ts';
import { answer as answerKind } from '../../store/kinds/answers/answerAndHistory.ts';
import { delivery } from '../../store/kinds/runs/delivery.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import type { ReminderKind } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import type { ReminderRef } from './records/recentRemindersInMemory.ts';
import type { RunContext } from './readAndCacheRunContext.ts';

export const textOf = (
  { firstReminderMessage, secondReminderMessage }: Pick<Run, 'firstReminderMessage' | 'secondReminderMessage'>,
  kind: ReminderKind,
): string => {
  switch (kind) {
    case 'reminder1':
      return firstReminderMessage;
    case 'reminder2':
      return secondReminderMessage;
  }
};

const stateOf = (
  target: AnswerTarget,
  { state }: Run,
  answer: StoredAnswer | undefined,
  now: number,
): ReminderState => {
  if (state === 'CANCELLED') return 'CANCELLED';
  if (answer !== undefined && acceptedAs(target, answer) !== undefined) return 'ANSWERED';
  return state === 'MISSED' || isLateNow(target, now) ? 'CLOSED' : 'OPEN';
};

/**
 * Returns the current state of a run for its line in a shared reminder. Undefined if the run was deleted, or if another
 * message now reminds the member of it.
 */
export const readReminded = async (
  deps: Pick<JobDeps, 'clock'>,
  { records, runRef: { orgId } }: RunContext,
  memberId: MemberId,
  { ref, activityId }: { readonly ref: ReminderRef; readonly activityId: string },
): Promise<RemindedRun | undefined> => {
  const { teamId, meetingId, date, kind } = ref;
  const runRef = { orgId, teamId, meetingId, date, memberId };
  const [run, answer, sent] = await Promise.all([
    records.get(runKind, runRef),
    records.get(answerKind, runRef),
    records.get(delivery, { ...runRef, who: memberId, kind }),
  ]);
  if (run === undefined) return undefined;
  const { round } = run.value;
  // If there is no delivery record of this round, the message was just sent and its record is still being written.
  if (sent?.value.round === round && sent.value.activityId !== activityId) return undefined;
  const target = targetOf(runRef, run.value);
  const state = stateOf(target, run.value, answer?.value, deps.clock.now());
  return { target, text: textOf(run.value, kind), state };
};

export const recipientIn = ({ members, team }: RunContext, { timezone }: Run, memberId: MemberId): Reader => {
  const member = members.get(memberId)?.value;
  return { locale: supportedLocaleOr(member?.locale, teamLanguage(team)), timezone: member?.timezone ?? timezone };
};

/** True if a reminder of this kind contains the whole card instead of a reference to it. */
export const isWholeCard = (
  { rows, runRef }: Pick<RunContext, 'rows' | 'runRef'>,
  run: Run,
  memberId: MemberId,
  kind: ReminderKind,
): boolean => {
  const snoozedUntil = snoozeIn(rows, memberId)?.until;
  const kindOfPrompt = snoozedUntil === undefined ? 'prompt' : 'snoozedPrompt';
  const prompt = rows.deliveries.get(deliveryKey(memberId, kindOfPrompt))?.value;
  const isInChat = prompt?.state === 'SENT' && prompt.round === run.round;
  const { instants } = targetOf({ ...runRef, memberId }, run);
  const set = snoozedUntil === undefined ? instants : instantsAfterSnooze(instants, snoozedUntil);
  return reminderRepeatsCard({ kind, set, promptedAt: isInChat ? prompt.at : undefined });
};
