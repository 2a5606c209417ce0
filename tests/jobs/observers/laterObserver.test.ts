import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import { answerAs, story } from '../../support/worlds/saveAnswersAndReadMessages.ts';

// Tests that a change of the observers applies to each run whose summary is not due yet.

const summaries = (lines: readonly string[]): string[] => lines.filter((line) => line.includes(' summary '));

it('sends no summary of an earlier run to a person who observes since then, not even after a late answer', async () => {
  const world = await aWorld({ people: ['ann', 'bob', 'eve'] });
  const members = ['ann', 'bob'].map((name) => world.member(name));
  await world.meeting({ members, observers: [], isReportSummaryInChat: true });
  await world.runUntil('2026-11-20T11:30:00Z');
  await world.changeMeeting({ members, observers: [world.member('eve')] });
  await answerAs(world, 'ann');
  await world.runUntil('2026-11-20T12:00:00Z', 5);
  expect(summaries(story(world)).filter((line) => line.endsWith(' eve'))).toEqual([]);
  await world.runUntil('2026-11-23T12:00:00Z', 300);
  expect(summaries(story(world)).filter((line) => line.endsWith(' eve'))).toEqual([
    expect.stringMatching(/^11-23 1\d:\d\d summary eve$/),
  ]);
});

it('sends no summary after a late answer to a person who observes since then, if the channel gets none', async () => {
  const world = await aWorld({ people: ['ann', 'bob', 'eve', 'max'] });
  const members = ['ann', 'bob'].map((name) => world.member(name));
  const observers = [world.member('max')];
  await world.meeting({ members, observers, isReportSummaryInChat: false });
  await world.runUntil('2026-11-20T11:30:00Z');
  await world.changeMeeting({ members, observers: [...observers, world.member('eve')] });
  await answerAs(world, 'ann');
  await world.runUntil('2026-11-20T12:00:00Z', 5);
  expect(summaries(story(world))).toEqual(['11-20 11:01 summary max']);
});

it('sends the summary to a person who becomes an observer before it is due', async () => {
  const world = await aWorld({ people: ['ann', 'bob', 'eve'] });
  const members = ['ann', 'bob'].map((name) => world.member(name));
  await world.meeting({ members, observers: [], isReportSummaryInChat: true });
  await world.runUntil('2026-11-20T10:30:00Z');
  await world.changeMeeting({ members, observers: [world.member('eve')] });
  await world.runUntil('2026-11-20T12:00:00Z');
  expect(summaries(story(world)).filter((line) => line.endsWith(' eve'))).toHaveLength(1);
});
