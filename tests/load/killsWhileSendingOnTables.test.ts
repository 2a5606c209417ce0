import { openTablesStore } from '../../bot/src/store/tables/openTables.ts';
import { azuriteCredential, startAzurite } from '../support/fakes/azurite.ts';
import { doubled, liveUntilKilled, sendsTo } from '../support/worlds/processKilledWhileSending.ts';
import { reportFigures } from '../support/files/printFigures.ts';
import { aWorld } from '../support/worlds/teamWorldWithEngine.ts';

// Kills processes during sends on a table service. tests/jobs/engine/atMostThreeSends.test.ts does the same on a store file.

const people = Array.from({ length: 20 }, (_, index) => `p${index}`);

it.each([
  ['after', 5, 5],
  ['before', 3, 0],
] as const)(
  'on a table service, %s Teams accepted a message, %d kills double at most %d of 20',
  async (moment, kills, most) => {
    const azurite = await startAzurite();
    try {
      const store = await openTablesStore({ url: azurite.url, credential: azuriteCredential });
      const world = await aWorld({ people, store });
      await world.meeting({ isReminderEnabled: false });
      world.clock.set('2026-11-20T09:00:00Z');
      for (let life = 0; life < kills; life += 1)
        expect(await liveUntilKilled(world, `life ${life}`, { at: 3, moment })).toBe(true);
      await world.runUntil('2026-11-20T09:20:00Z', 30, world.instance('last'));
      reportFigures(`${kills} kills ${moment} acceptance on a table service: ${doubled(world)} of 20 messages doubled`);
      expect(sendsTo(world).size).toBe(people.length);
      expect(doubled(world)).toBeLessThanOrEqual(most);
      await world.verify();
    } finally {
      await azurite.stop();
    }
  },
);
