import { localDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { wasReported } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import type { TrackedBlocker } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import { hasReminders, reminderRuleOf } from '../../domain/blockers/blockerReminderAndEscalationRules.ts';
import { hourMs, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import type { Records, RecordStep } from '../../store/recordKindsAndAccess.ts';
import { outbox } from '../../store/kinds/outbox/outboxRow.ts';
import { blockerCards } from '../../store/kinds/blockers/blockerCards.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import type { BlockerPlace } from './blockerKeyType.ts';

// Requests checks that keep the cards about blockers up to date, with one outbox row for each member and report. The
// row is written before the change, so a crash causes at most a check without a change, never a lost or outdated card.

/**
 * Constant date in the key of the row. All blockers of a member in a report share it, because two rows would be handled
 * in parallel and could send one card twice.
 */
const noDate = localDate.parse('2020-01-01');

/**
 * Returns the step that requests a check of a blocker's messages. It overwrites without a condition, so that concurrent
 * changes never conflict.
 */
export const blockerIntent = (
  { store, scope: orgId }: Records<OrgId>,
  { teamId, meetingId, memberId }: BlockerPlace,
  now: number,
): RecordStep => {
  const at = toInstant(Date.parse(`${noDate}T00:00:00Z`));
  const key = { at, kind: 'blockerCards', orgId, teamId, meetingId, date: noDate, who: memberId } as const;
  const instant = toInstant(now);
  return outside(store).touchStep(outbox, key, { notBefore: instant, touched: instant, ...key });
};

const timerMs = 6 * hourMs;

/** True for a row that requests a check at a later instant (`blockerTimer`), not a check now (`blockerIntent`). */
export const isBlockerTimer = ({ date }: { readonly date: LocalDate }): boolean => date !== noDate;

/**
 * Returns the step that requests a check at the instant `dueAt`. The key of the row begins with that instant, so that
 * no earlier poll reads the row. Repeated requests for one instant write the same row.
 */
export const blockerTimer = (
  { store, scope: orgId }: Records<OrgId>,
  { teamId, meetingId, memberId }: BlockerPlace,
  dueAt: number,
): RecordStep => {
  const at = toInstant(dueAt);
  const date = localDate.parse(at.slice(0, 10));
  const key = { at, kind: 'blockerCards', orgId, teamId, meetingId, date, who: memberId } as const;
  return outside(store).touchStep(outbox, key, { notBefore: at, touched: at, ...key });
};

/**
 * Returns the step that requests the first reminder check of a blocker, within six hours. This check then computes the
 * exact instants of the reminders.
 */
const firstTimer = (records: Records<OrgId>, place: BlockerPlace, now: number): RecordStep =>
  blockerTimer(records, place, (Math.floor(now / timerMs) + 1) * timerMs);

const hasRule = async (records: Records<OrgId>, place: BlockerPlace): Promise<boolean> => {
  const meeting = await records.get(meetingKind, place);
  return meeting !== undefined && hasReminders(reminderRuleOf(meeting.value));
};

/** The facts of an answer that decide whether messages about the blocker must be checked. */
export interface AnsweredMessages {
  readonly before: TrackedBlocker | undefined;
  /** True if the answer changes or removes the needed member. */
  readonly isNamed: boolean;
  readonly hasBlocker: boolean;
}

/**
 * Returns the outbox steps to write with an answer: a check of the blocker's messages, and the first check for its
 * reminders. The report and the stored cards are read only if the answer reports or ends a blocker, because most
 * answers do neither.
 */
export const blockerIntents = async (
  records: Records<OrgId>,
  place: BlockerPlace,
  { before, isNamed, hasBlocker }: AnsweredMessages,
  now: number,
): Promise<readonly RecordStep[]> => {
  const hasCards = isNamed || (before?.numbers?.needs ?? 0) > 0;
  const isReminded = before !== undefined && wasReported(before) && (before.isOpen || hasBlocker);
  const isRule = hasBlocker || (isReminded && !hasCards) ? await hasRule(records, place) : false;
  const hasMessages =
    hasCards ||
    // The report may have sent reminder cards before its reminders were switched off, and these cards need an update.
    (isReminded && (isRule || (await records.get(blockerCards, place)) !== undefined));
  return [
    ...(hasMessages ? [blockerIntent(records, place, now)] : []),
    ...(hasBlocker && isRule ? [firstTimer(records, place, now)] : []),
  ];
};
