import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { saveDigest as saveDigestCall } from '#contracts/digests/digestCalls.ts';
import type { Actor } from '../services/core/actor.ts';
import { saveDigest } from '../services/digests/saveDigest.ts';
import type { SaveDigestDeps } from '../services/digests/saveDigest.ts';
import { memberIdsOf } from './simulatedTeamsPeopleAndMeetings.ts';
import type { SimulatedPeople, SimulatedPeopleDeps } from './simulatedTeamsPeopleAndMeetings.ts';
import { faultsOf, ScenarioError } from './parseScenario.ts';
import type { Scenario } from './parseScenario.ts';

// Creates the digests of a scenario with the service that the screen uses.

type Deps = SimulatedPeopleDeps & SaveDigestDeps;

const draftOf = (
  people: SimulatedPeople,
  { id: name, teamId, ownerId: _owner, members, inChannel, ...rest }: Scenario['digests'][number],
) => ({
  sections: ['PEOPLE', 'MISSING'],
  ...rest,
  name,
  teamId: people.teamIds.get(teamId),
  recipients: { memberIds: memberIdsOf(people, members), inChannel },
});

/**
 * Saves the digests, and stores the scenario's id of each digest, which the output uses. Throws ScenarioError for input
 * that the product would refuse.
 */
export const addSimulatedDigests = async (deps: Deps, scenario: Scenario, people: SimulatedPeople): Promise<void> => {
  const t = deps.translateFor('en');
  for (const [at, item] of scenario.digests.entries()) {
    const owner: Actor | undefined = people.actors.get(item.ownerId);
    if (owner === undefined) throw new ScenarioError([`digests[${at}].ownerId: there is no member ${item.ownerId}`]);
    const draft = saveDigestCall.input.safeParse(draftOf(people, item));
    if (!draft.success) throw new ScenarioError(faultsOf(draft.error, t, ['digests', at]));
    try {
      const { digest } = await saveDigest(deps, owner, draft.data);
      people.names.set(digest.id, item.id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new ScenarioError([`digests[${at}]: ${t(error.details.message ?? `error.${error.code}`)}`]);
    }
  }
};
