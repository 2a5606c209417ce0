import type { MemberId } from '#contracts/core/ids.ts';
import { supportedLocaleOr } from '#contracts/text/languages.ts';
import { digestPayload } from '../../domain/digests/digestPayload.ts';
import { backoffMs } from '../../domain/engine/backoff.ts';
import { hashKey } from '../../domain/core/keyHashing.ts';
import { msOf } from '../../domain/core/zonedTime.ts';
import { MailError } from '../../gateways/mailPort.ts';
import { WebhookError } from '../../gateways/webhookPort.ts';
import type { WebhookGateway } from '../../gateways/webhookPort.ts';
import { digestLink, addressLink } from '../../services/core/webLinks.ts';
import type { DigestMessage } from '../../services/digests/digestRows.ts';
import { placeName } from '../../services/digests/readDigestModel.ts';
import { readWebhookSecret, signedHeaders } from '../../services/digests/webhookSecret.ts';
import type { WebhookKeyDeps } from '../../services/digests/webhookSecret.ts';
import type { CodeDeps } from '../../services/identity/linkCodes.ts';
import type { LimitedMail } from '../../services/rateLimits/limitedMail.ts';
import { deleteRows } from '../../services/runs/outboxRows.ts';
import type { OutboxRow } from '../../services/runs/outboxRows.ts';
import { addressToken } from '../../services/summaryEmails/addressTokens.ts';
import { consentRefusal } from '../../services/summaryEmails/consentRefusal.ts';
import { listOrganisationAddresses } from '../../services/summaryEmails/organisationAddresses.ts';
import { addressHash } from '../../services/summaryEmails/summaryConsents.ts';
import type { ConsentDeps } from '../../services/summaryEmails/summaryConsents.ts';
import { recipientLanguage } from '../../services/tenancy/recipientLanguage.ts';
import { outbox } from '../../store/kinds/dueAndOutbox.ts';
import { storedKind } from '../../store/kinds/messages/messageKinds.ts';
import type { Key } from '../../store/tableStore.ts';
import { admitSend, canBegin, claimOne, possibleSends, reschedule } from '../delivery/claims.ts';
import { readyRow } from '../delivery/readyRows.ts';
import type { Claimed, Rescheduling } from '../delivery/claims.ts';
import type { JobDeps } from '../core/jobDeps.ts';
import { deadlineOf } from '../delivery/channelPosting.ts';
import { observeParked } from '../delivery/deliveryMetrics.ts';
import { storeRetryMs } from '../delivery/recordOutcomes.ts';
import { afterUnknownResult, emailRetries } from '../delivery/sendOutcomes.ts';
import { contentOf, messageIn, readDigestContext, recipientOf, recordResult } from './digestContext.ts';
import type { DigestContext } from './digestContext.ts';

// Sends the emails of a digest, and calls its webhook. Each has its own outbox row, so that a server that hangs delays no other message.

export type DigestCallDeps = Pick<
  JobDeps,
  'store' | 'clock' | 'log' | 'metrics' | 'random' | 'settings' | 'publicUrl' | 'restoredAt' | 'isBillingEnabled'
> &
  CodeDeps &
  ConsentDeps &
  WebhookKeyDeps & { readonly mail: LimitedMail; readonly webhooks: WebhookGateway };

type Ending = Pick<DigestMessage, 'state' | 'reason'> | (Rescheduling & { readonly failures: number });

const parkAfter = 10;

const skipped = (reason: string): Ending => ({ state: 'SKIPPED', reason });
const failed = (reason: string): Ending => ({ state: 'FAILED', reason });

interface Address {
  readonly to: string;
  readonly locale: string;
}

/** Returns the address and language of the recipient; undefined if there is no recipient any more. */
const addressOf = async (deps: DigestCallDeps, context: DigestContext, who: string): Promise<Address | undefined> => {
  const { digest, language } = context;
  if (!who.startsWith('email:')) {
    const member = (await recipientOf(context, who as MemberId))?.member;
    return member === undefined || member.email === ''
      ? undefined
      : { to: member.email, locale: supportedLocaleOr(member.locale, language) };
  }
  const to = digest.recipients.emails.find((address) => `email:${addressHash(address)}` === who);
  if (to === undefined) return undefined;
  const locale = await recipientLanguage(deps, { address: to, orgId: null, locale: null }, language);
  return { to, locale: supportedLocaleOr(locale, language) };
};

