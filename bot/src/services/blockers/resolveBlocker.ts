import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { resolveBlocker as resolveBlockerCall } from '#contracts/blockers/blockerCalls.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { blocker } from '../../store/kinds/blockers/blocker.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import type { Actor } from '../core/actor.ts';
import { applyChange, requireBlocker } from './changeBlocker.ts';
import type { BlockerDeps } from './changeBlocker.ts';

/**
 * Resolves a blocker for the blocked member, the needed member or an admin. The answer does not change, and the next
 * blocking answer opens a new blocker. If the member has no open blocker, nothing changes.
 */
export const resolveBlockerOf = async (
  deps: BlockerDeps,
  actor: Actor,
  { meetingId, memberId }: ParsedOf<typeof resolveBlockerCall>,
): Promise<OutputOf<typeof resolveBlockerCall>> => {
  const place = await requireBlocker(deps, actor, { meetingId, memberId });
  const records = inOrg(deps.store, actor.orgId);
  const member = await records.get(teamMember, place);
  if (member === undefined) throw new AppError('NOT_FOUND');
  const row = await records.get(blocker, place);
  if (row?.value.isOpen !== true) {
    // Only an admin and the member concerned learn that the member has no open blocker; everyone else gets FORBIDDEN.
    if (actor.role !== 'admin' && actor.memberId !== memberId) throw new AppError('FORBIDDEN');
    return { meetingId, memberId, isResolved: false };
  }
  const { isChanged } = await applyChange(deps, actor, place, { change: { action: 'RESOLVE' }, since: undefined });
  return { meetingId, memberId, isResolved: isChanged };
};
