import {
  changePassword as changePasswordCall,
  getUserDetails,
  login,
  logout,
  logoutUrl,
  refreshToken,
  switchOrganisation,
} from '#contracts/account.ts';
import { totpBegin, totpConfirm, totpDisable, totpReset, totpVerify } from '#contracts/secondFactor.ts';
import * as accounts from '../services/accounts.ts';
import { changePassword } from '../services/changePassword.ts';
import * as refreshing from '../services/refreshing.ts';
import * as secondFactor from '../services/secondFactor.ts';
import { resetFactor } from '../services/secondFactorReset.ts';
import { bind, bindOpen } from './bind.ts';
import type { Route } from './bind.ts';

export type SessionRouteDeps = accounts.LoginDeps & refreshing.LogoutUrlDeps;

/** Signing in with a password, and everything a session goes through until it ends. */
export const sessionRoutes = (deps: SessionRouteDeps): readonly Route[] => [
  bindOpen(login, (input, call) => accounts.login(deps, input, call)),
  bindOpen(refreshToken, (input, call) => refreshing.refresh(deps, input, call)),
  bindOpen(logout, (input) => refreshing.logout(deps, input)),
  bindOpen(logoutUrl, () => refreshing.logoutUrl(deps)),
  bind(switchOrganisation, (actor, input) => refreshing.switchOrganisation(deps, actor, input)),
  bind(getUserDetails, (actor) => accounts.userDetails(deps, actor)),
  bind(changePasswordCall, (actor, input, call) => changePassword(deps, actor, input, call)),
  bindOpen(totpBegin, (input, call) => secondFactor.begin(deps, input, call)),
  bindOpen(totpConfirm, (input, call) => secondFactor.confirm(deps, input, call)),
  bindOpen(totpVerify, (input, call) => secondFactor.verify(deps, input, call)),
  bind(totpReset, (actor, input) => resetFactor(deps, actor, input)),
  bind(totpDisable, (actor, input, call) => secondFactor.disable(deps, actor, input, call)),
];
