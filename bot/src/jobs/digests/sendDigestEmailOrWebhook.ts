import { supportedLocaleOr } from '#contracts/text/languagesAndLocaleChoice.ts';
import { digestWebhookPayload } from '../../domain/digests/digestWebhookPayload.ts';
import { msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { WebhookGateway } from '../../gateways/webhookPort.ts';
import { digestLink, addressLink } from '../../services/core/webLinks.ts';
import { placeName } from '../../services/digests/readDigestModel.ts';
import { readWebhookSecret, signedHeaders } from '../../services/digests/webhookSecretAndSignature.ts';
import type { WebhookKeyDeps } from '../../services/digests/webhookSecretAndSignature.ts';
import type { CodeDeps } from '../../services/identity/emailLinkCodes.ts';
import type { LimitedMail } from '../../services/rateLimits/rateLimitedMail.ts';
import type { OutboxRow } from '../../services/runs/outboxRowAndRunRef.ts';
import { addressToken } from '../../services/summaryEmails/consentLinkTokens.ts';
import { checkOrRequestConsent } from '../../services/summaryEmails/checkOrRequestConsent.ts';
import { filterOrganisationAddresses } from '../../services/summaryEmails/filterOrganisationAddresses.ts';
import { addressHash } from '../../services/summaryEmails/summaryConsentsAndAddressHash.ts';
import type { ConsentDeps } from '../../services/summaryEmails/summaryConsentsAndAddressHash.ts';
import { recipientLanguage } from '../../services/tenancy/emailLanguageAndAccount.ts';
import { isMember } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import type { Key } from '../../store/tableStorePort.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { deadlineOf } from '../core/requestDeadline.ts';
import {
  contentOf,
  messageIn,
  readDigestContext,
  recipientOf,
  recordResult,
} from './digestSendingContextAndResults.ts';
import type { DigestContext } from './digestSendingContextAndResults.ts';
import { handleSingleMessageRow } from '../outboxRows/handleEmailOrWebhookRow.ts';
import type { Send } from '../outboxRows/handleEmailOrWebhookRow.ts';

// Sends the emails of a digest, and calls its webhook. Each email and the webhook call have their own outbox rows, so
// that a server that does not reply delays no other message.

export type DigestCallDeps = Pick<
  JobDeps,
  'store' | 'clock' | 'log' | 'metrics' | 'random' | 'settings' | 'publicUrl' | 'restoredAt' | 'isBillingEnabled'
> &
  CodeDeps &
  ConsentDeps &
  WebhookKeyDeps & { readonly mail: LimitedMail; readonly webhooks: WebhookGateway };

interface Address {
  readonly to: string;
  readonly locale: string;
}

/** Returns the address and language of the recipient; undefined if there is no recipient any more. */
const addressOf = async (deps: DigestCallDeps, context: DigestContext, who: string): Promise<Address | undefined> => {
  const { digest, language } = context;
  if (isMember(who)) {
    const member = (await recipientOf(context, who))?.member;
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
  return checkOrRequestConsent(deps, asking, async () =>
    (await filterOrganisationAddresses(deps, records.scope, [address])).has(address),
  );
};

/** Returns the function that sends the message, or the reason to skip it. */
type Prepare = (deps: DigestCallDeps, context: DigestContext, row: OutboxRow) => Promise<Send | string>;

const prepareEmail: Prepare = async (deps, context, { who }) => {
  const { records, digest, owner } = context;
  const address = await addressOf(deps, context, who);
  if (address === undefined) return 'NO_ADDRESS';
  const { to, locale } = address;
  const refusal = await refusalOf(deps, context, to);
  if (refusal !== null) return refusal;
  const token = addressToken(deps.codeKeys, { orgId: records.scope, hash: addressHash(to) });
  const email = {
    kind: 'DIGEST' as const,
    model: await contentOf(deps, context),
    url: digestLink(deps.publicUrl, digest.id),
    organization: await placeName(records, null),
    sender: owner.actor?.name ?? '',
    stopUrl: addressLink(deps.publicUrl, token),
  };
  return (id) => deps.mail.send({ id, to, locale, email }, records.scope, deadlineOf(deps));
};

const prepareCall: Prepare = async (deps, context) => {
  const { digest } = context;
  const { webhookUrl: url } = digest.recipients;
  if (url === null || digest.webhookSecret === null) return 'NO_ADDRESS';
  const secret = readWebhookSecret(deps, digest.id, digest.webhookSecret);
  if (secret === undefined) return 'NO_SECRET';
  const body = digestWebhookPayload(digest.id, await contentOf(deps, context));
  return (deliveryId) => {
    const seconds = Math.floor(deps.clock.now() / 1000);
    const headers = signedHeaders(secret, { body, seconds, deliveryId });
    return deps.webhooks.post({ url, body, headers }, deadlineOf(deps));
  };
};

const prepare: Prepare = async (deps, context, row) => {
  if (context.whySilent !== null) return context.whySilent;
  if (row.notAfter !== null && deps.clock.now() > msOf(row.notAfter)) return 'TOO_LATE';
  return (row.kind === 'digestWebhook' ? prepareCall : prepareEmail)(deps, context, row);
};

const events = { refused: 'digest.failed', failed: 'digest.failed', fault: 'digest.fault' };

/** Sends one email of a digest or calls its webhook, if the row is due and no other instance has claimed it. */
export const sendDigestEmailOrWebhook = (deps: DigestCallDeps, key: Key): Promise<void> =>
  handleSingleMessageRow(deps, key, async ({ row }) => {
    const context = await readDigestContext(deps, row);
    const id = { way: row.kind === 'digestWebhook' ? 'WEBHOOK' : 'EMAIL', who: row.who } as const;
    if (context === undefined || messageIn(context.sending, id)?.state !== 'WAITING') return undefined;
    return {
      events,
      prepare: () => prepare(deps, context, row),
      record: (result) => recordResult(context, id, { ...result, now: deps.clock.now() }),
    };
  });
