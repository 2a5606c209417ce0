import { keptScenarios, playSeeds } from '../playSeedsAndKeptScenarios.ts';
import { playTimesheets } from './playTimesheets.ts';
import { scenario } from './timesheetScenario.ts';
import type { Scenario } from './timesheetScenario.ts';

describe('generated timesheet editing', () => {
  it('keeps rows, sums, weeks and the file equal to the model, for any edits in any order', async () => {
    const figures = await playSeeds({ name: 'timesheets', scenario, play: playTimesheets, seeds: 2, runs: 2 });
    expect(figures['checks']).toBeGreaterThan(0);
  });

  it.each(keptScenarios<Scenario>('timesheets'))('still passes the scenario that %s stores', async (_file, kept) => {
    expect((await playTimesheets(kept))['checks']).toBeGreaterThan(0);
  });
});
