import type { Instant, MemberId } from '#contracts/ids.ts';
import { toInstant } from '../domain/time.ts';
import type { RecordStep } from '../store/kind.ts';
import { delivery } from '../store/kinds/run.ts';
import type { DeliveryKind, Who } from '../store/kinds/run.ts';
import { teamMember } from '../store/kinds/team.ts';
import { isConflict } from '../store/port.ts';
import type { TeamMember } from '../services/members.ts';
import { retryOnConflict, revise } from '../services/revise.ts';
import { deliveryKey } from '../services/runRows.ts';
import type { Delivery } from '../services/runRows.ts';
import type { JobDeps } from './jobDeps.ts';
import type { Outcome } from './outcomes.ts';
import type { RunContext } from './runContext.ts';

/** A message of a run, and what became of it. */
export interface Marked {
  readonly who: Who;
  readonly kind: DeliveryKind;
  readonly round: number;
  readonly outcome: Outcome;
}

type MarkDeps = Pick<JobDeps, 'clock'>;

const nowhere = { conversationId: null, activityId: null };

/** Undefined: nothing final happened yet. */
const deliveryOf = ({ outcome, round }: Marked, at: Instant): Delivery | undefined => {
  switch (outcome.is) {
    case 'SENT': {
      const { conversationId, activityId } = outcome.sent;
      return {
        state: 'SENT',
        round,
        at,
        conversationId,
        activityId,
        digest: null,
        isLate: outcome.isLate,
        reason: null,
      };
    }
    case 'SKIPPED':
    case 'FAILED':
      return { state: outcome.is, round, at, ...nowhere, digest: null, isLate: false, reason: outcome.reason };
    case 'DONE':
    case 'MOVED':
    case 'LATER':
    case 'STOP':
    case 'PARK':
      return undefined;
  }
};

/** What sending tells of the member: where their chat is, and whether they can be written to. */
const toldOf = (member: TeamMember, outcome: Outcome, now: number): TeamMember | undefined => {
  if (outcome.is === 'SENT') {
    const { conversationId } = outcome.sent;
    if (member.conversationId === conversationId && member.unreachable === null) return undefined;
    return { ...member, conversationId, unreachable: null, unreachableSince: null };
  }
  if (outcome.is !== 'FAILED' || outcome.unreachable === null) return undefined;
  return { ...member, unreachable: outcome.unreachable, unreachableSince: toInstant(now) };
};

const memberStep = (
  { members, records, run }: RunContext,
  { who, outcome }: Marked,
  now: number,
): RecordStep | undefined => {
  const row = members.get(who as MemberId);
  const next = row === undefined ? undefined : toldOf(row.value, outcome, now);
  if (row === undefined || next === undefined) return undefined;
  return records.replaceStep(teamMember, { teamId: run.teamId, memberId: row.value.memberId }, next, row.etag);
};

const keyOf = ({ run: { teamId, meetingId, date } }: RunContext, { who, kind }: Marked) => ({
  teamId,
  meetingId,
  date,
  who,
  kind,
});

const deliveryStep = (context: RunContext, marked: Marked, at: Instant): RecordStep | undefined => {
  const value = deliveryOf(marked, at);
  if (value === undefined) return undefined;
  const { records, rows } = context;
  const there = rows.deliveries.get(deliveryKey(marked.who, marked.kind));
  return there === undefined
    ? records.insertStep(delivery, keyOf(context, marked), value)
    : records.replaceStep(delivery, keyOf(context, marked), value, there.etag);
};

/** One message after the other, each read anew: somebody changed a row of the batch. */
const markOne = async (context: RunContext, marked: Marked, now: number): Promise<void> => {
  const { records, run } = context;
  const value = deliveryOf(marked, toInstant(now));
  if (value === undefined) return;
  const key = keyOf(context, marked);
  await retryOnConflict(async () => {
    const there = await records.get(delivery, key);
    if (there === undefined) await records.insert(delivery, key, value);
    // What another instance marked as sent stays so.
    else if (there.value.round < value.round || there.value.state !== 'SENT')
      await records.replace(delivery, key, value, there.etag);
  });
  if (context.members.has(marked.who as MemberId))
    await revise(records, teamMember, { teamId: run.teamId, memberId: marked.who as MemberId }, (member) =>
      toldOf(member, marked.outcome, now),
    );
};

const stepsOf = (context: RunContext, some: readonly Marked[], now: number): RecordStep[] => {
  const at = toInstant(now);
  const steps: RecordStep[] = [];
  for (const one of some) {
    const ofMessage = deliveryStep(context, one, at);
    if (ofMessage !== undefined) steps.push(ofMessage);
    const ofMember = memberStep(context, one, now);
    if (ofMember !== undefined) steps.push(ofMember);
  }
  return steps;
};

const mostSteps = 100;

/** Writes what became of messages of one run, with what it tells of their people. */
export const writeMarks = async (deps: MarkDeps, context: RunContext, all: readonly Marked[]): Promise<void> => {
  const now = deps.clock.now();
  for (let first = 0; first < all.length; first += mostSteps / 2) {
    const some = all.slice(first, first + mostSteps / 2);
    try {
      await context.records.transact(stepsOf(context, some, now));
    } catch (error) {
      if (!isConflict(error)) throw error;
      for (const one of some) await markOne(context, one, now);
    }
  }
};
