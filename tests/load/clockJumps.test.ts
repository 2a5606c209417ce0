import { openSqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import { runOf, story } from '../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../support/worlds/teamWorldWithEngine.ts';

// Tests jumps of the machine's clock while the engine runs. Friday, 20 November 2026: opening 09:00 UTC, reminders
// 10:00 and 10:45, close 11:00. The rules for late messages decide what is sent, and no message is sent twice.

const played = async (moves: readonly (readonly [at: string, to: string])[], end: string): Promise<World> => {
  const world = await aWorld({ people: ['ann'] });
  await world.meeting();
  for (const [at, to] of moves) {
    await world.runUntil(`2026-11-${at}Z`, 30);
    world.clock.set(`2026-11-${to}Z`);
  }
  await world.runUntil(`2026-11-${end}Z`, 30);
  return world;
};

const usual = [
  '11-20 09:00 announcement channel',
  '11-20 09:00 ask ann',
  '11-20 10:00 reminder ann',
  '11-20 10:45 reminder ann',
  '11-20 11:00 summary channel',
];
const late = (at: string): string[] => [`11-20 ${at} announcement channel`, `11-20 ${at} ask ann`];

describe('a jump of an hour ahead', () => {
  it.each([
    ['before the opening', '20T07:30:00', usual],
    ['over the opening, by 29 minutes', '20T08:29:00', [...late('09:29'), ...usual.slice(2)]],
    // A reminder is skipped if less than a quarter of the window separates it from a late prompt
    // (docs/product-rules.md).
    ['over the opening, by an hour', '20T08:59:59', [...late('09:59'), ...usual.slice(3)]],
    ['over the first reminder', '20T09:30:00', [...usual.slice(0, 2), '11-20 10:30 reminder ann', ...usual.slice(3)]],
    // A late reminder is sent only before the close, so the second reminder is skipped.
    ['over the second reminder and the close', '20T10:30:00', [...usual.slice(0, 3), '11-20 11:30 summary channel']],
    ['after the close', '20T11:30:00', usual],
  ])('%s', async (_name, at, expected) => {
    const to = new Date(Date.parse(`2026-11-${at}Z`) + 3_600_000).toISOString().slice(8, 19);
    expect(story(await played([[at, to]], '20T14:00:00'))).toEqual(expected);
  });

  it('more than an hour late: records the run as missed, and prompts no member', async () => {
    const world = await played([['20T08:59:30', '20T10:00:01']], '20T14:00:00');
    expect(story(world)).toEqual([]);
    expect(await runOf(world)).toMatchObject({ state: 'MISSED', reason: 'DOWNTIME' });
  });
});

describe('a jump of an hour back', () => {
  it.each([
    ['before the opening', '20T08:30:00', '20T07:30:00'],
    ['after the opening', '20T09:10:00', '20T08:10:00'],
    ['after the first reminder', '20T10:10:00', '20T09:10:00'],
    ['after the close', '20T11:10:00', '20T10:10:00'],
  ])('%s: sends each message once', async (_name, at, to) => {
    const world = await played([[at, to]], '20T14:00:00');
    expect(story(world)).toEqual(usual);
    expect(await runOf(world)).toMatchObject({ state: 'COMPLETED', reason: 'WINDOW_OVER' });
  });

  it('repeatedly: sends each message once', async () => {
    const moves = ['09:10', '09:20', '10:10', '10:50', '11:05'].map((time) => {
      const at = `20T${time}:00`;
      return [at, new Date(Date.parse(`2026-11-${at}Z`) - 3_600_000).toISOString().slice(8, 19)] as const;
    });
    expect(story(await played(moves, '20T14:00:00'))).toEqual(usual);
  });
});

it('at the close: closes when the hour has come again', async () => {
  const store = openSqliteStore({ file: ':memory:' });
  let isSetBack = false;
  // The clock moves back while the close reads the meeting: the close has found its due row, but has not read the clock
  // yet.
  const get: typeof store.get = (table, key) => {
    if (key.rk.startsWith('G|') && !isSetBack && world.clock.now() >= Date.parse('2026-11-20T11:00:00Z')) {
      isSetBack = true;
      world.clock.set('2026-11-20T10:00:00Z');
    }
    return store.get(table, key);
  };
  const world = await aWorld({ people: ['ann'], store: { ...store, get } });
  await world.meeting();
  await world.runUntil('2026-11-20T14:00:00Z', 30);
  expect(isSetBack).toBe(true);
  expect(story(world)).toEqual(usual);
  expect(await runOf(world)).toMatchObject({ state: 'COMPLETED', completedAt: '2026-11-20T11:00:00.000Z' });
});

describe('three days ahead', () => {
  const monday = usual.map((line) => line.replace('11-20', '11-23'));

  it.each([
    ['over the opening: that run is missed, the next one is as ever', '20T08:30:00', '23T08:30:00', 'MISSED', monday],
    [
      'over the opening, into the next run: only that one is asked, late',
      '20T08:30:00',
      '23T09:30:00',
      'MISSED',
      ['11-23 09:30 announcement channel', '11-23 09:30 ask ann', ...monday.slice(2)],
    ],
    [
      'over the close: the run is closed, its summary too late to be of use',
      '20T09:30:00',
      '23T08:30:00',
      'COMPLETED',
      [...usual.slice(0, 2), ...monday],
    ],
  ])('%s', async (_name, at, to, state, expected) => {
    const world = await played([[at, to]], '23T14:00:00');
    expect(story(world)).toEqual(expected);
    expect(await runOf(world)).toMatchObject({ state });
  });
});
