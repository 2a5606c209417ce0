import type { Session } from '#contracts/account.ts';
import { AppError } from '#contracts/errors.ts';
import type { UserId } from '#contracts/ids.ts';
import type { MessageKey } from '#contracts/text/keys.ts';
import { digestOf } from '../domain/ids.ts';
import { toInstant } from '../domain/time.ts';
import { inOrg, outside } from '../store/kind.ts';
import type { Stored, ValueOf } from '../store/kind.ts';
import { password as passwordKind, profile as profileKind } from '../store/kinds/accounts.ts';
import { knownNetworks, totp as totpKind } from '../store/kinds/sessions.ts';
import { isConflict } from '../store/port.ts';
import { provePassword } from './accounts.ts';
import type { LoginDeps, Origin } from './accounts.ts';
import type { Actor } from './actor.ts';
import { changeFamily } from './families.ts';
import { destinationOf } from './homes.ts';
import type { Profile } from './homes.ts';
import { attemptAt, rememberNetwork } from './loginLimits.ts';
import type { AttemptDeps } from './loginLimits.ts';
import { openSession } from './openSession.ts';
import { seal, unseal } from './sealing.ts';
import { livingOrg } from './standing.ts';
import { newRecoveryCodes, newSecret, recoveryHash, shownSecret, stepOf } from './totpCodes.ts';
import { verifyChallenge } from './tokens.ts';
import type { ChallengeClaims } from './tokens.ts';

type Factor = ValueOf<typeof totpKind>;

/** Who asks: somebody signed in, or somebody between password and session. */
export interface Asker extends Origin {
  readonly actor: () => Promise<Actor | undefined>;
}

const codeWrong = (message: MessageKey = 'secondFactor.codeWrong'): AppError =>
  new AppError('INVALID_INPUT', { message });

const profileOf = async ({ store }: Pick<LoginDeps, 'store'>, userId: UserId): Promise<Profile> => {
  const row = await outside(store).get(profileKind, { userId });
  if (row === undefined) throw new AppError('UNAUTHENTICATED');
  return row.value;
};

/** Whose challenge it is, while their sessions have not been ended since. */
const challenged = async (deps: LoginDeps, token: string, use: ChallengeClaims['use']): Promise<Profile> => {
  const said = await verifyChallenge(deps, token);
  if (said?.use !== use) throw new AppError('UNAUTHENTICATED');
  const profile = await profileOf(deps, said.sub);
  if (profile.sessionEpoch !== said.epoch) throw new AppError('UNAUTHENTICATED');
  return profile;
};

const signedIn = async (asker: Asker): Promise<Actor & { readonly userId: UserId }> => {
  const actor = await asker.actor();
  if (actor?.userId == null) throw new AppError('UNAUTHENTICATED');
  return { ...actor, userId: actor.userId };
};

const requirePassword = async (
  deps: LoginDeps,
  userId: UserId,
  password: string | undefined,
  origin: Origin,
): Promise<void> => {
  if ((await outside(deps.store).get(passwordKind, { userId })) === undefined)
    throw new AppError('FORBIDDEN', { message: 'secondFactor.noPassword' });
  if (password === undefined) throw new AppError('INVALID_INPUT', { message: 'account.passwordMissing' });
  if (!(await provePassword(deps, userId, password, origin)))
    throw new AppError('INVALID_INPUT', { message: 'secondFactor.passwordWrong' });
};

/** A secret to be put into an app; nothing changes for signing in until it is confirmed. */
export const begin = async (
  deps: LoginDeps,
  { password, challenge }: { readonly password?: string | undefined; readonly challenge?: string | undefined },
  asker: Asker,
): Promise<{ secret: string; uri: string }> => {
  let profile: Profile;
  if (challenge === undefined) {
    const { userId } = await signedIn(asker);
    await requirePassword(deps, userId, password, asker);
    profile = await profileOf(deps, userId);
  } else profile = await challenged(deps, challenge, 'SET_UP');
  const { userId, email } = profile;
  const records = outside(deps.store);
  const there = await records.get(totpKind, { userId });
  if (there?.value.state === 'ON') throw new AppError('CONFLICT', { message: 'secondFactor.already' });
  const secret = newSecret();
  const row: Factor = {
    state: 'PENDING',
    sealed: seal(deps.sessionKeys.seal, secret, userId),
    lastStep: 0,
    recovery: [],
    changedAt: toInstant(deps.clock.now()),
  };
  if (there === undefined) await records.insert(totpKind, { userId }, row);
  else await records.replace(totpKind, { userId }, row, there.etag);
  return shownSecret(secret, email);
};

/** The factor as it is once this code is used up; undefined for a wrong code, and for one that was used before. */
const afterCode = (deps: LoginDeps, userId: UserId, { value }: Stored<Factor>, code: string): Factor | undefined => {
  const secret = unseal(deps.sessionKeys.seal, value.sealed, userId);
  const step = secret === undefined ? undefined : stepOf(secret, code, deps.clock.now());
  if (secret !== undefined && step !== undefined)
    // Sealed anew, so that it outlives the secret it was sealed with.
    return step > value.lastStep
      ? { ...value, lastStep: step, sealed: seal(deps.sessionKeys.seal, secret, userId) }
      : undefined;
  const hash = recoveryHash(code);
  if (value.state !== 'ON' || !value.recovery.includes(hash)) return undefined;
  return { ...value, recovery: value.recovery.filter((one) => one !== hash) };
};

