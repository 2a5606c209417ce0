import type { MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { canBeReached, whyNotNotified } from '../../domain/runs/reachableMembers.ts';
import { addressOfMember } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import { orgMember } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { findTeamMemberships } from '../tenancy/activeOrganisationAndTeams.ts';
import { listAdminIds } from '../tenancy/listAdminIds.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { addressHash } from '../summaryEmails/summaryConsentsAndAddressHash.ts';
import type { Digest, DigestMessage } from './readDigestsAndBuildRows.ts';

// Decides which messages a sending has. The recipients are read once, when the sending becomes due, and do not change
// afterwards.

/** A recipient, and the team through which the bot reaches the person's chat. */
export interface Recipient {
  readonly teamId: TeamId;
  readonly member: TeamMember;
}

/**
 * Returns the member as a recipient of the digest; undefined if the person may no longer get it, for example after
 * leaving the team.
 */
export const findRecipient = async (
  records: Records<OrgId>,
  { teamId }: Pick<Digest, 'teamId'>,
  memberId: MemberId,
): Promise<Recipient | undefined> => {
  if (teamId !== null) {
    const row = (await records.get(teamMember, { teamId, memberId }))?.value;
    return row?.isEnabled === true && row.leftOn === null ? { teamId, member: row } : undefined;
  }
  const person = (await records.get(orgMember, { memberId }))?.value;
  if (person?.role !== 'admin') return undefined;
  const place = (await findTeamMemberships(records, memberId)).find(({ row }) => row.isEnabled);
  return place === undefined ? undefined : { teamId: place.teamId, member: place.row };
};

const waiting = (way: DigestMessage['way'], who: string): DigestMessage => ({
  ...{ way, who, state: 'WAITING', reason: null, at: null, sends: 0, notBefore: null },
});

/**
 * Returns the messages to a member, by the member's preference for summaries (chat, email or both). If the preferred
 * way is not possible, the other way is used. If neither is possible, returns one skipped message.
 */
export const messagesTo = ({ member }: Recipient, now: number): DigestMessage[] => {
  const wish = member.summaryDelivery ?? 'CHAT';
  const hasChat = canBeReached(member, addressOfMember(member), now);
  const hasEmail = member.email !== '';
  const messages = [
    ...((wish !== 'EMAIL' || !hasEmail) && hasChat ? [waiting('CHAT', member.memberId)] : []),
    ...((wish !== 'CHAT' || !hasChat) && hasEmail ? [waiting('EMAIL', member.memberId)] : []),
  ];
  const [first] = messages;
  return first === undefined
    ? [{ ...waiting('CHAT', member.memberId), state: 'SKIPPED', reason: 'NO_ADDRESS' }]
    : messages;
};

const toMembers = async (records: Records<OrgId>, row: Digest, now: number) => {
  const found = await Promise.all(
    row.recipients.memberIds.map(async (memberId) => ({
      memberId,
      recipient: await findRecipient(records, row, memberId),
    })),
  );
  const mailed = new Set<string>();
  const messages = found.flatMap(({ memberId, recipient }): DigestMessage[] => {
    if (recipient === undefined) return [{ ...waiting('CHAT', memberId), state: 'SKIPPED', reason: 'NOT_ASKED' }];
    const own = messagesTo(recipient, now);
    if (own.some(({ way }) => way === 'EMAIL')) mailed.add(recipient.member.email.toLowerCase());
    return own;
  });
  return { messages, mailed };
};

/**
 * Returns the messages of a planned sending. An email address in the settings is left out if a member with this address
 * already gets the email.
 */
export const plannedMessages = async (records: Records<OrgId>, row: Digest, now: number): Promise<DigestMessage[]> => {
  const { emails, inChannel, webhookUrl } = row.recipients;
  const { messages, mailed } = await toMembers(records, row, now);
  return [
    ...messages,
    ...emails
      .filter((address) => !mailed.has(address))
      .map((address) => waiting('EMAIL', `email:${addressHash(address)}`)),
    ...(inChannel && row.teamId !== null ? [waiting('CHANNEL', 'channel')] : []),
    ...(webhookUrl === null ? [] : [waiting('WEBHOOK', 'webhook')]),
  ];
};

/** True if a message can reach the person now. A person who muted messages gets no card, but gets emails. */
const canReceiveMessage = (recipient: Recipient, now: number, { schedule }: Pick<Digest, 'schedule'>): boolean =>
  messagesTo(recipient, now).some(
    ({ state, way }) =>
      state === 'WAITING' &&
      (way === 'EMAIL' ||
        whyNotNotified(recipient.member, addressOfMember(recipient.member), now, schedule.timezone) === null),
  );

/**
 * Returns the messages about the stop of a digest. They go to the owner of a team's digest, if the owner is still in
 * the team and can be reached. Otherwise they go to the first admin who can be reached; admins in the team are tried
 * first.
 */
export const stopMessages = async (records: Records<OrgId>, row: Digest, now: number): Promise<DigestMessage[]> => {
  const { ownerId, teamId } = row;
  const owner = ownerId === null || teamId === null ? undefined : await findRecipient(records, row, ownerId);
  if (owner !== undefined && canReceiveMessage(owner, now, row)) return messagesTo(owner, now);
  const admins = await listAdminIds(records);
  for (const place of teamId === null ? [null] : [teamId, null])
    for (const memberId of admins) {
      const admin = await findRecipient(records, { teamId: place }, memberId);
      if (admin !== undefined && memberId !== ownerId && canReceiveMessage(admin, now, row))
        return messagesTo(admin, now);
    }
  return [];
};
