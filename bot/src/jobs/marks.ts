import type { MemberId } from '#contracts/ids.ts';
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

const unmarked = { conversationId: null, activityId: null, digest: null, isLate: false, reason: null } as const;

/** Undefined: nothing final happened yet. */
const deliveryOf = ({ outcome, round }: Marked, now: number): Delivery | undefined => {
  const base = { ...unmarked, round, at: toInstant(now) };
  switch (outcome.is) {
    case 'SENT':
      return { ...base, state: 'SENT', isLate: outcome.isLate, ...outcome.sent };
    case 'SKIPPED':
      return { ...base, state: 'SKIPPED', reason: outcome.reason };
    case 'FAILED':
      return { ...base, state: 'FAILED', reason: outcome.reason };
    case 'DONE':
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

const memberSteps = ({ members, records, run }: RunContext, { who, outcome }: Marked, now: number): RecordStep[] => {
  const row = members.get(who as MemberId);
  const next = row === undefined ? undefined : toldOf(row.value, outcome, now);
  if (row === undefined || next === undefined) return [];
  return [records.replaceStep(teamMember, { teamId: run.teamId, memberId: row.value.memberId }, next, row.etag)];
};

const deliveryStep = ({ records, rows, run }: RunContext, marked: Marked, now: number): RecordStep[] => {
  const value = deliveryOf(marked, now);
  if (value === undefined) return [];
  const key = { ...run, who: marked.who, kind: marked.kind };
  const there = rows.deliveries.get(deliveryKey(marked.who, marked.kind));
  return [
    there === undefined
      ? records.insertStep(delivery, key, value)
      : records.replaceStep(delivery, key, value, there.etag),
  ];
};

/** One message after the other, each read anew: somebody changed a row of the batch. */
const markOne = async (context: RunContext, marked: Marked, now: number): Promise<void> => {
  const { records, run } = context;
  const value = deliveryOf(marked, now);
  if (value === undefined) return;
  const key = { ...run, who: marked.who, kind: marked.kind };
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

const mostSteps = 100;

/** Writes what became of messages of one run, with what it tells of their people. */
export const writeMarks = async (deps: MarkDeps, context: RunContext, all: readonly Marked[]): Promise<void> => {
  const now = deps.clock.now();
  for (let at = 0; at < all.length; at += mostSteps / 2) {
    const some = all.slice(at, at + mostSteps / 2);
    try {
      await context.records.transact(
        some.flatMap((one) => [...deliveryStep(context, one, now), ...memberSteps(context, one, now)]),
      );
    } catch (error) {
      if (!isConflict(error)) throw error;
      for (const one of some) await markOne(context, one, now);
    }
  }
};
