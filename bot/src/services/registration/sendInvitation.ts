import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { inviteMember } from '#contracts/registration/memberInvitationCalls.ts';
import { MessengerError } from '../../gateways/messengerPort.ts';
import type { PersonAddress } from '../../domain/core/chatAddressTypes.ts';
import type { Messenger, OutgoingMessage } from '../../gateways/messengerPort.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import { addressOfMember } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import { orgMember } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { queueEmail } from '../core/queueEmailsAndPurges.ts';
import { auditedActionSteps } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import { issueCode } from '../identity/emailLinkCodes.ts';
import { isInvitationTaken, invitationRound } from './findAndCheckInvitation.ts';
import type { InvitedDeps } from './findAndCheckInvitation.ts';
import { requireTeamMember } from '../people/memberActivationAndOrganisation.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { ownOrNamedOrganisation } from '../tenancy/ownOrNamedOrganisation.ts';
import type { NoticeModel, Presenter } from '../core/cardPresenterPort.ts';

export interface InviteDeps extends InvitedDeps {
  readonly messenger: Pick<Messenger, 'send'>;
  readonly presenter: Pick<Presenter, 'notice'>;
}

interface Invited {
  readonly member: ValueOf<typeof orgMember>;
  readonly place: TeamMember;
}

const byMail = async (deps: InviteDeps, actor: Actor, { member, place }: Invited): Promise<void> => {
  const address = member.email.toLowerCase();
  if (address === '') throw new AppError('CONFLICT', { message: 'invite.noAddress' });
  // Invitations have their own rate limit, so that they do not use up the limit for the person's password resets.
  await deps.limiter.take('invite', address);
  const values = { inviter: actor.name, round: invitationRound(member) };
  const about = { orgId: actor.orgId, subject: member.memberId, values };
  await queueEmail(deps, { kind: 'INVITE', address, locale: place.locale ?? actor.locale, ...about });
};

const deadlineMs = 10_000;

const deliver = async (deps: InviteDeps, person: PersonAddress, message: OutgoingMessage): Promise<void> => {
  try {
    await deps.messenger.send(person, message, deadlineMs);
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error;
    switch (error.fault.kind) {
      case 'BLOCKED':
      case 'GONE':
      case 'REJECTED':
        throw new AppError('CONFLICT', { message: 'invite.unreachable', cause: error });
      case 'THROTTLED':
      case 'TRANSIENT':
      case 'UNAUTHORIZED':
        throw new AppError('UNAVAILABLE', { cause: error });
    }
  }
};

/**
 * Sends the invitation in the person's own chat with the bot. Only the member's own Microsoft account can read it
 * there.
 */
const byBot = async (deps: InviteDeps, actor: Actor, { member, place }: Invited): Promise<void> => {
  const person = addressOfMember(place);
  if (person === null)
    throw new AppError('CONFLICT', { message: member.email === '' ? 'invite.noWay' : 'invite.unreachable' });
  const { memberId } = member;
  await deps.limiter.take('mail', memberId);
  const { organisation } = await ownOrNamedOrganisation(deps, actor, undefined);
  // The payload contains no address: a code that was sent in a chat proves no email address.
  const payload = { orgId: actor.orgId, round: invitationRound(member) };
  const code = await issueCode(deps, { kind: 'INVITE', id: deps.newId(), subject: memberId, payload });
  const values = { inviter: actor.name, organisation: organisation.name };
  const notice: NoticeModel = {
    title: { key: 'bot.inviteTitle', values },
    lines: [{ key: 'bot.inviteLine', values }],
    buttons: [{ kind: 'LINK', title: 'bot.inviteButton', url: `/register/${memberId}?code=${code ?? ''}` }],
  };
  const reader = { locale: place.locale ?? actor.locale, timezone: place.timezone ?? zoneId.parse('UTC') };
  await deliver(deps, person, deps.presenter.notice(notice, reader));
};

/**
 * Sends a member of the team a link to register or to link an existing account, by email or in the member's own chat
 * (`by`). The default is an email if the address is known. Throws USER_ALREADY_REGISTERED if the member has an account
 * with a password, CONFLICT if the member cannot be reached, and UNAVAILABLE if the chat service fails.
 */
export const sendInvitation = async (
  deps: InviteDeps,
  actor: Actor,
  { teamId, memberId, by }: ParsedOf<typeof inviteMember>,
): Promise<OutputOf<typeof inviteMember>> => {
  const { value: place } = await requireTeamMember(deps, actor, { teamId, memberId });
  const records = inOrg(deps.store, actor.orgId);
  const member = (await records.get(orgMember, { memberId }))?.value;
  if (member === undefined) throw new AppError('NOT_FOUND');
  if (await isInvitationTaken(deps, member))
    throw new AppError('USER_ALREADY_REGISTERED', { message: 'invite.registered' });
  const way = by ?? (member.email === '' ? 'BOT' : 'MAIL');
  await (way === 'MAIL' ? byMail : byBot)(deps, actor, { member, place });
  await records.transact(
    auditedActionSteps(records, actor, {
      ...{ teamId, objectId: teamId, eventKey: deps.newId(), atMs: deps.clock.now() },
      ...{ message: 'activity.memberInvited', values: { name: member.name } },
    }),
  );
  return { id: memberId, by: way };
};
