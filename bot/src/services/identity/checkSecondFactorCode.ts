import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import type { Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { knownNetworks } from '../../store/kinds/identity/knownNetworks.ts';
import { totp as totpKind } from '../../store/kinds/identity/secondFactor.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import type { Origin } from './passwordLoginAndUserDetails.ts';
import { recordSignInAttempt } from '../rateLimits/loginLimitsAndKnownNetworks.ts';
import type { AttemptDeps } from '../rateLimits/loginLimitsAndKnownNetworks.ts';
import { encryptSecret, decryptSecret } from './secretEncryption.ts';
import type { SessionKeys } from './sessionKeys.ts';
import { recoveryHash } from './recoveryCodes.ts';
import { totpStepOf } from './totpCodes.ts';

// Checks every code of a second factor in the product, so that no call can bypass the limit on guesses.

export type SecondFactor = ValueOf<typeof totpKind>;

export interface FactorDeps extends AttemptDeps {
  readonly sessionKeys: SessionKeys;
}

/**
 * Returns the second factor as it must be stored after this code was used. Undefined for a wrong code, and for a code
 * that was already used.
 */
const afterCode = (
  deps: FactorDeps,
  userId: UserId,
  { value }: Stored<SecondFactor>,
  code: string,
): SecondFactor | undefined => {
  const secret = decryptSecret(deps.sessionKeys.seal, value.sealed, userId);
  const step = secret === undefined ? undefined : totpStepOf(secret, code, deps.clock.now());
  if (secret !== undefined && step !== undefined)
    // The secret is encrypted again with the newest key, so that the factor stays valid when the older key is removed.
    return step > value.lastStep
      ? { ...value, lastStep: step, sealed: encryptSecret(deps.sessionKeys.seal, secret, userId) }
      : undefined;
  const hash = recoveryHash(code);
  if (value.state !== 'ON' || !value.recovery.includes(hash)) return undefined;
  return { ...value, recovery: value.recovery.filter((kept) => kept !== hash) };
};

export interface FactorGuess {
  readonly code: string;
  readonly state: SecondFactor['state'];
  /** Fields of the factor that are written together with the use of the code. */
  readonly change?: Partial<SecondFactor>;
  /** The error message for a wrong code; undefined for the general message. */
  readonly wrong?: MessageKey;
}

/**
 * Checks the code and marks it as used in one write, so that only one of several simultaneous calls with the same code
 * succeeds. Returns false for a wrong code.
 */
const useCode = async (
  deps: FactorDeps,
  userId: UserId,
  { code, state, change = {} }: FactorGuess,
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

/**
 * Checks and uses a code of the authenticator app or a recovery code. Throws INVALID_INPUT for a wrong code, and
 * TOO_MANY_REQUESTS after five guesses within 15 minutes over all calls. Only a right code resets the count; a right
 * password does not.
 */
export const checkSecondFactorCode = async (
  deps: FactorDeps,
  { userId, address }: Origin & { readonly userId: UserId },
  guess: FactorGuess,
): Promise<void> => {
  const wrong = (): AppError => new AppError('INVALID_INPUT', { message: guess.wrong ?? 'secondFactor.codeWrong' });
  // If there is no factor in this state, there is no code to guess, so the try is not counted.
  const factor = await outside(deps.store).get(totpKind, { userId });
  if (factor?.value.state !== guess.state) throw wrong();
  // The try is counted before the code is checked, so that parallel guesses cannot exceed the limit.
  await deps.limiter.take('factor', userId);
  const networks = await outside(deps.store).get(knownNetworks, { userId });
  await recordSignInAttempt(deps, { account: userId, address, known: networks?.value }, async (attempt) => {
    if (attempt === undefined || !(await useCode(deps, userId, guess))) throw wrong();
    await attempt.succeed();
  });
  await deps.limiter.clear('factor', userId);
};
