import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import type {
  previewDigest as previewDigestCall,
  sendDigestNow as sendDigestNowCall,
  DigestSettings,
} from '#contracts/digests/digestCalls.ts';
import { coveredFrom } from '../../domain/digests/digestSchedule.ts';
import { msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { digestSending } from '../../store/kinds/digests/digestAndSending.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import type { Actor } from '../core/actor.ts';
import type { Presenter } from '../core/cardPresenterPort.ts';
import type { Deps } from '../core/deps.ts';
import { digestLink } from '../core/webLinks.ts';
import type { Limiter } from '../rateLimits/storedRateLimiter.ts';
import { writeOutbox } from '../runs/writeOutboxAndDueRows.ts';
import { digestId as digestIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { requireDigest } from './digestAccess.ts';
import { findRecipient, messagesTo } from './planDigestMessagesAndRecipients.ts';
import { keptSendings, listSendings, nextAtOf, readDigestPlan, sendingOutboxRows } from './readDigestsAndBuildRows.ts';
import type { Digest, Sending } from './readDigestsAndBuildRows.ts';
import { readDigestOwner } from './digestOwner.ts';
import { readDigestModel } from './readDigestModel.ts';
import { checkedDraft } from './saveDigest.ts';

export type SendNowDeps = Pick<Deps, 'store' | 'clock' | 'publicUrl'> & {
  readonly limiter: Limiter;
  readonly wake?: () => void;
};
export type PreviewDeps = SendNowDeps & { readonly presenter: Presenter };

const secondMs = 1000;
const tries = 5;

/**
 * Returns the instants to try as the key of a sending on demand: the next seconds that are not a full minute. Planned
 * sendings are at full minutes, so the keys never collide.
 */
const instantsFrom = (now: number): number[] => {
  const first = Math.floor(now / secondMs) * secondMs;
  const seconds = Array.from({ length: tries * 2 }, (_, index) => first + index * secondMs);
  return seconds.filter((at) => at % (60 * secondMs) !== 0).slice(0, tries);
};

const periodUntil = ({ schedule }: Pick<DigestSettings, 'schedule'>, now: number) => ({
  from: coveredFrom(schedule, null, now),
  to: now,
});

/** Stores the sending under the first of these instants that no other sending of the digest has. */
const storeSending = async (deps: SendNowDeps, actor: Actor, row: Digest, messages: Sending['messages']) => {
  const records = inOrg(deps.store, actor.orgId);
  const now = deps.clock.now();
  const { from, to } = periodUntil(row, now);
  for (const ms of instantsFrom(now)) {
    const key = { digestId: row.id, at: toInstant(ms) };
    const period = { from: toInstant(from), to: toInstant(to) };
    const sending: Sending = { ...key, ...period, cause: 'ON_DEMAND', stopReason: null, messages };
    try {
      await records.insert(digestSending, key, sending);
      return sending;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
  throw new AppError('CONFLICT');
};

/**
 * Deletes the oldest sendings on demand if there are more than `keptSendings.onDemand`, so that they do not take the
 * place of planned sendings.
 */
const forgetOldest = async (records: Records<OrgId>, { id: digestId }: Digest): Promise<void> => {
  const rows = await listSendings(records, digestId, keptSendings.all + 2 * keptSendings.onDemand);
  const oldest = rows.filter(({ value }) => value.cause === 'ON_DEMAND').slice(keptSendings.onDemand);
  // A sending with waiting messages is kept, because the sender of these messages reads it.
  const over = oldest.filter(({ value }) => value.messages.every(({ state }) => state !== 'WAITING'));
  try {
    await records.transact(over.map(({ value: { at } }) => records.deleteStep(digestSending, { digestId, at })));
  } catch (error) {
    // Another request deleted one of these sendings. The next request deletes the others.
    if (!isConflict(error)) throw error;
  }
};

/**
 * Sends the stored digest to the caller alone, through the outbox like every other message. Throws NOT_FOUND,
 * FORBIDDEN, TOO_MANY_REQUESTS, or CONFLICT if the digest has stopped or no message can reach the caller.
 */
export const sendDigestNow = async (
  deps: SendNowDeps,
  actor: Actor,
  { digestId }: ParsedOf<typeof sendDigestNowCall>,
): Promise<OutputOf<typeof sendDigestNowCall>> => {
  const { value: row } = await requireDigest(deps, actor, digestId);
  const records = inOrg(deps.store, actor.orgId);
  if (actor.memberId === null) throw new AppError('FORBIDDEN', { message: 'digest.needsMember' });
  if ((await readDigestOwner(records, row)).stop !== null)
    throw new AppError('CONFLICT', { message: 'digest.isStopped' });
  const recipient = await findRecipient(records, row, actor.memberId);
  const messages = recipient === undefined ? [] : messagesTo(recipient, deps.clock.now());
  const [first] = messages.filter(({ state }) => state === 'WAITING');
  if (first === undefined) throw new AppError('CONFLICT', { message: 'digest.noWayToYou' });
  await deps.limiter.take('digestNow', actor.memberId);
  const sending = await storeSending(deps, actor, row, messages);
  await writeOutbox(deps.store, sendingOutboxRows(actor.orgId, row, sending, deps.clock.now()));
  await forgetOldest(records, row);
  deps.wake?.();
  return { way: first.way };
};

/** Number of future sendings whose instants a preview lists. */
const previewed = 3;

const nextInstants = async (deps: PreviewDeps, actor: Actor, settings: DigestSettings) => {
  const plan = await readDigestPlan(inOrg(deps.store, actor.orgId), settings, deps.clock.now());
  const next: NonNullable<ReturnType<typeof nextAtOf>>[] = [];
  for (let after = deps.clock.now(); next.length < previewed;) {
    const at = nextAtOf(plan, after);
    if (at === null) break;
    next.push(at);
    after = msOf(at);
  }
  return next;
};

/** The id in the link of a preview. No digest has this id, so the link leads to the list of digests. */
const unsaved = digestIdSchema.parse('0'.repeat(26));

/**
 * Draws the card of the draft with the same renderer as the real message, for the period that ends now. Throws
 * NOT_FOUND, FORBIDDEN or INVALID_INPUT.
 */
export const previewDigest = async (
  deps: PreviewDeps,
  actor: Actor,
  draft: ParsedOf<typeof previewDigestCall>,
): Promise<OutputOf<typeof previewDigestCall>> => {
  const { settings } = await checkedDraft(deps, actor, draft);
  await deps.limiter.take('digestPreview', actor.memberId ?? actor.userId ?? '');
  const period = periodUntil(settings, deps.clock.now());
  const records = inOrg(deps.store, actor.orgId);
  const model = await readDigestModel(deps, actor, records, { settings, period, isLate: false });
  const reader = { locale: actor.locale, timezone: settings.schedule.timezone };
  const message = deps.presenter.digest(model, reader, digestLink(deps.publicUrl, unsaved));
  return { card: { ...deps.presenter.webCard(message) }, next: await nextInstants(deps, actor, settings) };
};
