import type { MemberId } from '#contracts/ids.ts';
import type { Answer } from '#contracts/answer.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import { spokenOr } from '#contracts/text/languages.ts';
import { lastSummaryMoment } from '../domain/sending.ts';
import { MessengerError } from '../gateways/messenger.ts';
import type { MessageAddress } from '../gateways/messenger.ts';
import { showCard } from '../services/answers.ts';
import { targetOf } from '../services/answerTarget.ts';
import type { Delivery } from '../services/runRows.ts';
import { languageIn } from '../services/teamLanguage.ts';
import type { Stored } from '../store/kind.ts';
import { delivery } from '../store/kinds/run.ts';
import type { DeliveryKind } from '../store/kinds/run.ts';
import { isConflict } from '../store/port.ts';
import { mayBegin } from './claims.ts';
import type { Claimed } from './claims.ts';
import type { JobDeps } from './jobDeps.ts';
import type { SenderState } from './lot.ts';
import { afterFault, stopMs } from './outcomes.ts';
import { chatName, deadlineOf } from './posting.ts';
import type { RunContext } from './runContext.ts';

// No card in a chat says something that is over: one that still asks after its answer came from elsewhere (the web, the
// reminder's card, the moment in which a reminder crossed it), or after its run was called off, is drawn anew in its place.

const asking: ReadonlySet<string> = new Set<DeliveryKind>(['prompt', 'r1', 'r2']);

interface Stale {
  readonly memberId: MemberId;
  readonly kind: DeliveryKind;
  readonly row: Stored<Delivery>;
  readonly address: MessageAddress;
  /** What the card will have shown: kept with its delivery, so that it is drawn once. */
  readonly mark: string;
}

/** What a member's cards must show; undefined = they ask, and that is right. */
const markOf = (occurrence: Occurrence, answer: Answer | undefined, activityId: string): string | undefined => {
  const said = answer === undefined ? undefined : (answer.editedAt ?? answer.answeredAt);
  if (occurrence.state === 'CANCELLED') return `CANCELLED ${said ?? ''}`.trim();
  // The card that was pressed shows its answer already.
  return answer?.sentFrom === activityId ? undefined : said;
};

const staleCards = ({ rows, members, team }: RunContext, occurrence: Occurrence): Stale[] => {
  const answers = new Map(rows.answers.map((one) => [one.value.memberId, one.value]));
  return [...rows.deliveries].flatMap(([name, row]): Stale[] => {
    const [who = '', kind = ''] = name.split('|');
    const { state, round, conversationId, activityId, digest } = row.value;
    if (!asking.has(kind) || state !== 'SENT' || round !== occurrence.round) return [];
    const memberId = who as MemberId;
    const serviceUrl = members.get(memberId)?.value.serviceUrl ?? team?.serviceUrl;
    const tid = members.get(memberId)?.value.tid ?? team?.tid;
    if (conversationId === null || activityId === null || serviceUrl == null || tid == null) return [];
    const mark = markOf(occurrence, answers.get(memberId), activityId);
    if (mark === undefined || mark === digest) return [];
    const address = { tid, serviceUrl, conversationId, activityId };
    return [{ memberId, kind: kind as DeliveryKind, row, address, mark }];
  });
};

/** `notBefore` null: drawn, or never will be. */
interface Drawn {
  readonly card: Stale;
  readonly notBefore: number | null;
}

const draw = async (
  deps: JobDeps,
  { runs }: SenderState,
  context: RunContext,
  occurrence: Occurrence,
  card: Stale,
): Promise<void> => {
  const target = targetOf({ ...context.run, memberId: card.memberId }, occurrence);
  const member = context.members.get(card.memberId)?.value;
  const who = {
    member: { timezone: member?.timezone ?? null },
    locale: spokenOr(member?.locale, languageIn(context.team)),
  };
  const { message } = await showCard({ ...deps, runs }, { target, who, edit: false });
  await deps.messenger.update(card.address, message, deadlineOf(deps));
};

const drawOne = async (
  deps: JobDeps,
  state: SenderState,
  context: RunContext,
  occurrence: Occurrence,
  card: Stale,
): Promise<Drawn> => {
  const now = deps.clock.now();
  if (now < state.stoppedUntil) return { card, notBefore: state.stoppedUntil };
  try {
    await state.buckets.takeConversation(chatName(context.run.orgId, card.memberId));
    await draw(deps, state, context, occurrence, card);
    return { card, notBefore: null };
  } catch (error) {
    if (error instanceof MessengerError && error.fault.kind === 'THROTTLED') state.buckets.throttled(context.run.orgId);
    const outcome = afterFault(error, { row: { failures: 1, isGone: true }, now, random: deps.random });
    if (outcome.is === 'STOP') state.stoppedUntil = now + stopMs;
    const { orgId, teamId, meetingId, date } = context.run;
    deps.log.warn('card.notRefreshed', { orgId, teamId, meetingId, date, outcome: outcome.is });
    switch (outcome.is) {
      case 'LATER':
        return { card, notBefore: outcome.notBefore };
      case 'STOP':
        return { card, notBefore: state.stoppedUntil };
      // A card that is gone, or that nobody may change any more, is nobody's stale card.
      case 'FAILED':
      case 'PARK':
      case 'SENT':
      case 'DONE':
      case 'MOVED':
      case 'SKIPPED':
        return { card, notBefore: null };
    }
  }
};

/** A row that changed meanwhile is looked at again with the next look at the run. */
const mark = async ({ records, run }: RunContext, drawn: readonly Drawn[]): Promise<void> => {
  await Promise.all(
    drawn.map(async ({ card: { memberId: who, kind, row, mark: digest }, notBefore }) => {
      if (notBefore !== null) return;
      try {
        await records.replace(delivery, { ...run, who, kind }, { ...row.value, digest }, row.etag);
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
    }),
  );
};

/** Draws the stale cards of a run anew. Epoch ms to look again; undefined = none is left. */
export const refreshCards = async (
  deps: JobDeps,
  state: SenderState,
  { lease }: Pick<Claimed, 'lease'>,
  { context, occurrence }: { readonly context: RunContext; readonly occurrence: Occurrence },
): Promise<number | undefined> => {
  const { orgId } = context.run;
  const now = deps.clock.now();
  if (occurrence.state === 'MISSED' || now > lastSummaryMoment(occurrence, true)) return undefined;
  if (context.team?.state !== 'CONNECTED') return undefined;
  const stale = staleCards(context, occurrence);
  const { perTenant } = deps.settings;
  const later: number[] = [];
  for (let at = 0; at < stale.length; at += perTenant) {
    const some = stale.slice(at, at + perTenant);
    const drawn = await state.lanes.run(
      orgId,
      some.length,
      () => (state.isStopping() ? Promise.resolve() : state.buckets.ready(orgId, some.length)),
      async () => {
        if (state.isStopping() || !mayBegin(deps, lease)) return undefined;
        const all = await state.buckets.spend(orgId, some.length, () =>
          Promise.all(some.map((card) => drawOne(deps, state, context, occurrence, card))),
        );
        await mark(context, all);
        return all;
      },
    );
    // Too little of the lease is left: the rest comes with the next claim.
    if (drawn === undefined) return deps.clock.now();
    later.push(...drawn.flatMap((one) => (one.notBefore === null ? [] : [one.notBefore])));
  }
  return later.length === 0 ? undefined : Math.min(...later);
};
