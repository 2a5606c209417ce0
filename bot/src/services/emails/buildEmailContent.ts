import { memberId as memberIdSchema, userId as userIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import {
  password as passwordKind,
  profile as profileKind,
} from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { registration as registrationKind } from '../../store/kinds/registration/registration.ts';
import { org as orgKind } from '../../store/kinds/organisations/organisation.ts';
import { orgMember } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { deletionJob } from '../../store/kinds/dataLifecycle/deletionJob.ts';
import { totp } from '../../store/kinds/identity/secondFactor.ts';
import { queuePurge } from '../core/queueEmailsAndPurges.ts';
import type { AccountWork } from '../core/queueEmailsAndPurges.ts';
import { codeLifetimes, issueCode } from '../identity/emailLinkCodes.ts';
import { formatUtcDateAndTime } from '../core/formatUtcDateAndTime.ts';
import type { CodeDeps } from '../identity/emailLinkCodes.ts';
import type { InvoicePdfDeps } from '../billing/invoicePdf.ts';
import { isInvitationTaken, invitationRound } from '../registration/findAndCheckInvitation.ts';
import { accountOfMember } from '../tenancy/emailLanguageAndAccount.ts';
import { emailToSend, retryLater, skipEmail } from '../core/emailContentOrSkip.ts';
import type { EmailContent } from '../core/emailContentOrSkip.ts';
import { isUnconfirmed } from '../registration/removeRegistration.ts';
import { mergeChanges, updateRow } from '../core/optimisticUpdate.ts';
import { billingEmail } from './billingEmails.ts';
import { consentEmail } from '../summaryEmails/consentEmail.ts';
import { findActiveOrganisation } from '../tenancy/activeOrganisationAndTeams.ts';

/** Extends the registration until its newest confirmation code expires, so that the code can still confirm it. */
const keepRegistration = async (deps: CodeDeps, userId: UserId): Promise<void> => {
  const until = toInstant(deps.clock.now() + codeLifetimes.CONFIRM);
  await queuePurge(deps.store, { at: until, removes: 'REGISTRATION', subject: userId });
  await updateRow(outside(deps.store), registrationKind, { userId }, (row) => mergeChanges(row, { until }));
};

const confirmation = async (deps: CodeDeps, { id, address, subject }: AccountWork): Promise<EmailContent> => {
  const owner = await accountOfMember(deps, address);
  // A registration queues its email before it writes its rows, so the rows may not be written yet: the email is tried
  // again later.
  if (owner === undefined) return subject === null ? skipEmail : retryLater;
  if (owner.isConfirmed || (subject !== null && owner.userId !== subject)) return skipEmail;
  await keepRegistration(deps, owner.userId);
  const code = await issueCode(deps, { kind: 'CONFIRM', id, subject: owner.userId, payload: {} });
  return code === undefined ? skipEmail : emailToSend({ kind: 'CONFIRM', code });
};

/**
 * Returns the email for an address that has only an unconfirmed registration. Its code proves the address for a new
 * registration, which replaces the old one. A password reset would instead confirm the name and organisation that a
 * stranger may have entered.
 */
const registerAgain = async (deps: CodeDeps, { id, address }: AccountWork, subject: UserId): Promise<EmailContent> => {
  const code = await issueCode(deps, { kind: 'RESET', id, subject, payload: { address } });
  return code === undefined ? skipEmail : emailToSend({ kind: 'REGISTER_AGAIN', code });
};

const inUse = async (deps: CodeDeps, work: AccountWork): Promise<EmailContent> => {
  const owner = await accountOfMember(deps, work.address);
  const isFree = owner !== undefined && (await isUnconfirmed(deps, owner));
  return isFree ? registerAgain(deps, work, owner.userId) : emailToSend({ kind: 'IN_USE' });
};

const reset = async (deps: CodeDeps, work: AccountWork): Promise<EmailContent> => {
  const { id, address } = work;
  const owner = await accountOfMember(deps, address);
  if (owner === undefined) return skipEmail;
  if (await isUnconfirmed(deps, owner)) return registerAgain(deps, work, owner.userId);
  const payload = { epoch: String(owner.sessionEpoch) };
  const code = await issueCode(deps, { kind: 'RESET', id, subject: owner.userId, payload });
  return code === undefined ? skipEmail : emailToSend({ kind: 'RESET', code, firstName: owner.firstName });
};

const invitation = async (
  deps: CodeDeps,
  { id, address, orgId, subject, values }: AccountWork,
): Promise<EmailContent> => {
  if (orgId === null) return skipEmail;
  const memberId = memberIdSchema.parse(subject);
  const records = inOrg(deps.store, orgId);
  const [organisation, member] = await Promise.all([
    findActiveOrganisation(records),
    records.get(orgMember, { memberId }),
  ]);
  if (organisation === undefined || member === undefined || (await isInvitationTaken(deps, member.value)))
    return skipEmail;
  const round = invitationRound(member.value);
  // A different round means that the member's account was deleted after the invitation, so the email must not be sent.
  if (round !== values['round']) return skipEmail;
  const code = await issueCode(deps, { kind: 'INVITE', id, subject: memberId, payload: { orgId, address, round } });
  if (code === undefined) return skipEmail;
  const { name: organization } = organisation;
  return emailToSend({ kind: 'INVITE', code, memberId, inviter: values['inviter'] ?? '', organization });
};

const passwordChanged = async (deps: CodeDeps, { subject, values }: AccountWork): Promise<EmailContent> => {
  const userId = userIdSchema.parse(subject);
  const profile = await outside(deps.store).get(profileKind, { userId });
  if (profile === undefined) return skipEmail;
  if (profile.value.sessionEpoch < Number(values['epoch'])) return retryLater;
  // A risen epoch does not prove this change: another change or attempt may have raised it, so the instant of the
  // change is compared too. Emails that an older version queued contain no instant.
  const password = await outside(deps.store).get(passwordKind, { userId });
  const { changedAt = password?.value.changedAt } = values;
  if (password?.value.changedAt !== changedAt) return skipEmail;
  const removed = Number(values['removed'] ?? '0');
  return emailToSend({ kind: 'PASSWORD_CHANGED', firstName: profile.value.firstName, removed });
};

const accessChanged = async (deps: CodeDeps, { subject, values }: AccountWork): Promise<EmailContent> => {
  const profile = await outside(deps.store).get(profileKind, { userId: userIdSchema.parse(subject) });
  if (profile === undefined) return skipEmail;
  const { change = '', organization = '' } = values;
  return emailToSend({ kind: 'ACCESS_CHANGED', firstName: profile.value.firstName, change, organization });
};

const factorReset = async (deps: CodeDeps, { at, subject, values }: AccountWork): Promise<EmailContent> => {
  const userId = userIdSchema.parse(subject);
  const profile = await outside(deps.store).get(profileKind, { userId });
  if (profile === undefined) return skipEmail;
  if (profile.value.sessionEpoch < Number(values['epoch'])) return retryLater;
  // If the person still has the earlier second factor, the reset did not happen: it was interrupted, and the epoch has
  // risen for another reason.
  const factor = await outside(deps.store).get(totp, { userId });
  if (factor !== undefined && factor.value.changedAt <= at) return skipEmail;
  const { admin = '', organization = '' } = values;
  return emailToSend({ kind: 'FACTOR_RESET', firstName: profile.value.firstName, admin, organization });
};

const connected = async (deps: CodeDeps, { orgId, values }: AccountWork): Promise<EmailContent> => {
  const organisation = orgId === null ? undefined : await findActiveOrganisation(inOrg(deps.store, orgId));
  if (organisation === undefined) return skipEmail;
  const { admin = '', installer = '' } = values;
  return emailToSend({ kind: 'CONNECTED', organization: organisation.name, admin, installer });
};

const orgDeleted = async (deps: CodeDeps, { id, orgId, locale, values }: AccountWork): Promise<EmailContent> => {
  const deletion =
    orgId === null ? undefined : await outside(deps.store).get(deletionJob, { target: 'ORG', id: orgId });
  if (orgId === null || deletion === undefined || deletion.value.deletionId !== values['deletion']) return skipEmail;
  const organisation = (await inOrg(deps.store, orgId).get(orgKind, undefined))?.value;
  if (organisation?.state !== 'DELETING') return skipEmail;
  const { until } = deletion.value;
  const { admin = '', deletion: deletionId = '' } = values;
  const payload = { deletion: deletionId };
  const code = await issueCode(deps, { kind: 'UNDELETE', id, subject: orgId, payload, until });
  if (code === undefined) return skipEmail;
  const shown = formatUtcDateAndTime(until, locale ?? 'en');
  return emailToSend({ kind: 'ORG_DELETED', code, organization: organisation.name, admin, until: shown });
};

type EmailDeps = CodeDeps & InvoicePdfDeps;

/**
 * Returns the content of a queued email. The content is built when the email is sent, so its data are current and its
 * code is new.
 */
export const buildEmailContent = async (deps: EmailDeps, work: AccountWork): Promise<EmailContent> => {
  switch (work.letter) {
    case 'CONFIRM':
      return confirmation(deps, work);
    case 'RESET':
      return reset(deps, work);
    case 'INVITE':
      return invitation(deps, work);
    case 'IN_USE':
      return inUse(deps, work);
    case 'PASSWORD_CHANGED':
      return passwordChanged(deps, work);
    case 'ACCESS_CHANGED':
      return accessChanged(deps, work);
    case 'FACTOR_RESET':
      return factorReset(deps, work);
    case 'CONNECTED':
      return connected(deps, work);
    case 'ORG_DELETED':
      return orgDeleted(deps, work);
    case 'INVOICE_READY':
    case 'PAYMENT_FAILED':
      return billingEmail(deps, work);
    case 'CONSENT':
      return consentEmail(deps, work);
    case null:
      return skipEmail;
  }
};
