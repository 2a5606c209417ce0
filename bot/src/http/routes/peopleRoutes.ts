import { getOrgOfMember } from '#contracts/people/getOrgOfMember.ts';
import { listTimezones } from '#contracts/people/listTimezones.ts';
import { activateMember, memberPreferences } from '#contracts/people/memberActivationAndPreferences.ts';
import { totpReset } from '#contracts/people/resetSecondFactor.ts';
import {
  deleteUser,
  getProfile,
  getUser,
  listUsers,
  saveUser,
  setRole,
  updateProfile,
} from '#contracts/people/userAndProfileCalls.ts';
import type { Deps } from '../../services/core/deps.ts';
import * as users from '../../services/people/listChangeAndDeleteUsers.ts';
import * as timezones from '../../services/people/listTimezones.ts';
import * as memberAdmin from '../../services/people/memberActivationAndOrganisation.ts';
import * as profiles from '../../services/people/ownProfile.ts';
import { resetSecondFactor } from '../../services/people/resetSecondFactor.ts';
import * as preferences from '../../services/people/setPreferences.ts';
import * as roles from '../../services/people/setRole.ts';
import type { GuardDeps } from '../../services/tenancy/lastAdminGuardAndRoles.ts';
import { bind } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';

export type PeopleRouteDeps = Deps & GuardDeps;

export const peopleRoutes = (deps: PeopleRouteDeps): readonly Route[] => [
  bind(activateMember, (actor, input) => memberAdmin.activateMember(deps, actor, input)),
  bind(memberPreferences, (actor, input) => preferences.setPreferences(deps, actor, input)),
  bind(getOrgOfMember, (actor, input) => memberAdmin.getOrgOfMember(deps, actor, input)),
  bind(listUsers, (actor, input) => users.listUsers(deps, actor, input)),
  bind(getUser, (actor, input) => users.getUser(deps, actor, input)),
  bind(saveUser, (actor, input) => users.saveUser(deps, actor, input)),
  bind(deleteUser, (actor, input) => users.deleteUser(deps, actor, input)),
  bind(setRole, (actor, input) => roles.setRole(deps, actor, input)),
  bind(totpReset, (actor, input) => resetSecondFactor(deps, actor, input)),
  bind(getProfile, (actor, input) => profiles.getProfile(deps, actor, input)),
  bind(updateProfile, (actor, input) => profiles.updateProfile(deps, actor, input)),
  bind(listTimezones, (actor, input) => timezones.listTimezones(deps, actor, input)),
];
