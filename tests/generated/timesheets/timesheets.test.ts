import { keptScenarios, playSeeds } from '../scenarios.ts';
import { playTimesheets } from './playTimesheets.ts';
import { scenario } from './sheetScenario.ts';
import type { Scenario } from './sheetScenario.ts';

describe('generated timesheet editing', () => {
  it('keeps rows, sums, weeks and the file as the model has them, whoever edits what in which order', async () => {
    const figures = await playSeeds({ name: 'timesheets', scenario, play: playTimesheets, seeds: 6, runs: 4 });
    expect(figures['checks']).toBeGreaterThan(0);
  });

  it.each(keptScenarios<Scenario>('timesheets'))('keeps what %s once showed right', async (_file, kept) => {
    expect((await playTimesheets(kept))['checks']).toBeGreaterThan(0);
  });
});
