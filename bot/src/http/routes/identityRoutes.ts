import { confirmSuperadmin as confirmSuperadminCall } from '#contracts/identity/confirmSuperadmin.ts';
import { totpBegin, totpConfirm, totpDisable, totpVerify } from '#contracts/identity/secondFactorCalls.ts';
import {
  getUserDetails,
  login,
  logout,
  logoutUrl,
  refreshToken,
  switchOrganisation,
} from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { confirmSuperadmin } from '../../services/identity/confirmSuperadmin.ts';
import * as accounts from '../../services/identity/passwordLoginAndUserDetails.ts';
import * as refreshing from '../../services/identity/refreshSwitchAndEndSession.ts';
import * as secondFactor from '../../services/identity/setUpAndVerifySecondFactor.ts';
import { bind, bindOpen } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';

export type IdentityRouteDeps = accounts.LoginDeps & refreshing.LogoutUrlDeps;

export const identityRoutes = (deps: IdentityRouteDeps): readonly Route[] => [
  bindOpen(login, (input, call) => accounts.login(deps, input, call)),
  bindOpen(refreshToken, (input, call) => refreshing.refreshSession(deps, input, call)),
  bindOpen(logout, (input) => refreshing.endSession(deps, input)),
  bindOpen(logoutUrl, () => refreshing.logoutUrl(deps)),
  bind(switchOrganisation, (actor, input) => refreshing.switchOrganisation(deps, actor, input)),
  bind(getUserDetails, (actor) => accounts.userDetails(deps, actor)),
  bind(confirmSuperadminCall, (actor, input) => confirmSuperadmin(deps, actor, input)),
  bindOpen(totpBegin, (input, call) => secondFactor.beginSecondFactor(deps, input, call)),
  bindOpen(totpConfirm, (input, call) => secondFactor.confirmSecondFactor(deps, input, call)),
  bindOpen(totpVerify, (input, call) => secondFactor.verifySecondFactor(deps, input, call)),
  bind(totpDisable, (actor, input, call) => secondFactor.disableSecondFactor(deps, actor, input, call)),
];
