import type { Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Entra } from '../../gateways/entraPort.ts';
import { signInFromTeams } from './openMicrosoftSession.ts';
import { personOf, settleAccount } from './findLinkOrCreateAccount.ts';
import type { PersonDeps } from './findLinkOrCreateAccount.ts';
import type { OpenDeps } from '../identity/openSession.ts';

export interface TeamsSignInDeps extends PersonDeps, OpenDeps {
  /** Microsoft's sign-in service; null if it is not configured. */
  readonly entra: Entra | null;
}

/**
 * Opens a session for the user of the tab in Teams, in the organisation of the user's tenant. A user without an account
 * gets one without a password. Throws UNAUTHENTICATED for an invalid token, UNAVAILABLE if Microsoft's keys cannot be
 * fetched, and NOT_IN_ROSTER for a user who is in no known team.
 */
export const teamsSignIn = async (
  deps: TeamsSignInDeps,
  { ssoToken }: { readonly ssoToken: string },
): Promise<Session> => {
  if (deps.entra === null) throw new AppError('ENTRA_NOT_CONFIGURED');
  const person = await personOf(deps, await deps.entra.personOf(ssoToken));
  const userId = await settleAccount(deps, person, null);
  return signInFromTeams(deps, userId, person.records.scope, person);
};
