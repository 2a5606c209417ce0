import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import { AppError } from '#contracts/errors.ts';
import { zoneId } from '#contracts/ids.ts';
import type { inviteMember } from '#contracts/registration.ts';
import { MessengerError } from '../gateways/messenger.ts';
import type { Messenger, OutgoingMessage, PersonTarget } from '../gateways/messenger.ts';
import { inOrg } from '../store/kind.ts';
import type { ValueOf } from '../store/kind.ts';
import { orgMember } from '../store/kinds/org.ts';
import { queueLetter } from './accountMail.ts';
import { deedSteps } from './activity.ts';
import type { Actor } from './actor.ts';
import { issueCode } from './codes.ts';
import { isTaken, roundOf } from './invitations.ts';
import type { InvitedDeps } from './invitations.ts';
import { requireTeamMember } from './memberAdmin.ts';
import type { TeamMember } from './members.ts';
import { concernedOrg } from './orgsConcerned.ts';
import type { NoticeModel, Presenter } from './presenter.ts';

export interface InviteDeps extends InvitedDeps {
  readonly messenger: Pick<Messenger, 'send'>;
  readonly presenter: Pick<Presenter, 'notice'>;
}

/** Whom, as the organisation and as the team know them. */
interface Invited {
  readonly member: ValueOf<typeof orgMember>;
  readonly place: TeamMember;
}

const byMail = async (deps: InviteDeps, actor: Actor, { member, place }: Invited): Promise<void> => {
  const address = member.email.toLowerCase();
  if (address === '') throw new AppError('CONFLICT', { message: 'invite.noAddress' });
  await deps.limiter.take('mail', address);
  const values = { inviter: actor.name, round: roundOf(member) };
  const about = { orgId: actor.orgId, subject: member.memberId, values };
  await queueLetter(deps, { letter: 'INVITE', address, locale: place.locale ?? actor.locale, ...about });
};

const deadlineMs = 10_000;

const deliver = async (deps: InviteDeps, target: PersonTarget, message: OutgoingMessage): Promise<void> => {
  try {
    await deps.messenger.send(target, message, deadlineMs);
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

/** In the person's own chat with the bot, so to nobody but who is signed in there as this tid + oid. */
const byBot = async (deps: InviteDeps, actor: Actor, { member, place }: Invited): Promise<void> => {
  const { tid, serviceUrl, teamsUserId, conversationId } = place;
  if (tid === null || serviceUrl === null || teamsUserId === null)
    throw new AppError('CONFLICT', { message: member.email === '' ? 'invite.noWay' : 'invite.unreachable' });
  const { memberId } = member;
  await deps.limiter.take('mail', memberId);
  const { organisation } = await concernedOrg(deps, actor, undefined);
  // Names no address: a code that was given out in a chat proves none.
  const payload = { orgId: actor.orgId, round: roundOf(member) };
  const code = await issueCode(deps, { kind: 'INVITE', id: deps.newId(), subject: memberId, payload });
  const values = { inviter: actor.name, organisation: organisation.name };
  const notice: NoticeModel = {
    title: { key: 'bot.inviteTitle', values },
    lines: [{ key: 'bot.inviteLine', values }],
    buttons: [{ kind: 'LINK', title: 'bot.inviteButton', url: `/register/${memberId}?code=${code ?? ''}` }],
  };
  const reader = { locale: place.locale ?? actor.locale, timezone: place.timezone ?? zoneId.parse('UTC') };
  const target = { kind: 'PERSON', tid, serviceUrl, teamsUserId, conversationId } as const;
  await deliver(deps, target, deps.presenter.notice(notice, reader));
};

/**
 * Gives a member of the team a link to register with, or to join with the account they have: by mail where their address is known,
 * else in their own chat with the bot. USER_ALREADY_REGISTERED when they have an account with a password; CONFLICT says why neither
 * way is open.
 */
export const invite = async (
  deps: InviteDeps,
  actor: Actor,
  { teamId, memberId, by }: ParsedOf<typeof inviteMember>,
): Promise<OutputOf<typeof inviteMember>> => {
  const { value: place } = await requireTeamMember(deps, actor, { teamId, memberId });
  const records = inOrg(deps.store, actor.orgId);
  const member = (await records.get(orgMember, { memberId }))?.value;
  if (member === undefined) throw new AppError('NOT_FOUND');
  if (await isTaken(deps, member)) throw new AppError('USER_ALREADY_REGISTERED', { message: 'invite.registered' });
  const way = by ?? (member.email === '' ? 'BOT' : 'MAIL');
  await (way === 'MAIL' ? byMail : byBot)(deps, actor, { member, place });
  await records.transact(
    deedSteps(records, actor, {
      ...{ teamId, objectId: teamId, eventKey: deps.newId(), atMs: deps.clock.now() },
      ...{ message: 'activity.memberInvited', values: { name: member.name } },
    }),
  );
  return { id: memberId, by: way };
};
