import type { Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import {
  password as passwordKind,
  profile as profileKind,
} from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { provePassword } from '../identity/passwordLoginAndUserDetails.ts';
import type { LoginDeps, Origin } from '../identity/passwordLoginAndUserDetails.ts';
import type { Actor, SignIn } from '../core/actor.ts';
import {
  chooseSignInOrganisation,
  findMembership,
  decideAdmission,
} from '../identity/signInOrganisationAndAdmission.ts';
import type { Profile, SignInContext } from '../identity/signInOrganisationAndAdmission.ts';
import { listIdentities, identityKey } from '../identity/microsoftIdentities.ts';
import { openSession } from '../identity/openSession.ts';
import { organisationNamesOfPerson } from '../tenancy/organisationNamesOfPerson.ts';
import { checkPassword } from './passwordRules.ts';
import { queuePasswordChanged } from './passwordReset.ts';
import { hashPassword } from '../identity/passwordHashing.ts';
import { removeJoinedIdentities } from '../microsoftAccounts/removeJoinedIdentities.ts';
import { requireOwnReach } from '../identity/requireAccountWithinSession.ts';

/**
 * Writes the new password and ends all sessions in one transaction. Throws CONFLICT if the sessions were ended since
 * `changePassword` read the profile.
 */
const replacePassword = async (
  { store }: Pick<LoginDeps, 'store'>,
  { userId, sessionEpoch }: Profile,
  password: ValueOf<typeof passwordKind>,
  endsJoins: boolean,
): Promise<Profile> => {
  const records = outside(store);
  const [profile, kept] = await Promise.all([
    records.get(profileKind, { userId }),
    records.get(passwordKind, { userId }),
  ]);
  if (profile === undefined || kept === undefined) throw new AppError('UNAUTHENTICATED');
  if (profile.value.sessionEpoch !== sessionEpoch) throw new AppError('CONFLICT');
  // The same write makes the joins of Microsoft accounts invalid, including one in progress.
  const joins = endsJoins ? { joinsFrom: sessionEpoch + 1 } : {};
  const next = { ...profile.value, sessionEpoch: sessionEpoch + 1, ...joins };
  await records.transact([
    records.replaceStep(profileKind, { userId }, next, profile.etag),
    records.replaceStep(passwordKind, { userId }, password, kept.etag),
  ]);
  return next;
};

interface Change {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly removeIdentities?: boolean | undefined;
}

const joinedOf = async (deps: Pick<LoginDeps, 'store'>, userId: UserId) =>
  (await listIdentities(deps, userId)).filter(({ joinedAt }) => joinedAt !== null);

const ofPassword = ({ hasSecondFactor }: SignIn): SignInContext => ({
  ...{ method: 'PASSWORD', hasSecondFactor, confinedTo: null, identity: null },
});

/**
 * Changes the caller's password and ends all of the caller's sessions. Returns a new session, in the current
 * organisation if it still admits the account.
 */
export const changePassword = async (
  deps: LoginDeps,
  actor: Actor,
  { oldPassword, newPassword, removeIdentities = false }: Change,
  origin: Origin,
): Promise<Session> => {
  const { userId, signIn, orgId } = actor;
  if (userId === null || signIn === undefined) throw new AppError('UNAUTHENTICATED');
  await requireOwnReach(deps, actor);
  // The profile is read before the old password is checked, so that the write fails if all sessions were ended in
  // between.
  const profile = (await outside(deps.store).get(profileKind, { userId }))?.value;
  if (!(await provePassword(deps, userId, oldPassword, origin)))
    throw new AppError('INVALID_INPUT', { message: 'password.oldWrong' });
  if (profile === undefined) throw new AppError('UNAUTHENTICATED');
  checkPassword(newPassword, { ...profile, orgNames: await organisationNamesOfPerson(deps, userId) });
  const hash = await hashPassword(newPassword);
  const removed = removeIdentities ? await joinedOf(deps, userId) : [];
  // If the session was opened with a Microsoft account that is now removed, it continues as a password session, because
  // the old password was proved.
  const signInContext = removed.some((identity) => identityKey(identity) === signIn.identity)
    ? ofPassword(signIn)
    : signIn;
  const here = await findMembership(deps.store, profile, orgId);
  if (here !== undefined && decideAdmission(here, signInContext) !== 'ALLOWED')
    throw new AppError('FORBIDDEN', { message: 'account.microsoftOnly' });
  const changedAt = toInstant(deps.clock.now());
  await queuePasswordChanged(deps, profile, { changedAt, removedIdentities: removed.length });
  const next = await replacePassword(deps, profile, { hash, changedAt }, removeIdentities);
  if (removeIdentities) await removeJoinedIdentities(deps, profile);
  // Only the password was proved now. So a session with a second factor keeps the instant of its sign-in, at which both
  // factors were proved.
  const proved = signInContext.hasSecondFactor ? { ...signInContext, signedInAt: toInstant(signIn.at) } : signInContext;
  // With the Microsoft account, the account may have been removed from its organisation. So the session opens in an
  // organisation that still admits it.
  const admission = await chooseSignInOrganisation(deps.store, next, signInContext, orgId);
  if (admission.decision !== 'ALLOWED') throw new AppError('UNAUTHENTICATED');
  return openSession(deps, next, admission.membership, proved);
};
