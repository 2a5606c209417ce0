import { teamMember } from '../../bot/src/store/kinds/people/teamMember.ts';
import { inOrg } from '../../bot/src/store/recordKindsAndAccess.ts';
import { toInstant } from '../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { aZone } from '../support/data/idDateAndRecordBuilders.ts';
import { aDialogue, only } from '../support/apps/botConversation.ts';
import type { Dialogue } from '../support/apps/botConversation.ts';
import { aWorld } from '../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../support/worlds/teamWorldWithEngine.ts';

// A reply and a card show the same time for the same close, although the chat client sends another zone than the one
// that the member's browser reported.

let world: World;
let chat: Dialogue;
beforeEach(async () => {
  world = await aWorld();
  await world.meeting();
  chat = await aDialogue(world);
});
afterEach(() => chat.close());

const reportInBrowser = (name: string, zone: string) =>
  inOrg(world.store, world.orgId).touch(
    teamMember,
    { teamId: world.teamId, memberId: world.member(name) },
    {
      ...{ timezone: aZone(zone), timezoneFrom: 'ACTIVITY' as const, browserZone: aZone(zone) },
      ...{ zoneMovedAt: toInstant(world.clock.now()), zoneMovedBy: 'BROWSER' as const },
    },
  );

const clockTimes = (text: string): readonly string[] => text.match(/\b\d{2}:\d{2}\b/g) ?? [];

it('shows the close in the reply to “start” as on the card', async () => {
  await reportInBrowser('ann', 'Asia/Tokyo');
  const started = only((await chat.sendText('ann', 'start daily', { clientZone: 'UTC' })).here);
  const card = only((await chat.sendText('ann', 'answer daily', { clientZone: 'UTC' })).here);
  expect(clockTimes(started.text)).toEqual(['19:00']);
  expect(clockTimes(card.text)).toEqual(['19:00']);
});
