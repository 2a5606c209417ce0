import { reportBrowserZone } from '../../../../bot/src/services/people/reportBrowserZone.ts';
import { syncSender } from '../../../../bot/src/services/teamsSync/senderSyncAndPersonalInstall.ts';
import { aZone } from '../../../support/data/idDateAndRecordBuilders.ts';
import { shows } from '../../../support/fakes/fakePresenterAndShownModels.ts';
import { randomFrom } from '../../../support/data/seededRandom.ts';
import { aWorld } from '../../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../../support/worlds/teamWorldWithEngine.ts';
import { rowsOf } from '../../../support/worlds/saveAnswersAndReadMessages.ts';

// Tests a person in a report by member time whose chat and browser report different zones (docs/product-rules.md, Zones
// of members). 10:00 is 01:00 UTC in Tokyo, 09:00 in Berlin, 15:00 in New York.

const dates = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'];
const berlin = 'Europe/Berlin';
const newYork = 'America/New_York';

const start = async (): Promise<World> => {
  const world = await aWorld({ start: '2026-11-15T12:00:00Z', people: ['ann'], zones: { ann: berlin } });
  await world.meeting({ timeBasis: 'MEMBER' });
  return world;
};

const chat = (world: World, timezone: string) => syncSender(world.deps, { ...world.sender('ann'), timezone });
const browser = (world: World, zone: string) => reportBrowserZone(world.deps, world.actor('ann'), aZone(zone));

/** Returns the instants at which ann's prompts were sent, such as "11-20T09:00". */
const prompts = (world: World): string[] =>
  world.messenger.calls
    .filter((call) => call.do === 'send' && shows(call.message) === 'ask' && call.to === 'ann')
    .map((call) => call.at.slice(5, 16));

/**
 * Returns the state of ann's prompt for each date whose run contains her; undefined if her prompt has no delivery
 * record.
 */
const promptRecords = async (world: World): Promise<(string | undefined)[]> => {
  const records: (string | undefined)[] = [];
  for (const date of [...dates, '2026-11-20']) {
    const { run, deliveries } = await rowsOf(world, date);
    const isPart = run?.value.members.some((member) => member.memberId === world.member('ann')) ?? false;
    if (isPart) records.push(deliveries.get(`${world.member('ann')}|prompt`)?.value.state);
  }
  return records;
};

it('prompts by the zone of the phone on every day, while a laptop repeats the old zone', async () => {
  const world = await start();
  await browser(world, berlin);
  await chat(world, newYork);
  for (const date of dates)
    for (const hour of ['08:30', '13:30', '16:30', '22:00']) {
      await world.runUntil(`${date}T${hour}:00Z`, 300);
      await browser(world, berlin);
      await chat(world, newYork);
    }
  expect(prompts(world)).toEqual(dates.map((date) => `${date.slice(5)}T15:00`));
  await world.verify();
});

it('prompts by the zone of the browser, if the person does not use the chat', async () => {
  const world = await start();
  await browser(world, newYork);
  await world.runUntil('2026-11-19T23:00:00Z', 300);
  expect(prompts(world)).toEqual(dates.map((date) => `${date.slice(5)}T15:00`));
  await world.verify();
});

it.each([1, 2, 3, 4, 5, 6])(
  'never prompts twice, and records every prompt, when zones alternate (seed %i)',
  async (seed) => {
    const random = randomFrom(seed);
    const world = await start();
    const zones = [berlin, newYork, 'Asia/Tokyo'];
    const pick = (): string => zones[Math.floor(random() * zones.length)] ?? berlin;
    for (let at = Date.parse('2026-11-15T12:00:00Z'); at < Date.parse('2026-11-19T23:00:00Z');) {
      await (random() < 0.5 ? chat : browser)(world, pick());
      at += Math.ceil(random() * 5 * 60) * 60_000;
      await world.runUntil(new Date(at).toISOString(), 300);
    }
    await world.runUntil('2026-11-20T20:00:00Z', 300);
    const records = await promptRecords(world);
    expect(records.length).toBeGreaterThan(0);
    expect(records.filter((state) => state === undefined)).toEqual([]);
    // A second prompt for a date would add a message but no record, so equal numbers prove that there is none.
    expect(prompts(world)).toHaveLength(records.filter((state) => state === 'SENT').length);
    await world.verify();
  },
);
