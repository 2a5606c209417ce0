import { playSeeds } from '../playSeedsAndKeptScenarios.ts';
import { playRollup } from './playRollup.ts';
import { scenario } from './rollupScenario.ts';

describe('generated roll-ups', () => {
  it('shows the figures that a recomputation from the rows gives, for any set, period and grouping', async () => {
    const figures = await playSeeds({ name: 'rollup', scenario, play: playRollup, seeds: 2, runs: 1 });
    expect(figures['figures']).toBeGreaterThan(0);
  });
});
