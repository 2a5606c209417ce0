import { playSeeds } from '../playSeedsAndKeptScenarios.ts';
import { playDigests } from './playDigests.ts';
import { scenario } from './digestScenario.ts';

describe('generated digests, over many seeds', () => {
  it('reach each recipient once for each date, over downtimes, changed clocks, lost rights and unsubscriptions', async () => {
    const figures = await playSeeds({ name: 'digests', scenario, play: playDigests, seeds: 60, runs: 4 });
    expect(figures['messages']).toBeGreaterThan(0);
  });
});
