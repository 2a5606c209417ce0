import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import { AppError } from '#contracts/errors.ts';
import type { resolveBlocker as resolveBlockerCall } from '#contracts/meetingRuns.ts';
import { blockerMoments, resolveBlocker } from '../domain/blockers.ts';
import { toInstant } from '../domain/time.ts';
import { inOrg } from '../store/kind.ts';
import { blocker } from '../store/kinds/run.ts';
import { teamMember } from '../store/kinds/team.ts';
import { meetingOf } from './access.ts';
import { activityStep } from './activity.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import { revise } from './revise.ts';

/** "Resolved", said by the member or an admin. What was answered stays as it was; the next blocking answer opens a new one. */
export const resolve = async (
  deps: Pick<Deps, 'store' | 'clock' | 'newId'>,
  actor: Actor,
  { meetingId, memberId }: ParsedOf<typeof resolveBlockerCall>,
): Promise<OutputOf<typeof resolveBlockerCall>> => {
  const isSelf = (who: Actor): boolean => who.memberId === memberId;
  const { teamId } = (await meetingOf(deps, actor, meetingId, 'blocker.resolve', isSelf)).value;
  const records = inOrg(deps.store, actor.orgId);
  const member = await records.get(teamMember, { teamId, memberId });
  if (member === undefined) throw new AppError('NOT_FOUND');
  const { name } = member.value;
  const isResolved = await revise(
    records,
    blocker,
    { teamId, meetingId, memberId },
    (row) => {
      if (!row.isOpen) return undefined;
      const moments = blockerMoments(row, false, toInstant(deps.clock.now()));
      return { ...row, ...resolveBlocker(row), ...moments };
    },
    ({ text }) => [
      activityStep(records, {
        ...{ teamId, objectId: meetingId, eventKey: deps.newId(), actor: actor.name, atMs: deps.clock.now() },
        ...{ message: 'activity.blockerResolved', values: { name }, before: text },
      }),
    ],
  );
  return { meetingId, memberId, isResolved };
};
