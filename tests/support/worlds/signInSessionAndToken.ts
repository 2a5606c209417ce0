import type { Challenge, Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { OrgId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { startTokenFamily } from '../../../bot/src/services/identity/refreshTokens.ts';
import type { RefreshTokenDeps, NewRefreshTokenFamily } from '../../../bot/src/services/identity/refreshTokens.ts';
import { signAccess } from '../../../bot/src/services/identity/accessAndChallengeTokens.ts';
import type { TokenDeps } from '../../../bot/src/services/identity/accessAndChallengeTokens.ts';

/** Returns the session of a sign-in. Throws if the sign-in requires a second factor. */
export const asSession = (answer: Session | Challenge): Session => {
  if (!('token' in answer)) throw new Error('A second factor is asked for.');
  return answer;
};

export interface TokenSubject extends Partial<
  Pick<NewRefreshTokenFamily, 'method' | 'hasSecondFactor' | 'confinedTo'>
> {
  readonly userId: UserId;
  readonly orgId: OrgId;
  readonly sessionEpoch?: number;
}

/** Returns an access token of a new session, without a password. */
export const tokenFor = async (deps: RefreshTokenDeps & TokenDeps, subject: TokenSubject): Promise<string> => {
  const { userId, orgId, sessionEpoch = 1, method = 'PASSWORD', hasSecondFactor = false, confinedTo = null } = subject;
  const account = { userId, sessionEpoch };
  const family = await startTokenFamily(deps, { account, orgId, method, hasSecondFactor, confinedTo });
  return signAccess(deps, { sub: userId, org: orgId, epoch: sessionEpoch, fam: family.familyId });
};
