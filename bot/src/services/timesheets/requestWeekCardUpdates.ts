import type { LocalDate, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { addDays, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import type { Records, RecordStep } from '../../store/recordKindsAndAccess.ts';
import { outbox } from '../../store/kinds/outbox/outboxRow.ts';
import type { OutboxKey } from '../../store/kinds/outbox/outboxRow.ts';
import type { SheetOwner, WeekOf } from './timesheetDaysAndWeekLocks.ts';
import { noMeeting } from '../billing/activeMemberIntents.ts';

// Requests updates of the cards that ask for the approval of a week, with one outbox row for each week. The row is
// written before the change, so a crash causes at most an unnecessary check, never an outdated card.

/**
 * Returns the instant in the key of the week's row. East of Greenwich, a Monday begins while it is still Sunday in UTC;
 * one day earlier covers every zone.
 */
const dueAt = (monday: LocalDate): OutboxKey['at'] => toInstant(Date.parse(`${addDays(monday, -1)}T00:00:00Z`));

/**
 * Returns the step that requests an update of a week's cards. It overwrites without a condition, so that simultaneous
 * changes never conflict.
 */
export const weekIntent = (
  { store, scope: orgId }: Records<OrgId>,
  { teamId, memberId }: SheetOwner,
  monday: LocalDate,
  now: number,
): RecordStep => {
  const run = { orgId, teamId, meetingId: noMeeting, date: monday };
  const key = { at: dueAt(monday), kind: 'weekCards', who: memberId, ...run } as const;
  const instant = toInstant(now);
  return outside(store).touchStep(outbox, key, { notBefore: instant, touched: instant, ...key });
};

/**
 * Returns the steps that request card updates for weeks whose days change. Weeks that are not submitted are left out,
 * because they have no card that shows their hours.
 */
export const weekIntents = (
  records: Records<OrgId>,
  owner: SheetOwner,
  weeks: readonly WeekOf[],
  now: number,
): readonly RecordStep[] => {
  const waiting = new Set(
    weeks.filter(({ stored }) => stored?.value.state === 'SUBMITTED').map(({ monday }) => monday),
  );
  return [...waiting].map((monday) => weekIntent(records, owner, monday, now));
};
