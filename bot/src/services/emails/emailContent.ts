import { memberId as memberIdSchema, userId as userIdSchema } from '#contracts/core/ids.ts';
import type { UserId } from '#contracts/core/ids.ts';
import { toInstant } from '../../domain/core/time.ts';
import { inOrg, outside } from '../../store/kind.ts';
import { profile as profileKind } from '../../store/kinds/accounts.ts';
import { registration as registrationKind } from '../../store/kinds/codes.ts';
import { org as orgKind, orgMember } from '../../store/kinds/org.ts';
import { cascade } from '../../store/kinds/sagas.ts';
import { queuePurge } from '../core/accountOutbox.ts';
import type { AccountWork } from '../core/accountOutbox.ts';
import { codeLifetimes, issueCode } from '../identity/linkCodes.ts';
import { momentInWords } from '../core/formatUtc.ts';
import type { CodeDeps } from '../identity/linkCodes.ts';
import type { InvoicePdfDeps } from '../billing/invoicePdf.ts';
import { isTaken, roundOf } from '../registration/invitations.ts';
import { ownerOf } from '../tenancy/recipientLanguage.ts';
import { letterIs, notYet, nothing } from '../core/emailContentResult.ts';
import type { LetterContent } from '../core/emailContentResult.ts';
import { isUnconfirmed } from '../registration/registrationRows.ts';
import { patched, revise } from '../core/optimisticUpdate.ts';
import { billLetter } from './billingEmails.ts';
import { consentLetter } from '../summaryEmails/consentEmail.ts';
import { livingOrg } from '../tenancy/livingOrganisation.ts';

/** The registration lasts as long as the newest code that can confirm it. */
const keepRegistration = async (deps: CodeDeps, userId: UserId): Promise<void> => {
  const until = toInstant(deps.clock.now() + codeLifetimes.CONFIRM);
  await queuePurge(deps.store, { at: until, removes: 'REGISTRATION', subject: userId });
  await revise(outside(deps.store), registrationKind, { userId }, (row) => patched(row, { until }));
};

const confirmation = async (deps: CodeDeps, { id, address, subject }: AccountWork): Promise<LetterContent> => {
  const owner = await ownerOf(deps, address);
  // A registration queues its email before it writes its rows.
  if (owner === undefined) return subject === null ? nothing : notYet;
  if (owner.isConfirmed || (subject !== null && owner.userId !== subject)) return nothing;
  await keepRegistration(deps, owner.userId);
  const code = await issueCode(deps, { kind: 'CONFIRM', id, subject: owner.userId, payload: {} });
  return code === undefined ? nothing : letterIs({ kind: 'CONFIRM', code });
};

/**
 * For an address whose only registration was never confirmed: its code proves the address to a new registration,
 * which replaces that one. A password reset would confirm the account, name and organisation that any stranger may
 * have entered.
 */
const registerAgain = async (deps: CodeDeps, { id, address }: AccountWork, subject: UserId): Promise<LetterContent> => {
  const code = await issueCode(deps, { kind: 'RESET', id, subject, payload: { address } });
  return code === undefined ? nothing : letterIs({ kind: 'REGISTER_AGAIN', code });
};

const inUse = async (deps: CodeDeps, work: AccountWork): Promise<LetterContent> => {
  const owner = await ownerOf(deps, work.address);
  const isFree = owner !== undefined && (await isUnconfirmed(deps, owner));
  return isFree ? registerAgain(deps, work, owner.userId) : letterIs({ kind: 'IN_USE' });
};

const reset = async (deps: CodeDeps, work: AccountWork): Promise<LetterContent> => {
  const { id, address } = work;
  const owner = await ownerOf(deps, address);
  if (owner === undefined) return nothing;
  if (await isUnconfirmed(deps, owner)) return registerAgain(deps, work, owner.userId);
  const payload = { epoch: String(owner.sessionEpoch) };
  const code = await issueCode(deps, { kind: 'RESET', id, subject: owner.userId, payload });
  return code === undefined ? nothing : letterIs({ kind: 'RESET', code, firstName: owner.firstName });
};

