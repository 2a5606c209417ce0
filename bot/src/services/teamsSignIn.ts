import type { Session } from '#contracts/account.ts';
import { AppError } from '#contracts/errors.ts';
import type { Entra } from '../gateways/entra.ts';
import { enterFromTeams } from './microsoftSession.ts';
import { personOf, settleAccount } from './microsoftPerson.ts';
import type { PersonDeps } from './microsoftPerson.ts';
import type { OpenDeps } from './openSession.ts';

export interface TeamsSignInDeps extends PersonDeps, OpenDeps {
  /** Null = Microsoft sign-in is not set up. */
  readonly entra: Entra | null;
}

/**
 * A session for who uses the tab in Teams, in the organisation of their tenant. Who has no account gets one without a password.
 * UNAUTHENTICATED for a token that does not hold, UNAVAILABLE without keys, NOT_IN_ROSTER for somebody in no synced team.
 */
export const teamsSignIn = async (
  deps: TeamsSignInDeps,
  { ssoToken }: { readonly ssoToken: string },
): Promise<Session> => {
  if (deps.entra === null) throw new AppError('ENTRA_NOT_CONFIGURED');
  const person = await personOf(deps, await deps.entra.personOf(ssoToken));
  const userId = await settleAccount(deps, person, null);
  return enterFromTeams(deps, userId, person.records.scope);
};
