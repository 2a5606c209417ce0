import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errors.ts';
import type { resolveBlocker as resolveBlockerCall } from '#contracts/meetings/meetingRuns.ts';
import { blockerMoments, resolveBlocker } from '../../domain/answers/blockers.ts';
import { toInstant } from '../../domain/core/zonedTime.ts';
import { inOrg } from '../../store/records.ts';
import { blocker } from '../../store/kinds/run.ts';
import { teamMember } from '../../store/kinds/team.ts';
import { meetingOwnedBy } from '../tenancy/teamAccess.ts';
import { activityStep } from '../core/activityLog.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { reviseWithLog } from '../core/optimisticUpdate.ts';

/**
 * Resolves a blocker for the member or an admin. The answer does not change, and the next blocking answer opens a new blocker.
 */
export const resolveBlockerOf = async (
  deps: Pick<Deps, 'store' | 'clock' | 'newId'>,
  actor: Actor,
  { meetingId, memberId }: ParsedOf<typeof resolveBlockerCall>,
): Promise<OutputOf<typeof resolveBlockerCall>> => {
  const isSelf = (person: Actor): boolean => person.memberId === memberId;
  const { teamId } = (await meetingOwnedBy(deps, actor, meetingId, { permission: 'blocker.resolve', owns: isSelf }))
    .value;
  const records = inOrg(deps.store, actor.orgId);
  const member = await records.get(teamMember, { teamId, memberId });
  if (member === undefined) throw new AppError('NOT_FOUND');
  const { name } = member.value;
  const isResolved = await reviseWithLog(
    records,
    blocker,
    { teamId, meetingId, memberId },
    {
      change: (row) => {
        if (!row.isOpen) return undefined;
        const moments = blockerMoments(row, false, toInstant(deps.clock.now()));
        return { ...row, ...resolveBlocker(row), ...moments };
      },
      log: ({ text }) => [
        activityStep(records, {
          ...{ teamId, objectId: meetingId, eventKey: deps.newId(), actor: actor.name, atMs: deps.clock.now() },
          ...{ message: 'activity.blockerResolved', values: { name }, before: text },
        }),
      ],
    },
  );
  return { meetingId, memberId, isResolved };
};
