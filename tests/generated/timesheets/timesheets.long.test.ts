import { playSeeds } from '../scenarios.ts';
import { playTimesheets } from './playTimesheets.ts';
import { scenario } from './sheetScenario.ts';

describe('generated timesheet editing, over many seeds', () => {
  it('keeps rows, sums, weeks and the file as the model has them, whoever edits what in which order', async () => {
    const figures = await playSeeds({ name: 'timesheets', scenario, play: playTimesheets, seeds: 20, runs: 4 });
    expect(figures['checks']).toBeGreaterThan(0);
  });
});
