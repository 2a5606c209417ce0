import { localDate } from '#contracts/core/ids.ts';
import type { OrgId } from '#contracts/core/ids.ts';
import type { TrackedBlocker } from '../../domain/blockers/blockerLife.ts';
import { toInstant } from '../../domain/core/zonedTime.ts';
import { outside } from '../../store/records.ts';
import type { Records, RecordStep } from '../../store/records.ts';
import { outbox } from '../../store/kinds/dueAndOutbox.ts';
import type { BlockerPlace } from './blockerPlace.ts';

// Keeps the cards to needed members up to date with one outbox row for each member and report. The row is written before the
// change, so a crash causes at most a check without a change, never a lost or an outdated card.

/**
 * The date in the key. It is the same for all blockers of a member, because two rows would be handled side by side and could
 * send one card twice.
 */
const noDate = localDate.parse('2020-01-01');

/** Returns the step that requests a check of a blocker's messages. The write has no condition, so changes never conflict. */
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

/** Returns the steps for an answer that may change a blocker. Only a blocker for which a member was needed has cards. */
export const blockerIntents = (
  records: Records<OrgId>,
  place: BlockerPlace,
  before: TrackedBlocker | undefined,
  now: number,
): readonly RecordStep[] => ((before?.numbers?.needs ?? 0) === 0 ? [] : [blockerIntent(records, place, now)]);