const invitation = async (
  deps: CodeDeps,
  { id, address, orgId, subject, values }: AccountWork,
): Promise<LetterContent> => {
  if (orgId === null) return nothing;
  const memberId = memberIdSchema.parse(subject);
  const records = inOrg(deps.store, orgId);
  const [organisation, member] = await Promise.all([livingOrg(records), records.get(orgMember, { memberId })]);
  if (organisation === undefined || member === undefined || (await isTaken(deps, member.value))) return nothing;
  const round = roundOf(member.value);
  // The member's account was deleted since the invitation.
  if (round !== values['round']) return nothing;
  const code = await issueCode(deps, { kind: 'INVITE', id, subject: memberId, payload: { orgId, address, round } });
  if (code === undefined) return nothing;
  const { name: organization } = organisation;
  return letterIs({ kind: 'INVITE', code, memberId, inviter: values['inviter'] ?? '', organization });
};

const passwordChanged = async (deps: CodeDeps, { subject, values }: AccountWork): Promise<LetterContent> => {
  const profile = await outside(deps.store).get(profileKind, { userId: userIdSchema.parse(subject) });
  if (profile === undefined) return nothing;
  if (profile.value.sessionEpoch < Number(values['epoch'])) return notYet;
  const removed = Number(values['removed'] ?? '0');
  return letterIs({ kind: 'PASSWORD_CHANGED', firstName: profile.value.firstName, removed });
};

const accessChanged = async (deps: CodeDeps, { subject, values }: AccountWork): Promise<LetterContent> => {
  const profile = await outside(deps.store).get(profileKind, { userId: userIdSchema.parse(subject) });
  if (profile === undefined) return nothing;
  const { change = '', organization = '' } = values;
  return letterIs({ kind: 'ACCESS_CHANGED', firstName: profile.value.firstName, change, organization });
};

const factorReset = async (deps: CodeDeps, { subject, values }: AccountWork): Promise<LetterContent> => {
  const profile = await outside(deps.store).get(profileKind, { userId: userIdSchema.parse(subject) });
  if (profile === undefined) return nothing;
  if (profile.value.sessionEpoch < Number(values['epoch'])) return notYet;
  const { admin = '', organization = '' } = values;
  return letterIs({ kind: 'FACTOR_RESET', firstName: profile.value.firstName, admin, organization });
};

const connected = async (deps: CodeDeps, { orgId, values }: AccountWork): Promise<LetterContent> => {
  const organisation = orgId === null ? undefined : await livingOrg(inOrg(deps.store, orgId));
  if (organisation === undefined) return nothing;
  const { admin = '', installer = '' } = values;
  return letterIs({ kind: 'CONNECTED', organization: organisation.name, admin, installer });
};

const orgDeleted = async (deps: CodeDeps, { id, orgId, locale, values }: AccountWork): Promise<LetterContent> => {
  const deletion = orgId === null ? undefined : await outside(deps.store).get(cascade, { target: 'ORG', id: orgId });
  if (orgId === null || deletion === undefined || deletion.value.deletionId !== values['deletion']) return nothing;
  const organisation = (await inOrg(deps.store, orgId).get(orgKind, undefined))?.value;
  if (organisation?.state !== 'DELETING') return nothing;
  const { until } = deletion.value;
  const { admin = '', deletion: deletionId = '' } = values;
  const payload = { deletion: deletionId };
  const code = await issueCode(deps, { kind: 'UNDELETE', id, subject: orgId, payload, until });
  if (code === undefined) return nothing;
  const shown = momentInWords(until, locale ?? 'en');
  return letterIs({ kind: 'ORG_DELETED', code, organization: organisation.name, admin, until: shown });
};

type LetterDeps = CodeDeps & InvoicePdfDeps;

/** The content of a queued email, built when it is sent: only then are its data read and its code made. */
export const contentOf = async (deps: LetterDeps, work: AccountWork): Promise<LetterContent> => {
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
      return billLetter(deps, work);
    case 'CONSENT':
      return consentLetter(deps, work);
    case null:
      return nothing;
  }
};
