import { changePassword as changePasswordCall } from '#contracts/registration/changePassword.ts';
import {
  confirmRegisterEmail,
  confirmResetPasswordEmail,
  forgotPassword,
  postRegistration,
  register,
  resendConfirm,
  resetPassword,
  validateEmail,
} from '#contracts/registration/registrationAndPasswordResetCalls.ts';
import { getMember, inviteMember, joinAsMember } from '#contracts/registration/memberInvitationCalls.ts';
import type { LoginDeps } from '../../services/identity/passwordLoginAndUserDetails.ts';
import { acceptInvitation } from '../../services/registration/acceptInvitation.ts';
import { changePassword } from '../../services/registration/changePassword.ts';
import * as invitedMember from '../../services/registration/getInvitedMember.ts';
import { sendInvitation } from '../../services/registration/sendInvitation.ts';
import type { InviteDeps } from '../../services/registration/sendInvitation.ts';
import * as passwordReset from '../../services/registration/passwordReset.ts';
import * as registration from '../../services/registration/registerAndConfirmEmail.ts';
import { browserSecret } from '../../services/registration/registrationProof.ts';
import { bind, bindOpen } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';
import { bindingCookie } from '../server/cookiesAndOriginCheck.ts';

export type RegistrationRouteDeps = registration.RegistrationDeps & InviteDeps & LoginDeps;

/** Cookie by which the browser that registered may confirm the address without the password. */
const browserCookie = '__Host-registration';
/** Lifetime of the cookie in seconds: the same as that of a confirmation link. */
const browserSeconds = 24 * 60 * 60;

export const registrationRoutes = (deps: RegistrationRouteDeps): readonly Route[] => [
  bindOpen(register, async (input, call) => {
    const browser = browserSecret(call.cookie(browserCookie));
    const id = await registration.register(deps, input, { ...call, browser });
    call.setCookie(bindingCookie(browserCookie, browser, browserSeconds));
    return id;
  }),
  bindOpen(confirmRegisterEmail, (input, call) =>
    registration.confirmRegisterEmail(deps, input, { ...call, browser: call.cookie(browserCookie) }),
  ),
  bindOpen(postRegistration, (input, call) => registration.postRegistration(deps, input, call)),
  bindOpen(resendConfirm, (input, call) => registration.resendConfirm(deps, input, call)),
  bindOpen(validateEmail, (input, call) => registration.validateEmail(deps, input, call)),
  bindOpen(forgotPassword, (input, call) => passwordReset.forgotPassword(deps, input, call)),
  bindOpen(confirmResetPasswordEmail, (input, call) => passwordReset.confirmResetPasswordEmail(deps, input, call)),
  bindOpen(resetPassword, (input, call) => passwordReset.resetPassword(deps, input, call)),
  bindOpen(getMember, (input, call) => invitedMember.getMember(deps, input, call)),
  bind(inviteMember, (actor, input) => sendInvitation(deps, actor, input)),
  bind(joinAsMember, (actor, input, call) => acceptInvitation(deps, actor, input, call)),
  bind(changePasswordCall, (actor, input, call) => changePassword(deps, actor, input, call)),
];
