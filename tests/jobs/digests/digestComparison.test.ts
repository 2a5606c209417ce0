import type { DigestSettings } from '#contracts/digests/digestCalls.ts';
import type { DigestModel } from '../../../bot/src/domain/digests/digestModelTypes.ts';
import { readDigestModel } from '../../../bot/src/services/digests/readDigestModel.ts';
import { daySummary } from '../../../bot/src/store/kinds/runs/daySummary.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { aDate, aMeetingId } from '../../support/data/idDateAndRecordBuilders.ts';
import { digestRow, digestWorld } from '../../support/worlds/digestWorld.ts';
import type { DigestWorld } from '../../support/worlds/digestWorld.ts';

let world: DigestWorld;
beforeEach(async () => {
  world = await digestWorld();
  await world.meeting();
  await world.makeAdmin('ann');
  // The test stores only the counts of earlier runs, without the runs themselves, which `verify` would report.
  world.plants(/has an R row but does not exist/);
});

/** Stores the counts of an earlier run, in which 3 of 4 members answered. */
const ranOn = async (date: string, state: 'COMPLETED' | 'OPEN' | 'MISSED' = 'COMPLETED') => {
  const counts = { asked: 4, answered: 3, goals: 0, blockers: 0, late: 0, goalsOffered: 0, skipped: 0 };
  await inOrg(world.store, world.orgId).insert(
    daySummary,
    { teamId: world.teamId, meetingId: aMeetingId(), date: aDate(date) },
    { date: aDate(date), state, ...counts, figures: null, measures: null },
  );
};

const readAfter = async (days: number, change: object, at = '2026-11-20T17:00:00Z'): Promise<DigestModel> => {
  const digest = await world.digest('ann', change, { role: 'admin' });
  const settings: DigestSettings | undefined = await digestRow(world, digest);
  if (settings === undefined) throw new Error('There is no digest.');
  await world.runUntil(at, 300);
  world.clock.advance({ minutes: days * 24 * 60 });
  const period = { from: Date.parse('2026-11-19T16:00:00Z'), to: Date.parse('2026-11-20T16:00:00Z') };
  const records = inOrg(world.store, world.orgId);
  return readDigestModel(world, world.actor('ann', { role: 'admin' }), records, { settings, period, isLate: false });
};

describe.each([0, 40])('the comparison of a digest that is read %i days after its period', (days) => {
  beforeEach(async () => {
    for (const date of ['2026-10-20', '2026-10-21', '2026-11-19']) await ranOn(date);
    await ranOn('2026-11-10', 'OPEN');
    await ranOn('2026-11-11', 'MISSED');
  });

  it('has the runs of the 30 days before the first covered run that are over', async () => {
    const { trends } = await readAfter(days, { sections: ['TRENDS'] });
    expect(trends).toMatchObject([
      { runs: 1, now: { asked: 3, answered: 0 }, before: { asked: 8, answered: 6, runs: 2 } },
    ]);
  });

  it('has the same runs in a digest of the organisation', async () => {
    const { teams } = await readAfter(days, { teamId: null, sections: ['TRENDS'] });
    expect(teams).toMatchObject([{ runs: 1, asked: 3, before: { asked: 8, answered: 6 } }]);
  });
});
