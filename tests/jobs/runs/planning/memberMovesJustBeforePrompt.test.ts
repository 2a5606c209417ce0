import { replanForZone } from '../../../../bot/src/services/runs/replanForZoneOrReturn.ts';
import { inOrg } from '../../../../bot/src/store/recordKindsAndAccess.ts';
import { openSqliteStore } from '../../../../bot/src/store/sqlite/openSqlite.ts';
import { aZone } from '../../../support/data/idDateAndRecordBuilders.ts';
import { createHookedStore } from '../../../support/store/storeWithWorkBetweenCalls.ts';
import { promptsTo } from '../../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../../support/worlds/teamWorldWithEngine.ts';

// Tests a report by member time whose run is open in Berlin. Bob moves from New York to London ten seconds before the
// time in London, 10:00 UTC.

const start = '2026-11-20T06:00:00Z';
const zones = { ann: 'Europe/Berlin', bob: 'America/New_York' };

it('a member who moves to another zone seconds before its prompts is asked once, at any store call', async () => {
  const wrong: string[] = [];
  let tried = 0;
  for (;;) {
    const store = openSqliteStore({ file: ':memory:' });
    const world = await aWorld({ start, people: Object.keys(zones), zones, store });
    await world.meeting({ timeBasis: 'MEMBER', isReminderEnabled: false });
    await world.runUntil('2026-11-20T09:59:00Z');
    world.clock.set('2026-11-20T09:59:50Z');
    const call = tried + 1;
    const hooked = createHookedStore(store);
    hooked.before(call, () => world.runUntil('2026-11-20T10:00:10Z', 5));
    const move = { memberId: world.member('bob'), teamIds: [world.teamId], zone: aZone('Europe/London') };
    await replanForZone({ ...world.deps, store: hooked }, inOrg(hooked, world.orgId), move);
    if (hooked.calls() < call) break;
    tried = call;
    await world.changeMember('bob', { timezone: move.zone });
    await world.runUntil('2026-11-20T22:00:00Z');
    const toBob = promptsTo(world).filter((line) => line.endsWith('bob'));
    if (toBob.join() !== '11-20 10:00 bob') wrong.push(`${call}: ${toBob.join()}`);
  }
  expect(tried).toBeGreaterThan(5);
  expect(wrong).toEqual([]);
});
