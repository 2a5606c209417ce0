import { randomBytes } from 'node:crypto';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MemberId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Registration } from '#contracts/registration/registrationAndPasswordResetCalls.ts';
import { digestOf } from '../../domain/core/hashesAndDerivedIds.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import { registration as registrationKind } from '../../store/kinds/registration/registration.ts';
import { provePassword } from '../identity/passwordLoginAndUserDetails.ts';
import { codeInvalid, findCode } from '../identity/emailLinkCodes.ts';
import type { StoredCode } from '../identity/emailLinkCodes.ts';
import { findInvitation, isInvitationProvenBy } from './findAndCheckInvitation.ts';
import type { Invitation } from './findAndCheckInvitation.ts';
import type { PendingDeps } from './pendingRegistration.ts';

// Checks the proofs of a registration: the code that is sent with it, and the browser or the password that confirms it.

const secretForm = /^[\w-]{43}$/;

/**
 * Returns the secret that a browser keeps from its registration until the confirmation: `known` if it is valid,
 * otherwise a new one.
 */
export const browserSecret = (known: string | undefined): string =>
  known !== undefined && secretForm.test(known) ? known : randomBytes(32).toString('base64url');

export interface RegistrationCode {
  readonly row: StoredCode;
  /** Null if the code proves the address but is no invitation. */
  readonly invitation: Invitation | null;
  /** True if the code was emailed to the address that registers. */
  readonly provesAddress: boolean;
}

interface Typed extends Pick<Registration, 'email' | 'memberId' | 'code'> {
  readonly address: string;
}

const findInvited = async (
  deps: PendingDeps,
  { email, address }: Typed,
  { memberId, code }: { readonly memberId: MemberId; readonly code: string },
): Promise<RegistrationCode> => {
  const invitation = await findInvitation(deps, { memberId, code, address });
  const { row } = invitation;
  return { row, invitation, provesAddress: isInvitationProvenBy(row, email) };
};

/**
 * Returns the code that was emailed to an address with only an unconfirmed registration (`registerAgain`). It is valid
 * for that address only.
 */
const findAddressCode = async (
  deps: PendingDeps,
  { email, address }: Typed,
  code: string,
): Promise<RegistrationCode> => {
  const row = await findCode(deps, 'RESET', code);
  if (row?.value.payload['address'] === undefined) {
    await deps.limiter.take('code', address);
    throw codeInvalid();
  }
  if (row.value.used !== null) throw new AppError('CODE_USED');
  if (!isInvitationProvenBy(row, email))
    throw new AppError('INVALID_INPUT', { message: 'register.codeOther', path: ['email'] });
  return { row, invitation: null, provesAddress: true };
};

/**
 * Returns the code that the person sent with the registration; null if there is none. Only a wrong code counts against
 * the caller's network.
 */
export const findRegistrationCode = async (deps: PendingDeps, typed: Typed): Promise<RegistrationCode | null> => {
  const { memberId, code } = typed;
  if (code === undefined) return null;
  return memberId === undefined ? findAddressCode(deps, typed, code) : findInvited(deps, typed, { memberId, code });
};

interface Confirming {
  readonly address: string;
  readonly browser?: string | undefined;
}

/**
 * Throws unless the caller proves to be the person who registered, by the same browser or the password. Otherwise the
 * owner of the mailbox, or a program that opens the links of emails, would confirm a stranger's registration.
 */
export const requireRegistrant = async (
  deps: PendingDeps,
  userId: UserId,
  password: string | undefined,
  { address, browser }: Confirming,
): Promise<void> => {
  const plans = (await outside(deps.store).get(registrationKind, { userId }))?.value;
  const isSameBrowser = browser !== undefined && plans?.browser === digestOf(browser);
  if (isSameBrowser) return;
  if (password === undefined) throw new AppError('PASSWORD_NEEDED');
  if (!(await provePassword(deps, userId, password, { address })))
    throw new AppError('INVALID_CREDENTIALS', { message: 'confirm.passwordWrong' });
};
