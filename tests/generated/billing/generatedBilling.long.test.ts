import { playSeeds } from '../playSeedsAndKeptScenarios.ts';
import { playBilling } from './playBilling.ts';
import { scenario } from './billingScenario.ts';

describe('a generated billing month, over many seeds', () => {
  it('charges each active person once, by their first event, and closes into invoices that add up', async () => {
    const figures = await playSeeds({ name: 'billing', scenario, play: playBilling, seeds: 15, runs: 4 });
    expect(figures['events']).toBeGreaterThan(0);
  });
});
