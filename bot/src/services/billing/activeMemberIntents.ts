import { meetingId as meetingIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { firstDateOf, monthOf, monthStart } from '../../domain/billing/billingMonths.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { RecordStep } from '../../store/recordKindsAndAccess.ts';
import { taskMark, usage } from '../../store/kinds/billing/usageLedger.ts';
import { outbox } from '../../store/kinds/outbox/outboxRow.ts';
import type { Deps } from '../core/deps.ts';

// Records which members are active in a month. An intent (an outbox row) is written before an answer or a task; the
// outbox handler then records the activity if the answer or task exists. So a crash neither loses activity nor records
// activity for an answer or task that was not stored.

export interface ActiveMember {
  readonly orgId: OrgId;
  readonly teamId: TeamId;
  readonly memberId: MemberId;
  /** The meeting of the answer or task; null = a task without a meeting. */
  readonly meetingId: MeetingId | null;
}

/**
 * Placeholder meeting id in the keys of tasks without a meeting. No meeting has this id: ids are ULIDs, which begin
 * with their creation time, and that time is never 0.
 */
export const noMeeting = meetingIdSchema.parse('0'.repeat(26));

/** Returns the intent for the member's ledger row of this month; empty if the ledger row already exists. */
export const usageIntentSteps = async (
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
    kind: 'ledger',
    date: firstDateOf(month),
    who: memberId,
  } as const;
  const instant = toInstant(now);
  return [outside(deps.store).touchStep(outbox, key, { notBefore: instant, touched: instant, ...key })];
};

export interface MemberActivity {
  /** Steps that the caller writes before the transaction of the task. */
  readonly intents: readonly RecordStep[];
  /** Steps that the caller adds to the transaction of the task, because they are in the same team partition. */
  readonly steps: readonly RecordStep[];
}

export const noActivity: MemberActivity = { intents: [], steps: [] };

/**
 * Returns the intents and steps that count a person as active this month because of a saved task. If the caller retries
 * its transaction, it must call this function again with the `now` of the new attempt.
 */
export const recordActiveMember = async (
  deps: Pick<Deps, 'store'>,
  member: ActiveMember,
  now: number,
): Promise<MemberActivity> => {
  const intents = await usageIntentSteps(deps, member, now);
  if (intents.length === 0) return noActivity;
  const records = inOrg(deps.store, member.orgId);
  const { memberId, meetingId, teamId } = member;
  const key = { month: monthOf(now), teamId, memberId };
  // The month already has a mark for the member's first task. It is not replaced, because the ledger refers to that
  // first task.
  if ((await records.get(taskMark, key)) !== undefined) return { intents, steps: [] };
  return { intents, steps: [records.insertStep(taskMark, key, { memberId, meetingId, at: toInstant(now) })] };
};
