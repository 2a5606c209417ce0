import type {
  confirmRegisterEmail,
  confirmResetPasswordEmail,
  forgotPassword,
  postRegistration,
  register,
  resendConfirm,
  resetPassword,
} from '#contracts/registration/registrationAndPasswordResetCalls.ts';
import type { getMember, KnownMember } from '#contracts/registration/memberInvitationCalls.ts';
import type { undeleteOrg } from '#contracts/dataLifecycle/deletionAndErasureCalls.ts';
import type { InputOf } from '#contracts/core/endpoint.ts';
import type { Call } from '../client/apiClient.ts';

// Calls of people who are not signed in. None of them sends a token.

export type RegistrationInput = InputOf<typeof register>;

export const sendRegistration = (call: Call, input: RegistrationInput): Promise<string> =>
  call<typeof register>({ method: 'POST', path: '/api/account/register', open: true }, input);

export const findInvitation = (call: Call, id: string, code: string | undefined): Promise<KnownMember> =>
  call<typeof getMember>({ method: 'GET', path: '/api/member/getMember/{id}', open: true }, { id, code });

/**
 * Confirms the email address, then runs the steps that follow a registration. `password` is needed only if the link was
 * opened in another browser than the one that registered.
 */
export const confirmAddress = async (call: Call, code: string, password?: string): Promise<void> => {
  await call<typeof confirmRegisterEmail>(
    { method: 'POST', path: '/api/account/ConfirmRegisterEmail', open: true },
    { code, password },
  );
  await call<typeof postRegistration>({ method: 'POST', path: '/api/user/PostRegistration', open: true }, { code });
};

export const sendConfirmAgain = (call: Call, email: string): Promise<true> =>
  call<typeof resendConfirm>({ method: 'POST', path: '/api/account/resendConfirm', open: true }, { email });

export const requestPasswordReset = (call: Call, email: string): Promise<true> =>
  call<typeof forgotPassword>({ method: 'POST', path: '/api/account/forgotPassword/{email}', open: true }, { email });

export const checkReset = (call: Call, code: string): Promise<true> =>
  call<typeof confirmResetPasswordEmail>(
    { method: 'POST', path: '/api/account/ConfirmResetPasswordEmail', open: true },
    { code },
  );

export const sendReset = (call: Call, input: InputOf<typeof resetPassword>): Promise<true> =>
  call<typeof resetPassword>({ method: 'POST', path: '/api/account/resetPassword', open: true }, input);

export const restoreOrganisation = (call: Call, code: string): Promise<{ readonly name: string }> =>
  call<typeof undeleteOrg>({ method: 'POST', path: '/api/org/undelete', open: true }, { code });
