import type { MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { DigestModel } from '../../domain/digests/digestModelTypes.ts';
import { digestLimits } from '#contracts/digests/digestLimits.ts';
import { isBeforeRestore, maxSends } from '../../domain/runs/lastSendInstants.ts';
import { minuteMs, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { digest as digestKind, digestSending } from '../../store/kinds/digests/digestAndSending.ts';
import { findRecipient } from '../../services/digests/planDigestMessagesAndRecipients.ts';
import type { Recipient } from '../../services/digests/planDigestMessagesAndRecipients.ts';
import { readDigestOwner } from '../../services/digests/digestOwner.ts';
import type { DigestOwner } from '../../services/digests/digestOwner.ts';
import { digestInKey } from '../../services/digests/readDigestsAndBuildRows.ts';
import type { Digest, DigestMessage, Sending } from '../../services/digests/readDigestsAndBuildRows.ts';
import { readDigestModel, stoppedModel } from '../../services/digests/readDigestModel.ts';
import { retryOnConflict } from '../../services/core/optimisticUpdate.ts';
import { isAskingMembers } from '../../services/tenancy/payingStateAndOrgPause.ts';
import { teamLanguage } from '../../services/tenancy/teamLanguage.ts';
import type { OutboxRow } from '../../services/runs/outboxRowAndRunRef.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { digestLink } from '../../services/core/webLinks.ts';
import type { Reader } from '../../services/core/cardPresenterPort.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import type { SenderState } from '../delivery/sendRunMessagesAndSenderState.ts';
import type { ClaimedMaintenance } from '../outboxRows/rescheduleOrDeleteMaintenanceRow.ts';

// Reads what decides about the messages of one sending of a digest, builds their content, and records their results.

type ContextDeps = Pick<JobDeps, 'store' | 'clock' | 'isBillingEnabled' | 'restoredAt'>;

export interface SendingPlace {
  readonly records: Records<OrgId>;
  readonly key: Pick<Sending, 'digestId' | 'at'>;
}

export interface DigestContext extends SendingPlace {
  readonly digest: Digest;
  readonly sending: Sending;
  readonly owner: DigestOwner;
  readonly language: Language;
  /** The reason why no message of this sending may be sent any more; null = its messages may be sent. */
  readonly whySilent: 'DEACTIVATED' | 'DISCONNECTED' | 'RESTORED' | null;
}

/**
 * True if the messages of this sending no longer apply. Planned: the digest is not active, or its owner may not read
 * it. On demand: the owner may not read it. Notice that the digest stopped: the digest was started again.
 */
const isSilenced = ({ state }: Digest, { cause }: Sending, { stop }: DigestOwner): boolean => {
  switch (cause) {
    case 'PLANNED':
      return state !== 'ACTIVE' || stop !== null;
    case 'ON_DEMAND':
      return stop !== null;
    case 'STOPPED':
      return state !== 'STOPPED';
  }
};

export const readDigestContext = async (deps: ContextDeps, row: OutboxRow): Promise<DigestContext | undefined> => {
  const records = inOrg(deps.store, row.orgId);
  const key = { digestId: digestInKey(row), at: row.at };
  const [stored, sent] = await Promise.all([
    records.get(digestKind, { id: key.digestId }),
    records.get(digestSending, key),
  ]);
  if (stored === undefined || sent === undefined) return undefined;
  const [digest, sending] = [stored.value, sent.value];
  const [owner, mayAsk] = await Promise.all([readDigestOwner(records, digest), isAskingMembers(deps, records)]);
  const isConnected = digest.teamId === null || owner.team?.state === 'CONNECTED';
  // The notice about a removed team still reaches an admin in another team.
  const isOffline = !mayAsk || (!isConnected && sending.stopReason !== 'TEAM_GONE');
  const whySilent = isSilenced(digest, sending, owner)
    ? 'DEACTIVATED'
    : isOffline
      ? 'DISCONNECTED'
      : isBeforeRestore(msOf(row.at), deps.restoredAt)
        ? 'RESTORED'
        : null;
  return { records, key, digest, sending, owner, language: teamLanguage(owner.team), whySilent };
};

/** Returns the content as of now. The caller must first check `whySilent`, which includes the right of the owner. */
export const contentOf = async (deps: ContextDeps, context: DigestContext): Promise<DigestModel> => {
  const { digest, sending, owner, records } = context;
  const period = { from: msOf(sending.from), to: msOf(sending.to) };
  const isLate = sending.cause === 'PLANNED' && deps.clock.now() - period.to > digestLimits.digestLate * minuteMs;
  const request = { settings: digest, period, isLate };
  if (sending.stopReason !== null || owner.actor === undefined)
    return stoppedModel(records, request, {
      reason: sending.stopReason ?? 'OWNER_GONE',
      owner: owner.actor?.name ?? null,
    });
  return readDigestModel(deps, owner.actor, records, request);
};

/** Returns the person as a recipient of this sending; undefined for a person who may not get it any more. */
export const recipientOf = async (
  { records, digest, sending }: DigestContext,
  memberId: MemberId,
): Promise<Recipient | undefined> => {
  // The digest may have been changed while the message waited.
  if (sending.cause === 'PLANNED' && !digest.recipients.memberIds.includes(memberId)) return undefined;
  const own = await findRecipient(records, digest, memberId);
  // The notice that a digest stopped can go to an admin who is not a member of the team.
  return own ?? (sending.cause === 'STOPPED' ? findRecipient(records, { teamId: null }, memberId) : undefined);
};

const isSame = (message: DigestMessage, { way, who }: Pick<DigestMessage, 'way' | 'who'>): boolean =>
  message.way === way && message.who === who;

export const messageIn = ({ messages }: Sending, id: Pick<DigestMessage, 'way' | 'who'>): DigestMessage | undefined =>
  messages.find((message) => isSame(message, id));

/**
 * Changes one message in the stored record of the sending (`digestSending`). A message with a final result stays
 * unchanged.
 */
export const changeMessage = (
  { records, key }: SendingPlace,
  id: Pick<DigestMessage, 'way' | 'who'>,
  change: (before: DigestMessage) => DigestMessage | undefined,
): Promise<void> =>
  retryOnConflict(async () => {
    const stored = await records.get(digestSending, key);
    const before = stored === undefined ? undefined : messageIn(stored.value, id);
    if (stored === undefined || before === undefined || before.state !== 'WAITING') return;
    const next = change(before);
    if (next === undefined) return;
    const messages = stored.value.messages.map((message) => (isSame(message, id) ? next : message));
    await records.replace(digestSending, key, { ...stored.value, messages }, stored.etag);
  });

/**
 * Counts one more attempt to send the message before it begins. Returns the count; undefined if there may be no further
 * attempt.
 */
export const countSend = async (
  place: SendingPlace,
  id: Pick<DigestMessage, 'way' | 'who'>,
): Promise<number | undefined> => {
  let counted: number | undefined;
  await changeMessage(place, id, (before) => {
    counted = before.sends >= maxSends ? undefined : before.sends + 1;
    return counted === undefined ? undefined : { ...before, sends: counted };
  });
  return counted;
};

export const recordResult = (
  place: SendingPlace,
  id: Pick<DigestMessage, 'way' | 'who'>,
  { state, reason, now }: Pick<DigestMessage, 'state' | 'reason'> & { readonly now: number },
): Promise<void> =>
  changeMessage(place, id, (before) => ({ ...before, state, reason, at: toInstant(now), notBefore: null }));

/** Adds the messages that the stored record of the sending does not contain yet. */
export const addMessages = ({ records, key }: SendingPlace, added: readonly DigestMessage[]): Promise<void> =>
  retryOnConflict(async () => {
    const stored = await records.get(digestSending, key);
    if (stored === undefined) return;
    const missing = added.filter((message) => messageIn(stored.value, message) === undefined);
    if (missing.length === 0) return;
    const messages = [...stored.value.messages, ...missing];
    await records.replace(digestSending, key, { ...stored.value, messages }, stored.etag);
  });

/**
 * The data for the chat messages of one sending of a digest. `model` reads the content at its first call and keeps it.
 */
export interface DigestUpdate {
  readonly deps: JobDeps;
  readonly state: SenderState;
  readonly claimed: ClaimedMaintenance;
  readonly context: DigestContext;
  readonly model: () => Promise<DigestModel>;
}

export const drawDigest = ({ deps, context }: DigestUpdate, model: DigestModel, reader: Reader): OutgoingMessage =>
  deps.presenter.digest(model, reader, digestLink(deps.publicUrl, context.digest.id));
