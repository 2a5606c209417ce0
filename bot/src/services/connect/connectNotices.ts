import { zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { MessengerError } from '../../gateways/messengerPort.ts';
import type { PersonAddress } from '../../domain/core/chatAddressTypes.ts';
import type { Messenger, OutgoingMessage } from '../../gateways/messengerPort.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import { profile as profileKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { addressOfMember } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import { org as orgKind } from '../../store/kinds/organisations/organisation.ts';
import { orgMember, orgUser } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { queueEmail } from '../core/queueEmailsAndPurges.ts';
import type { Connecting } from './copyOrgAndMoveDirectory.ts';
import type { Deps } from '../core/deps.ts';
import type { NoticeModel, Presenter, Reader } from '../core/cardPresenterPort.ts';
import { roleOfHolder } from '../tenancy/lastAdminGuardAndRoles.ts';
import { findTeamMemberships } from '../tenancy/activeOrganisationAndTeams.ts';

export interface NoticeDeps extends Pick<Deps, 'store' | 'clock' | 'newId' | 'log'> {
  readonly messenger: Pick<Messenger, 'send'>;
  readonly presenter: Pick<Presenter, 'notice'>;
}

const deadlineMs = 10_000;
const maxEmails = 20;

/**
 * Sends a message to a person's own chat, and returns true if it was sent. A failure is only logged, so that it does
 * not stop the connection.
 */
export const sendQuietly = async (
  deps: NoticeDeps,
  person: PersonAddress,
  message: OutgoingMessage,
): Promise<boolean> => {
  try {
    await deps.messenger.send(person, message, deadlineMs);
    return true;
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error;
    deps.log.warn('connect.noticeNotSent', { fault: error.fault.kind });
    return false;
  }
};

const notifyInstaller = async (deps: NoticeDeps, { toOrgId, installer, actor }: Connecting): Promise<void> => {
  const records = inOrg(deps.store, toOrgId);
  const [organisation, [place]] = await Promise.all([
    records.get(orgKind, undefined),
    findTeamMemberships(records, installer),
  ]);
  if (organisation === undefined || place === undefined) return;
  const { locale, timezone } = place.row;
  const person = addressOfMember(place.row);
  if (person === null) return;
  const reader: Reader = { locale: locale ?? 'en', timezone: timezone ?? zoneId.parse('UTC') };
  const values = { organisation: organisation.value.name, admin: actor };
  const notice: NoticeModel = {
    title: { key: 'bot.connectedTitle', values },
    lines: [{ key: 'bot.connectedLine', values }],
    buttons: [],
  };
  await sendQuietly(deps, person, deps.presenter.notice(notice, reader));
};

/**
 * Emails up to 20 admins who have a confirmed account on the web, so that admins who did not connect the tenant also
 * learn of it.
 */
const notifyAdmins = async (deps: NoticeDeps, move: Connecting): Promise<void> => {
  const { toOrgId, installer, actor, noticeId, startedAt } = move;
  const records = inOrg(deps.store, toOrgId);
  const installedBy = (await records.get(orgMember, { memberId: installer }))?.value.name ?? '–';
  const users = await records.list(orgUser, undefined, prefixRange('user|'));
  let emails = 0;
  for (const user of users) {
    const { userId, memberId } = user.value;
    const member = memberId === null ? undefined : await records.get(orgMember, { memberId });
    if (roleOfHolder({ user, member }) !== 'admin' || emails === maxEmails) continue;
    const account = (await outside(deps.store).get(profileKind, { userId }))?.value;
    if (account?.isConfirmed !== true) continue;
    emails += 1;
    const { email: address, locale } = account;
    const values = { admin: actor, installer: installedBy };
    // Each attempt uses the same instant, so the email has the same key, and a repeated attempt after a crash queues no
    // second email.
    const about = { orgId: toOrgId, subject: userId, id: noticeId, at: startedAt, values };
    await queueEmail(deps, { kind: 'CONNECTED', address, locale, ...about });
  }
};

export const notifyBothSides = async (deps: NoticeDeps, move: Connecting): Promise<void> => {
  await notifyAdmins(deps, move);
  await notifyInstaller(deps, move);
};
