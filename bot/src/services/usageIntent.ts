import { meetingId as meetingIdSchema } from '#contracts/ids.ts';
import type { MeetingId, MemberId, OrgId, TeamId } from '#contracts/ids.ts';
import { toInstant } from '../domain/time.ts';
import { firstDateOf, monthOf, monthStart } from '../domain/usage.ts';
import { inOrg, outside } from '../store/kind.ts';
import type { RecordStep } from '../store/kind.ts';
import { taskMark, usage } from '../store/kinds/usage.ts';
import { outbox } from '../store/kinds/work.ts';
import type { Deps } from './deps.ts';

// Intent first: before an answer or a task is stored, somebody is asked to look whether it came to be. What is stored is counted
// whatever crashes, and what never came to be is not.

export interface ActiveMember {
  readonly orgId: OrgId;
  readonly teamId: TeamId;
  readonly memberId: MemberId;
  /** Null = a task of no meeting. */
  readonly meetingId: MeetingId | null;
}

/** Stands in keys for the meeting of a task that belongs to none; no id made at a time looks like it. */
export const noMeeting = meetingIdSchema.parse('0'.repeat(26));

/** What asks for a ledger row of this month; nothing when it is there already. */
export const usageIntents = async (
  deps: Pick<Deps, 'store'>,
  { orgId, teamId, memberId, meetingId }: ActiveMember,
  now: number,
): Promise<readonly RecordStep[]> => {
  const month = monthOf(now);
  if ((await inOrg(deps.store, orgId).get(usage, { month, memberId })) !== undefined) return [];
  const key = {
    orgId,
    teamId,
    meetingId: meetingId ?? noMeeting,
    at: monthStart(month),
    kind: 'used',
    date: firstDateOf(month),
    who: memberId,
  } as const;
  const at = toInstant(now);
  return [outside(deps.store).touchStep(outbox, key, { notBefore: at, touched: at, ...key })];
};

export interface Activity {
  /** Go before the transaction of the task. */
  readonly intents: readonly RecordStep[];
  /** Belong into it, in the partition of the team. */
  readonly steps: readonly RecordStep[];
}

export const noActivity: Activity = { intents: [], steps: [] };

/** A task that a person saves counts them in this month. To be asked in each attempt anew, with the `now` of the save. */
export const recordActive = async (deps: Pick<Deps, 'store'>, member: ActiveMember, now: number): Promise<Activity> => {
  const intents = await usageIntents(deps, member, now);
  if (intents.length === 0) return noActivity;
  const records = inOrg(deps.store, member.orgId);
  const { memberId, meetingId, teamId } = member;
  const key = { month: monthOf(now), teamId, memberId };
  // The first one stays: it is the event the ledger names.
  if ((await records.get(taskMark, key)) !== undefined) return { intents, steps: [] };
  return { intents, steps: [records.insertStep(taskMark, key, { memberId, meetingId, at: toInstant(now) })] };
};