const refusalOf = (deps: DigestCallDeps, { digest, language, records }: DigestContext, to: string) => {
  const address = to.toLowerCase();
  const asking = { orgId: records.scope, address, locale: language, by: digest.ownerId };
  return consentRefusal(deps, asking, async () =>
    (await listOrganisationAddresses(deps, records.scope, [address])).has(address),
  );
};

/** Sends the message. Returns the reason why it is not sent; null = it was sent. */
type Send = (deps: DigestCallDeps, context: DigestContext, claimed: Claimed) => Promise<string | null>;

/** Returns the id of a message. It is the same for each attempt, so that a receiver can recognise a repetition. */
const idOf = ({ key }: Claimed): string => hashKey(key.rk);

const email: Send = async (deps, context, claimed) => {
  const { records, digest, owner } = context;
  const address = await addressOf(deps, context, claimed.row.who);
  if (address === undefined) return 'NO_ADDRESS';
  const { to, locale } = address;
  const refusal = await refusalOf(deps, context, to);
  if (refusal !== null) return refusal;
  const token = addressToken(deps.codeKeys, { orgId: records.scope, hash: addressHash(to) });
  const content = {
    kind: 'DIGEST' as const,
    model: await contentOf(deps, context),
    url: digestLink(deps.publicUrl, digest.id),
    organization: await placeName(records, null),
    sender: owner.actor?.name ?? '',
    stopUrl: addressLink(deps.publicUrl, token),
  };
  await deps.mail.send({ id: idOf(claimed), to, locale, email: content }, records.scope, deadlineOf(deps));
  return null;
};

const webhook: Send = async (deps, context, claimed) => {
  const { digest } = context;
  const { webhookUrl: url } = digest.recipients;
  if (url === null || digest.webhookSecret === null) return 'NO_ADDRESS';
  const secret = readWebhookSecret(deps, digest.id, digest.webhookSecret);
  if (secret === undefined) return 'NO_SECRET';
  const body = digestPayload(digest.id, await contentOf(deps, context));
  const seconds = Math.floor(deps.clock.now() / 1000);
  const headers = signedHeaders(secret, { body, seconds, deliveryId: idOf(claimed) });
  await deps.webhooks.post({ url, body, headers }, deadlineOf(deps));
  return null;
};

const afterUnknown = (deps: DigestCallDeps, row: OutboxRow): Ending => {
  const sends = possibleSends(row);
  const outcome = afterUnknownResult(emailRetries, { row, sends, now: deps.clock.now(), random: deps.random });
  if (outcome.is === 'LATER')
    return { notBefore: outcome.notBefore, failures: (row.failures ?? 0) + 1, sends: sends + 1 };
  observeParked(deps, row.kind, 'UNCONFIRMED');
  return failed('UNCONFIRMED');
};

interface Fault {
  /** The reason of a final refusal; null = the message can be sent later. */
  readonly refusal: string | null;
  readonly mayHaveArrived: boolean;
  /** Milliseconds for which a rate limit delays the message; undefined = it is not delayed. */
  readonly heldMs?: number;
}

const faultOf = (error: unknown): Fault | undefined => {
  if (error instanceof MailError) {
    const { fault } = error;
    if (fault.kind === 'REFUSED') return { refusal: 'REJECTED', mayHaveArrived: false };
    if (fault.kind === 'HELD') return { refusal: null, mayHaveArrived: false, heldMs: fault.retryAfterMs };
    return { refusal: null, mayHaveArrived: fault.mayHaveArrived === true };
  }
  if (!(error instanceof WebhookError)) return undefined;
  const { fault } = error;
  if (fault.kind === 'LATER') return { refusal: null, mayHaveArrived: fault.mayHaveArrived };
  return { refusal: fault.kind === 'FORBIDDEN' ? 'FORBIDDEN_ADDRESS' : 'REJECTED', mayHaveArrived: false };
};

