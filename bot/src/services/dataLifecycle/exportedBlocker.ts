import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { lifeOf, stateOfBlocker, textOfBlocker } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import type { blocker } from '../../store/kinds/blockers/blocker.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';

/**
 * Returns the person's own blocker for the export, with the dates of earlier blockers. A note that another person wrote
 * is left out.
 */
export const exportedBlocker = (
  blocked: ValueOf<typeof blocker>,
  ownerId: MemberId,
): Readonly<Record<string, unknown>> => {
  const { isOpen, since } = blocked;
  const life = lifeOf(blocked);
  const text = textOfBlocker(blocked);
  const earlier = blocked.past?.ended.map((item) => ({ since: item.since, resolvedAt: item.closedAt })) ?? [];
  const own = { isOpen, since, text, ...(earlier.length === 0 ? {} : { earlier }) };
  if (life === undefined) return own;
  return {
    ...own,
    state: stateOfBlocker(blocked),
    changedAt: life.changedAt,
    isChangedByOwner: life.changedBy === ownerId,
  };
};