/** Uses the code up in one write; `change` is made with it. Of several who use the same code at once one gets on. */
const useCode = async (
  deps: LoginDeps,
  userId: UserId,
  code: string,
  state: Factor['state'],
  change: Partial<Factor> = {},
): Promise<boolean> => {
  const records = outside(deps.store);
  const row = await records.get(totpKind, { userId });
  const next = row?.value.state === state ? afterCode(deps, userId, row, code) : undefined;
  if (row === undefined || next === undefined) return false;
  try {
    await records.replace(totpKind, { userId }, { ...next, ...change }, row.etag);
    return true;
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
};

const counting = async (
  deps: LoginDeps & AttemptDeps,
  { userId }: Profile,
  { address }: Origin,
  isRight: () => Promise<boolean>,
  saysWrong?: MessageKey,
): Promise<void> => {
  const known = await outside(deps.store).get(knownNetworks, { userId });
  await attemptAt(deps, { account: userId, address, known: known?.value }, async (attempt) => {
    if (attempt === undefined || !(await isRight())) throw codeWrong(saysWrong);
    await attempt.succeed();
  });
};

const enter = async (deps: LoginDeps, profile: Profile, { address }: Origin): Promise<Session> => {
  const way = { method: 'PASSWORD', hasSecondFactor: true, confinedTo: null } as const;
  const destination = await destinationOf(deps.store, profile, way);
  if (destination.welcome !== 'COME_IN') throw new AppError('UNAUTHENTICATED');
  await rememberNetwork(deps, profile.userId, address);
  return openSession(deps, profile, destination.home, way);
};

/** Turns the second factor on once a code of it was right. The recovery codes are kept as hashes, so this is the one time they are told. */
export const confirm = async (
  deps: LoginDeps,
  { code, challenge }: { readonly code: string; readonly challenge?: string | undefined },
  asker: Asker,
): Promise<{ recoveryCodes: string[]; session: Session | null }> => {
  const actor = challenge === undefined ? await signedIn(asker) : undefined;
  const profile = await (challenge === undefined
    ? signedIn(asker).then(({ userId }) => profileOf(deps, userId))
    : challenged(deps, challenge, 'SET_UP'));
  const pending = await outside(deps.store).get(totpKind, { userId: profile.userId });
  if (pending?.value.state !== 'PENDING') throw new AppError('CONFLICT', { message: 'secondFactor.notBegun' });
  const recoveryCodes = newRecoveryCodes();
  const turnedOn = {
    state: 'ON',
    recovery: recoveryCodes.map(recoveryHash),
    changedAt: toInstant(deps.clock.now()),
  } as const;
  const isRight = (): Promise<boolean> => useCode(deps, profile.userId, code, 'PENDING', turnedOn);
  // There are no recovery codes yet to be used instead.
  await counting(deps, profile, asker, isRight, 'secondFactor.firstCodeWrong');
  if (actor === undefined) return { recoveryCodes, session: await enter(deps, profile, asker) };
  if (actor.signIn !== undefined) {
    const { familyId } = actor.signIn;
    await changeFamily(deps, { userId: actor.userId, familyId }, { hasSecondFactor: true });
  }
  return { recoveryCodes, session: null };
};

/** A challenge and a code, of the app or a recovery code, for a session. UNAUTHENTICATED when the challenge is over. */
export const verify = async (
  deps: LoginDeps,
  { challenge, code }: { readonly challenge: string; readonly code: string },
  origin: Origin,
): Promise<Session> => {
  const profile = await challenged(deps, challenge, 'VERIFY');
  await deps.limiter.take('challenge', digestOf(challenge));
  await counting(deps, profile, origin, () => useCode(deps, profile.userId, code, 'ON'));
  return enter(deps, profile, origin);
};

/** Turns the second factor off: by who has both, and not where the organisation asks for one. */
export const disable = async (
  deps: LoginDeps,
  actor: Actor,
  { password, code }: { readonly password: string; readonly code: string },
  origin: Origin,
): Promise<true> => {
  const { userId, orgId } = actor;
  if (userId === null) throw new AppError('NOT_FOUND');
  const organisation = await livingOrg(inOrg(deps.store, orgId));
  if (organisation?.requireSecondFactor !== false)
    throw new AppError('FORBIDDEN', { message: 'secondFactor.required' });
  await requirePassword(deps, userId, password, origin);
  await counting(deps, await profileOf(deps, userId), origin, () => useCode(deps, userId, code, 'ON'));
  const row = await outside(deps.store).get(totpKind, { userId });
  if (row !== undefined) await outside(deps.store).delete(totpKind, { userId }, row.etag);
  return true;
};