const isTooLate = ({ notAfter }: OutboxRow, at: number): boolean => notAfter !== null && at > msOf(notAfter);

const afterFault = (deps: DigestCallDeps, { row }: Claimed, error: unknown): Ending => {
  const failures = (row.failures ?? 0) + 1;
  const { kind, orgId, teamId, meetingId, date } = row;
  const facts = { kind: storedKind(kind), orgId, teamId, meetingId, date, failures };
  const fault = faultOf(error);
  const notBefore = deps.clock.now() + (fault?.heldMs ?? backoffMs(emailRetries, failures - 1, deps.random));
  if (fault === undefined) {
    deps.log.error('digest.fault', error, facts);
    const parkedReason = error instanceof Error ? error.name : 'Error';
    if (failures < parkAfter) return { notBefore, failures };
    observeParked(deps, kind, parkedReason);
    return { notBefore, failures, parkedReason };
  }
  deps.log.warn('digest.failed', { ...facts, refusal: fault.refusal });
  if (fault.refusal !== null) return failed(fault.refusal);
  if (isTooLate(row, notBefore)) return failed(fault.heldMs === undefined ? 'TOO_LATE' : 'MAIL_LIMIT');
  if (fault.mayHaveArrived) return afterUnknown(deps, row);
  return { notBefore, failures: fault.heldMs === undefined ? failures : (row.failures ?? 0) };
};

const send = async (deps: DigestCallDeps, context: DigestContext, claimed: Claimed): Promise<Ending> => {
  const { row } = claimed;
  const now = deps.clock.now();
  if (context.whySilent !== null) return skipped(context.whySilent);
  if (isTooLate(row, now)) return failed('TOO_LATE');
  const failures = row.failures ?? 0;
  if (!canBegin(deps, claimed.lease)) return { notBefore: now, failures };
  switch (await admitSend(deps, claimed)) {
    case 'LOST':
      return { notBefore: now, failures };
    case 'PARK':
      observeParked(deps, row.kind, 'UNCONFIRMED');
      return failed('UNCONFIRMED');
    case 'SEND':
  }
  try {
    const reason = await (row.kind === 'digestWebhook' ? webhook : email)(deps, context, claimed);
    return reason === null ? { state: 'SENT', reason: null } : skipped(reason);
  } catch (error) {
    return afterFault(deps, claimed, error);
  }
};

/** Sends one email of a digest or calls its webhook, if the row is due and no other instance holds it. */
export const handleDigestCall = async (deps: DigestCallDeps, key: Key): Promise<void> => {
  const row = await readyRow(deps, key);
  const claimed = row === undefined ? undefined : await claimOne(deps, row);
  if (claimed === undefined) return;
  const context = await readDigestContext(deps, claimed.row);
  const id = { way: claimed.row.kind === 'digestWebhook' ? 'WEBHOOK' : 'EMAIL', who: claimed.row.who } as const;
  if (context !== undefined && messageIn(context.sending, id)?.state === 'WAITING') {
    const sent = claimed.row.accepted == null ? undefined : ({ state: 'SENT', reason: null } as const);
    const ending = sent ?? (await send(deps, context, claimed));
    if ('notBefore' in ending) return reschedule(deps, claimed, ending);
    try {
      await recordResult(context, id, { ...ending, now: deps.clock.now() });
    } catch (error) {
      if (ending.state !== 'SENT') throw error;
      // The message was sent. The row stores this, so that only the record is retried.
      const accepted = { conversationId: '', activityId: '', isLate: false };
      const counts = { failures: (claimed.row.failures ?? 0) + 1, sends: possibleSends(claimed.row) + 1 };
      deps.log.error('deliveryRecord.failed', error, { kind: storedKind(claimed.row.kind), orgId: claimed.row.orgId });
      return reschedule(deps, claimed, { notBefore: deps.clock.now() + storeRetryMs, ...counts, accepted });
    }
  }
  await deleteRows(deps.store, outbox.table, [claimed.key]);
};
