import { playSeeds } from '../playSeedsAndKeptScenarios.ts';
import { playDigests } from './playDigests.ts';
import { scenario } from './digestScenario.ts';

describe('generated digests', () => {
  it('reach each recipient once for each date, over downtimes, changed clocks, lost rights and unsubscriptions', async () => {
    const figures = await playSeeds({ name: 'digests', scenario, play: playDigests, seeds: 3, runs: 2 });
    expect(figures['messages']).toBeGreaterThan(0);
  });
});
