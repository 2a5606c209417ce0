import { playSeeds } from '../playSeedsAndKeptScenarios.ts';
import { playTimesheets } from './playTimesheets.ts';
import { scenario } from './timesheetScenario.ts';

describe('generated timesheet editing, over many seeds', () => {
  it('keeps rows, sums, weeks and the file equal to the model in any order of edits', async () => {
    const figures = await playSeeds({ name: 'timesheets', scenario, play: playTimesheets, seeds: 20, runs: 4 });
    expect(figures['checks']).toBeGreaterThan(0);
  });
});
