import type { MemberId } from '#contracts/ids.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import { MessengerError } from '../gateways/messenger.ts';
import type { SentMessage } from '../gateways/messenger.ts';
import type { Reader } from '../services/presenter.ts';
import { deliveryKey } from '../services/runRows.ts';
import type { JobDeps } from './jobDeps.ts';
import type { Outcome } from './outcomes.ts';
import { deadlineOf } from './posting.ts';
import type { RunContext } from './runContext.ts';

// Cards of a run that was called off: nothing can be answered by them any more, so they say that instead.

interface Card {
  readonly who: MemberId;
  readonly round: number;
}

const cardKinds = ['prompt', 'r1', 'r2'] as const;
const lookAgainMs = 10_000;

/** Every copy this member got in that round. */
const copiesOf = ({ rows }: RunContext, { who, round }: Card): SentMessage[] =>
  cardKinds.flatMap((kind) => {
    const { state, round: of, conversationId, activityId } = rows.deliveries.get(deliveryKey(who, kind))?.value ?? {};
    if (state !== 'SENT' || of !== round || conversationId == null || activityId == null) return [];
    return [{ conversationId, activityId }];
  });

/** What needs no update; undefined = there are cards to change. The row is written before the run is called off. */
export const judgeCalledOff = (
  context: RunContext,
  card: Card,
  { now, notAfter }: { readonly now: number; readonly notAfter: number | null },
): Outcome | undefined => {
  const occurrence = context.rows.occurrence?.value;
  if (occurrence === undefined || occurrence.round !== card.round) return { is: 'SKIPPED', reason: 'RUN_OVER' };
  if (notAfter !== null && now > notAfter) return { is: 'SKIPPED', reason: 'TOO_LATE' };
  if (occurrence.state === 'OPEN') return { is: 'LATER', notBefore: now + lookAgainMs, counts: false };
  if (occurrence.state !== 'CANCELLED') return { is: 'SKIPPED', reason: 'RUN_OVER' };
  // What was answered stays readable where it was answered.
  if (context.rows.answers.some((one) => one.value.memberId === card.who)) return { is: 'SKIPPED', reason: 'ANSWERED' };
  return copiesOf(context, card).length === 0 ? { is: 'SKIPPED', reason: 'NOT_ASKED' } : undefined;
};

const isGone = (error: unknown): boolean =>
  error instanceof MessengerError && (error.fault.kind === 'GONE' || error.fault.kind === 'BLOCKED');

/** Changes each copy; one that its reader deleted needs no change. */
export const sayCalledOff = async (
  deps: JobDeps,
  context: RunContext,
  occurrence: Occurrence,
  card: Card,
): Promise<Outcome> => {
  const member = context.members.get(card.who)?.value;
  const { tid, serviceUrl } = member ?? {};
  if (member === undefined || tid == null || serviceUrl == null) return { is: 'SKIPPED', reason: 'NO_ADDRESS' };
  const reader: Reader = { locale: member.locale ?? 'en', timezone: member.timezone ?? occurrence.timezone };
  const { meetingId, meetingName, type, date, opensAt, closesAt } = occurrence;
  const facts = { meetingId, meetingName, type, date, opensAt, closesAt };
  const message = deps.presenter.closed({ ...facts, reason: 'CANCELLED' }, reader);
  let changed: SentMessage | undefined;
  for (const copy of copiesOf(context, card)) {
    try {
      await deps.messenger.update({ tid, serviceUrl, ...copy }, message, deadlineOf(deps));
      changed = copy;
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
  return changed === undefined ? { is: 'SKIPPED', reason: 'GONE' } : { is: 'SENT', sent: changed, isLate: false };
};
