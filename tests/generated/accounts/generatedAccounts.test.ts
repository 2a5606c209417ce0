import { hashPasswordsWithoutCost } from '../../support/setup/mockPasswordHashing.ts';
import { keptScenarios, playSeeds } from '../playSeedsAndKeptScenarios.ts';
import { playAccounts } from './playAccounts.ts';
import { scenario } from './accountScenario.ts';
import type { Scenario } from './accountScenario.ts';
import { playSilence, silentScenario } from './playHiddenAccountScenarios.ts';
import type { SilentScenario } from './playHiddenAccountScenarios.ts';

// The password hash would take nearly all of the time of these tests. Another test covers the real hash.
hashPasswordsWithoutCost();

describe('generated sequences of account calls', () => {
  it('opens nothing by an ended secret and gives no role or place that no admin gave', async () => {
    const figures = await playSeeds({ name: 'accounts', scenario, play: playAccounts, seeds: 3, runs: 4 });
    expect(figures['looks']).toBeGreaterThan(0);
  });

  it.each(keptScenarios<Scenario>('accounts'))('still passes the scenario that %s stores', async (_file, kept) => {
    expect((await playAccounts(kept))['steps']).toBe(kept.steps.length);
  });

  it('answers alike about a free and a taken address while accounts are hidden', async () => {
    const suite = { name: 'accounts, hidden', scenario: silentScenario, play: playSilence, seeds: 3, runs: 2 };
    expect((await playSeeds(suite))['calls']).toBeGreaterThan(0);
  });

  it.each(keptScenarios<SilentScenario>('accounts/silence'))(
    'keeps silent as %s showed it must',
    async (_file, kept) => {
      expect((await playSilence(kept))['calls']).toBe(kept.steps.length);
    },
  );
});
