import type { LocalDate, OrgId } from '#contracts/ids.ts';
import { addDays, toInstant } from '../domain/time.ts';
import { outside } from '../store/kind.ts';
import type { Records, RecordStep } from '../store/kind.ts';
import { outbox } from '../store/kinds/work.ts';
import type { OutboxKey } from '../store/kinds/work.ts';
import type { SheetOwner, WeekOf } from './sheetRows.ts';
import { noMeeting } from './usageIntent.ts';

// The cards that ask for a week's approval are kept right by one row of the outbox: asked for before the change it is about, so
// that a crash in between leaves a look at nothing rather than a card that nobody draws.

/** East of Greenwich a Monday begins while it is Sunday in UTC: a day earlier it is due everywhere. */
const dueAt = (monday: LocalDate): OutboxKey['at'] => toInstant(Date.parse(`${addDays(monday, -1)}T00:00:00Z`));

/** Asks for the cards of a week to be looked at. Without condition: any number of changes at once never meet a conflict. */
export const weekIntent = (
  { store, scope: orgId }: Records<OrgId>,
  { teamId, memberId }: SheetOwner,
  monday: LocalDate,
  now: number,
): RecordStep => {
  const run = { orgId, teamId, meetingId: noMeeting, date: monday };
  const key = { at: dueAt(monday), kind: 'week', who: memberId, ...run } as const;
  const at = toInstant(now);
  return outside(store).touchStep(outbox, key, { notBefore: at, touched: at, ...key });
};

/** Of weeks whose days change: only one that waits for approval has a card that shows its hours. */
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
