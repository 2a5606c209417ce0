import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { digestId as digestIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { digestSettings } from '#contracts/digests/digestCalls.ts';
import type { DigestDraft, DigestSettings, saveDigest as saveDigestCall } from '#contracts/digests/digestCalls.ts';
import { digestLimits } from '#contracts/digests/digestLimits.ts';
import { createKeyedMutex } from '../../concurrency/keyedMutex.ts';
import { msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { isPublicHost } from '../../gateways/privateAddressGuard.ts';
import { digest as digestKind } from '../../store/kinds/digests/digestAndSending.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, RecordStep, Stored } from '../../store/recordKindsAndAccess.ts';
import { auditedActionSteps } from '../core/activityLogStepsAndTexts.ts';
import type { ActivityFact } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { putDueRow } from '../runs/putDueRow.ts';
import { findChannel } from '../teamsSync/syncAndReadChannels.ts';
import { settleAddedAddresses } from '../summaryEmails/listAndApproveSummaryEmails.ts';
import type { ConsentDeps } from '../summaryEmails/summaryConsentsAndAddressHash.ts';
import { requireChangeable, requireDigest, requireDigestPlace } from './digestAccess.ts';
import { findRecipient } from './planDigestMessagesAndRecipients.ts';
import { digestDueRow, listAllDigests, nextAtOf, plannedAfter, readDigestPlan } from './readDigestsAndBuildRows.ts';
import type { Digest } from './readDigestsAndBuildRows.ts';
import { digestViewOf, mayUseWebhook } from './listDigestsAndAdmins.ts';
import { newWebhookSecret } from './webhookSecretAndSignature.ts';
import type { WebhookKeyDeps } from './webhookSecretAndSignature.ts';

export type SaveDigestDeps = ConsentDeps & WebhookKeyDeps & Pick<Deps, 'store' | 'clock' | 'newId'>;

const invalid = (
  path: readonly (string | number)[],
  message:
    | `digest.${'recipientGone' | 'reportGone' | 'recipientsMissing' | 'channelNotHere' | 'webhookPrivate'}`
    | 'meeting.channelUnknown',
): never => {
  throw new AppError('INVALID_INPUT', { path: [...path], message });
};

/**
 * Returns the items of `sent` that exist. An item that no longer exists is dropped if the stored digest contains it;
 * otherwise `refuse` is called, which throws.
 */
const withoutGone = async <Id>(
  sent: readonly Id[],
  stored: readonly Id[] | undefined,
  isThere: (id: Id) => Promise<boolean>,
  refuse: (index: number) => never,
): Promise<Id[]> => {
  const there: Id[] = [];
  for (const [index, id] of sent.entries())
    if (await isThere(id)) there.push(id);
    else if (stored?.includes(id) !== true) refuse(index);
  return there;
};

/**
 * Returns the id of the team's channel; null for the channel General, and for a digest that is not posted. If the
 * stored channel was deleted since the last save, the digest is posted in General.
 */
const checkedChannel = async (
  records: Records<OrgId>,
  { teamId, recipients: { inChannel, channelId } }: DigestSettings,
  before: Digest | undefined,
): Promise<string | null> => {
  if (channelId === null || !inChannel || teamId === null) return null;
  if ((await findChannel(records, teamId, channelId))?.isDeleted === false) return channelId;
  return channelId === before?.recipients.channelId
    ? null
    : invalid(['recipients', 'channelId'], 'meeting.channelUnknown');
};

/**
 * Returns the recipients. Stored recipients who may no longer get the digest are left out. Throws INVALID_INPUT for a
 * new recipient who may not get it, and if no recipient remains.
 */
const checkedRecipients = async (
  records: Records<OrgId>,
  settings: DigestSettings,
  before: Digest | undefined,
): Promise<DigestSettings['recipients']> => {
  const { teamId, recipients } = settings;
  const { emails, inChannel, webhookUrl } = recipients;
  const memberIds = await withoutGone(
    recipients.memberIds,
    before?.recipients.memberIds,
    async (id) => (await findRecipient(records, { teamId }, id)) !== undefined,
    (index) => invalid(['recipients', 'memberIds', index], 'digest.recipientGone'),
  );
  if (memberIds.length + emails.length === 0 && !inChannel && webhookUrl === null)
    invalid(['recipients'], 'digest.recipientsMissing');
  // Figures of all teams must not be posted in the channel of one team.
  if (teamId === null && inChannel) invalid(['recipients', 'inChannel'], 'digest.channelNotHere');
  // If the URL contains an IP address, it can be checked now. A host name is resolved and checked at each call of the
  // webhook, because its address may change.
  if (webhookUrl !== null && !isPublicHost(new URL(webhookUrl).hostname))
    invalid(['recipients', 'webhookUrl'], 'digest.webhookPrivate');
  return { ...recipients, memberIds, channelId: await checkedChannel(records, settings, before) };
};

/**
 * Returns the chosen reports that still exist. Throws INVALID_INPUT for a missing report that the stored digest does
 * not contain, and if none of the chosen reports exists: an empty list would mean all reports of the team.
 */
const checkedReports = async (
  records: Records<OrgId>,
  { teamId, reportIds }: DigestSettings,
  before: Digest | undefined,
): Promise<DigestSettings['reportIds']> => {
  const refuse = (index: number): never => invalid(['reportIds', index], 'digest.reportGone');
  const there = await withoutGone(
    reportIds,
    before?.reportIds,
    async (meetingId) => teamId !== null && (await records.get(meetingKind, { teamId, meetingId })) !== undefined,
    refuse,
  );
  return reportIds.length > 0 && there.length === 0 ? refuse(0) : there;
};

const checkLimits = async (records: Records<OrgId>, { teamId }: DigestSettings): Promise<void> => {
  const rows = await listAllDigests(records);
  const count = rows.filter((row) => row.teamId === teamId).length;
  if (count >= digestLimits.digestsPerTeam)
    throw new AppError('DIGEST_LIMIT', { values: { count: digestLimits.digestsPerTeam } });
  if (rows.length >= digestLimits.digestsPerOrg)
    throw new AppError('DIGEST_LIMIT', { values: { count: digestLimits.digestsPerOrg } });
};

interface CheckedDraft {
  readonly settings: DigestSettings;
  /** The digest that the draft changes; undefined for a new digest. */
  readonly before: Digest | undefined;
}

/**
 * Returns the URL of the webhook. An actor who may not enter a webhook does not see the stored URL, so the actor's
 * draft has none, and the stored URL is kept.
 */
const webhookOf = (actor: Actor, { teamId, recipients }: DigestSettings, before: Digest | undefined): string | null =>
  recipients.webhookUrl === null && !mayUseWebhook(actor, teamId)
    ? (before?.recipients.webhookUrl ?? null)
    : recipients.webhookUrl;

/**
 * Checks the settings of a draft and returns them. A digest cannot move to another team, because its recipients belong
 * to the team.
 */
export const checkedDraft = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { id, ...draft }: Omit<DigestDraft, 'rev'>,
): Promise<CheckedDraft> => {
  const settings = digestSettings.parse(draft);
  const records = inOrg(deps.store, actor.orgId);
  await requireDigestPlace(deps, actor, settings.teamId);
  const before = id === undefined ? undefined : (await requireDigest(deps, actor, id)).value;
  if (before !== undefined && before.teamId !== settings.teamId) throw new AppError('NOT_FOUND');
  const recipients = { ...settings.recipients, webhookUrl: webhookOf(actor, settings, before) };
  return { settings: { ...settings, recipients, reportIds: await checkedReports(records, settings, before) }, before };
};

const requireWebhookRight = (actor: Actor, settings: DigestSettings, before: Digest | undefined): void => {
  const { webhookUrl } = settings.recipients;
  if (webhookUrl === null || webhookUrl === before?.recipients.webhookUrl) return;
  if (!mayUseWebhook(actor, settings.teamId)) throw new AppError('FORBIDDEN', { path: ['recipients', 'webhookUrl'] });
};

interface Secret {
  readonly sealed: string | null;
  /** The new secret, which the caller sees only once; null if the stored secret is kept or there is no webhook. */
  readonly shown: string | null;
}

/**
 * Returns the secret of the webhook. A new URL gets a new secret, so that the receiver at the old URL cannot sign calls
 * to the new one.
 */
const secretOf = (
  deps: WebhookKeyDeps,
  id: Digest['id'],
  settings: DigestSettings,
  before: Digest | undefined,
): Secret => {
  const { webhookUrl } = settings.recipients;
  if (webhookUrl === null) return { sealed: null, shown: null };
  if (webhookUrl === before?.recipients.webhookUrl && before.webhookSecret !== null)
    return { sealed: before.webhookSecret, shown: null };
  const { secret, sealed } = newWebhookSecret(deps, id);
  return { sealed, shown: secret };
};

export const digestLogSteps = (
  deps: Pick<Deps, 'newId' | 'clock'>,
  actor: Actor,
  records: Records<OrgId>,
  fact: ActivityFact,
): RecordStep[] =>
  auditedActionSteps(records, actor, {
    ...{ teamId: null, objectId: actor.orgId, eventKey: deps.newId(), atMs: deps.clock.now() },
    ...fact,
  });

/** Returns the digest to store after a save or a resumption: active, planned from now on, and owned by the actor. */
export const plannedFor = async (records: Records<OrgId>, actor: Actor, row: Digest, now: number): Promise<Digest> => {
  const plan = await readDigestPlan(records, row, now);
  const nextAt = nextAtOf(plan, plannedAfter(row, now));
  return { ...row, ownerId: actor.memberId, rev: row.rev + 1, state: 'ACTIVE', stopReason: null, nextAt };
};

const newDigest = (settings: DigestSettings, id: Digest['id'], now: number): Digest => ({
  ...settings,
  ...{ id, ownerId: null, createdOn: toInstant(now), rev: 0, state: 'ACTIVE', stopReason: null, nextAt: null },
  ...{ coveredUntil: null, handledAt: null, sentAt: null, webhookSecret: null },
});

/**
 * Stores a digest and its due row. The due row is written first, so that a crash leaves at most a due row without
 * effect, never a planned digest without its due row.
 */
export const storePlanned = async (
  deps: Pick<Deps, 'store' | 'newId' | 'clock'>,
  actor: Actor,
  {
    before,
    next,
    fact,
  }: { readonly before: Stored<Digest> | undefined; readonly next: Digest; readonly fact: ActivityFact },
): Promise<void> => {
  const records = inOrg(deps.store, actor.orgId);
  const due = digestDueRow(actor.orgId, next);
  if (due !== undefined) await putDueRow(deps.store, due);
  const key = { id: next.id };
  await records.transact([
    before === undefined
      ? records.insertStep(digestKind, key, next)
      : records.replaceStep(digestKind, key, next, before.etag),
    ...digestLogSteps(deps, actor, records, fact),
  ]);
  // If the instant passed before this write, the engine may have dropped the due row, because the digest was not stored
  // yet.
  if (due !== undefined && msOf(due.at) <= deps.clock.now()) await putDueRow(deps.store, due);
};

// On this instance, an organisation saves one digest at a time. Otherwise, concurrent saves would count the same
// existing digests and could together exceed the limit.
const saving = createKeyedMutex();

const store = async (
  deps: SaveDigestDeps,
  actor: Actor,
  settings: DigestSettings,
  { id: sentId, rev }: Pick<DigestDraft, 'id' | 'rev'>,
): Promise<{ readonly row: Digest; readonly before: Digest | undefined; readonly secret: string | null }> => {
  const records = inOrg(deps.store, actor.orgId);
  const now = deps.clock.now();
  const before = sentId === undefined ? undefined : await requireChangeable(deps, actor, sentId);
  if (rev !== undefined && before !== undefined && rev !== before.value.rev)
    throw new AppError('CONFLICT', { message: 'digest.changed' });
  if (before === undefined) await checkLimits(records, settings);
  requireWebhookRight(actor, settings, before?.value);
  const id = before?.value.id ?? digestIdSchema.parse(deps.newId());
  const secret = secretOf(deps, id, settings, before?.value);
  const base = { ...(before?.value ?? newDigest(settings, id, now)), ...settings, webhookSecret: secret.sealed };
  const planned = await plannedFor(records, actor, base, now);
  // A paused digest stays paused when its settings are changed.
  const next: Digest = before?.value.state === 'PAUSED' ? { ...planned, state: 'PAUSED', nextAt: null } : planned;
  const message = before === undefined ? 'activity.digestCreated' : 'activity.digestChanged';
  await storePlanned(deps, actor, { before, next, fact: { message, values: { name: next.name } } });
  return { row: next, before: before?.value, secret: secret.shown };
};

/**
 * Creates or changes a digest. Throws INVALID_INPUT, NOT_FOUND, FORBIDDEN, DIGEST_LIMIT, or CONFLICT if the digest was
 * changed since the draft was loaded (another `rev`).
 */
export const saveDigest = async (
  deps: SaveDigestDeps,
  actor: Actor,
  { rev, ...draft }: ParsedOf<typeof saveDigestCall>,
): Promise<OutputOf<typeof saveDigestCall>> => {
  // Each sending reads on behalf of the digest's owner, whose right is checked then. The owner must be a member, so a
  // caller without a member cannot save a digest.
  if (actor.memberId === null) throw new AppError('FORBIDDEN', { message: 'digest.needsMember' });
  const { settings: sent, before: stored } = await checkedDraft(deps, actor, draft);
  const settings = { ...sent, recipients: await checkedRecipients(inOrg(deps.store, actor.orgId), sent, stored) };
  const { row, before, secret } = await saving.runExclusive(actor.orgId, () =>
    retryOnConflict(() => store(deps, actor, settings, { id: draft.id, rev })),
  );
  const known = new Set(before?.recipients.emails);
  await settleAddedAddresses(
    deps,
    actor,
    row.recipients.emails.filter((email) => !known.has(email)),
  );
  return { digest: await digestViewOf(deps, actor, row), secret };
};
