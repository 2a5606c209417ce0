import { keptScenarios, playSeeds } from '../playSeedsAndKeptScenarios.ts';
import { playBilling } from './playBilling.ts';
import { scenario } from './billingScenario.ts';
import type { Scenario } from './billingScenario.ts';

describe('a generated billing month', () => {
  it('charges each active person once, by their first event, and closes into invoices that add up', async () => {
    const figures = await playSeeds({ name: 'billing', scenario, play: playBilling, seeds: 2, runs: 2 });
    expect(figures['events']).toBeGreaterThan(0);
  });

  it.each(keptScenarios<Scenario>('billing'))('still passes the scenario that %s stores', async (_file, kept) => {
    expect((await playBilling(kept))['checks']).toBeGreaterThan(0);
  });
});
