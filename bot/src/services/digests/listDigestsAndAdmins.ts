import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import type { OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type {
  DigestView,
  listDigestAdmins as listAdminsCall,
  listDigests as listDigestsCall,
  listOrganisationDigests as listOrganisationCall,
} from '#contracts/digests/digestCalls.ts';
import { digestSettings } from '#contracts/digests/digestCalls.ts';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import { orgMember } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { byName } from '../core/compareByNameOrText.ts';
import { listAdminIds } from '../tenancy/listAdminIds.ts';
import { addressHash } from '../summaryEmails/summaryConsentsAndAddressHash.ts';
import { listConsents } from '../summaryEmails/listAndApproveSummaryEmails.ts';
import { mayChange, requireDigestPlace } from './digestAccess.ts';
import { findRecipient } from './planDigestMessagesAndRecipients.ts';
import { readDigestOwner } from './digestOwner.ts';
import { keptSendings, listAllDigests, listSendings } from './readDigestsAndBuildRows.ts';
import type { Digest, DigestMessage, Sending } from './readDigestsAndBuildRows.ts';

type ViewDeps = Pick<Deps, 'store' | 'clock'>;

const recipientName = async (records: Records<OrgId>, row: Digest, { way, who }: DigestMessage): Promise<string> => {
  if (way === 'CHANNEL' || way === 'WEBHOOK') return '';
  if (who.startsWith('email:'))
    return row.recipients.emails.find((email) => `email:${addressHash(email)}` === who) ?? '';
  const memberId = row.recipients.memberIds.find((id) => id === who);
  return memberId === undefined ? '' : ((await records.get(orgMember, { memberId }))?.value.name ?? '');
};

const sendingView = async (records: Records<OrgId>, row: Digest, { messages, at, from, to }: Sending) => {
  const undelivered = messages.filter(({ state }) => state === 'FAILED' || state === 'SKIPPED');
  const count = (state: DigestMessage['state']): number => messages.filter((message) => message.state === state).length;
  return {
    ...{ at, from, to, sent: count('SENT'), waiting: count('WAITING') },
    undelivered: await Promise.all(
      undelivered.map(async (message) => ({
        ...{ way: message.way, name: await recipientName(records, row, message), reason: message.reason ?? '' },
      })),
    ),
  };
};

/**
 * Returns the recipients without the webhook's URL if the actor may not enter a webhook, because the URL often contains
 * a secret. The actor then sees only its host.
 */
const shownWebhook = (actor: Actor, { teamId, recipients }: Digest): Pick<DigestView, 'recipients' | 'webhookHost'> => {
  const { webhookUrl } = recipients;
  return webhookUrl === null || mayUseWebhook(actor, teamId)
    ? { recipients }
    : { recipients: { ...recipients, webhookUrl: null }, webhookHost: new URL(webhookUrl).host };
};

/**
 * Returns a digest as its screen shows it. If the owner has lost the right to read it, the digest is shown as stopped
 * even before its next date, at which it really stops.
 */
export const digestViewOf = async (deps: ViewDeps, actor: Actor, row: Digest): Promise<DigestView> => {
  const records = inOrg(deps.store, actor.orgId);
  const [owner, sendings, addresses] = await Promise.all([
    readDigestOwner(records, row),
    listSendings(records, row.id, keptSendings.all + keptSendings.onDemand),
    listConsents(deps, actor, row.recipients.emails),
  ]);
  const lastOf = async (isWanted: (sending: Sending) => boolean) => {
    const found = sendings.find(({ value }) => isWanted(value));
    return found === undefined ? null : sendingView(records, row, found.value);
  };
  const stopReason = row.state === 'STOPPED' ? row.stopReason : owner.stop;
  return {
    ...digestSettings.parse(row),
    ...shownWebhook(actor, row),
    id: row.id,
    rev: row.rev,
    state: stopReason === null ? row.state : 'STOPPED',
    stopReason,
    ownerName: owner.actor?.name ?? null,
    canChange: mayChange(actor, row),
    nextAt: stopReason === null && row.state === 'ACTIVE' ? row.nextAt : null,
    last: await lastOf(({ cause }) => cause === 'PLANNED'),
    sentToMe: await lastOf(
      ({ cause, messages }) => cause === 'ON_DEMAND' && messages.some(({ who }) => who === actor.memberId),
    ),
    addresses,
  };
};

const listOf = async (
  deps: ViewDeps,
  actor: Actor,
  teamId: TeamId | null,
): Promise<OutputOf<typeof listDigestsCall>> => {
  const rows = await listAllDigests(inOrg(deps.store, actor.orgId));
  const own = rows.filter((row) => row.teamId === teamId).sort(byName(actor.locale));
  const items: DigestView[] = [];
  for (const row of own) items.push(await digestViewOf(deps, actor, row));
  return { items, canUseWebhook: mayUseWebhook(actor, teamId) };
};

/**
 * True if the actor may enter a webhook. Only an admin may: the people behind a webhook cannot be asked for consent,
 * unlike the recipients of emails.
 */
export const mayUseWebhook = ({ role, teamIds }: Actor, teamId: TeamId | null): boolean =>
  hasPermission('summaryEmail.approve', {
    role,
    belongsToTeam: teamId === null || teamIds.includes(teamId),
    isOwner: false,
  });

export const listDigests = async (
  deps: ViewDeps,
  actor: Actor,
  { teamId }: ParsedOf<typeof listDigestsCall>,
): Promise<OutputOf<typeof listDigestsCall>> => {
  await requireDigestPlace(deps, actor, teamId);
  return listOf(deps, actor, teamId);
};

/** Returns the admins to whom a digest of the organisation can be sent, sorted by name. */
export const listDigestAdmins = async (deps: ViewDeps, actor: Actor): Promise<OutputOf<typeof listAdminsCall>> => {
  const records = inOrg(deps.store, actor.orgId);
  const found = await Promise.all(
    (await listAdminIds(records)).map((memberId) => findRecipient(records, { teamId: null }, memberId)),
  );
  return found
    .flatMap((recipient) => recipient ?? [])
    .map(({ member: { memberId, name } }) => ({ id: memberId, name }))
    .sort(byName(actor.locale));
};

export const listOrganisationDigests = (deps: ViewDeps, actor: Actor): Promise<OutputOf<typeof listOrganisationCall>> =>
  listOf(deps, actor, null);
