import {
  confirmRegisterEmail,
  confirmResetPasswordEmail,
  forgotPassword,
  getMember,
  inviteMember,
  joinAsMember,
  postRegistration,
  register,
  resendConfirm,
  resetPassword,
  validateEmail,
} from '#contracts/registration.ts';
import { joinByInvitation } from '../services/invitedJoin.ts';
import * as invitedMember from '../services/invitedMember.ts';
import { invite } from '../services/inviting.ts';
import type { InviteDeps } from '../services/inviting.ts';
import * as passwordReset from '../services/passwordReset.ts';
import * as registration from '../services/registration.ts';
import { bind, bindOpen } from './bind.ts';
import type { Route } from './bind.ts';

export type RegistrationRouteDeps = registration.RegistrationDeps & InviteDeps;

/** Ways to an account, and back to a lost one. */
export const registrationRoutes = (deps: RegistrationRouteDeps): readonly Route[] => [
  bindOpen(register, (input, call) => registration.register(deps, input, call)),
  bindOpen(confirmRegisterEmail, (input, call) => registration.confirmRegisterEmail(deps, input, call)),
  bindOpen(postRegistration, (input, call) => registration.postRegistration(deps, input, call)),
  bindOpen(resendConfirm, (input, call) => registration.resendConfirm(deps, input, call)),
  bindOpen(validateEmail, (input, call) => registration.validateEmail(deps, input, call)),
  bindOpen(forgotPassword, (input, call) => passwordReset.forgotPassword(deps, input, call)),
  bindOpen(confirmResetPasswordEmail, (input, call) => passwordReset.confirmResetPasswordEmail(deps, input, call)),
  bindOpen(resetPassword, (input, call) => passwordReset.resetPassword(deps, input, call)),
  bindOpen(getMember, (input, call) => invitedMember.getMember(deps, input, call)),
  bind(inviteMember, (actor, input) => invite(deps, actor, input)),
  bind(joinAsMember, (actor, input, call) => joinByInvitation(deps, actor, input, call)),
];
