import type { Actor } from '../../bot/src/services/actor.ts';
import type { NoticeModel } from '../../bot/src/services/presenter.ts';
import { saidWhy } from '../../bot/src/services/whySaid.ts';
import { aMeetingId, aMemberId, aZone } from '../support/builders.ts';
import { modelIn } from '../support/fakePresenter.ts';
import { answerAs } from '../support/runs.ts';
import { threadId, tid } from '../support/tenants.ts';
import { aWorld } from '../support/world.ts';
import type { World } from '../support/world.ts';

// What the bot answers to `why`.

const reader = { locale: 'en', timezone: aZone('Europe/Berlin') };

const say = (world: World, name: string, query = '', change: Partial<Actor> = {}) =>
  saidWhy(world.answering, world.actor(name, change), reader, { query, thread: null });

const linesOf = (message: Awaited<ReturnType<typeof say>>): string[] =>
  modelIn<NoticeModel>(message).lines.map(({ key, values }) =>
    key === 'whySaid.line' ? `${String(values?.['meeting'])}: ${String(values?.['text'])}` : key,
  );

const asked = 'You were asked in the personal chat on 20 Nov 2026 at 10:00 (Europe/Berlin).';

const twoReports = async (): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob', 'cy'] });
  await world.meeting({ members: [aMemberId('ann'), aMemberId('bob')] });
  await world.meeting({ id: aMeetingId('retro'), name: 'Retro', members: [aMemberId('ann')], time: 900 });
  return world;
};

it('says of every report of the caller whether it asked them today, and when', async () => {
  const world = await twoReports();
  await world.runUntil('2026-11-20T09:05:00Z');
  await answerAs(world, 'ann');
  expect(linesOf(await say(world, 'ann')).sort()).toEqual([
    `Daily stand-up: ${asked} You answered at 10:05 (Europe/Berlin).`,
    'Retro: You will be asked on 20 Nov 2026 at 15:00 (Europe/Berlin).',
  ]);
  expect(linesOf(await say(world, 'bob'))).toEqual([`Daily stand-up: ${asked}`]);
});

it('says by name why a report did not ask, also to who is not one of its members', async () => {
  const world = await twoReports();
  await world.vacation('ann', '2026-11-20');
  await world.runUntil('2026-11-20T09:05:00Z');
  expect(linesOf(await say(world, 'ann', 'stand-up'))).toEqual([
    'Daily stand-up: You were not asked on 20 Nov 2026: you are on vacation.',
  ]);
  expect(linesOf(await say(world, 'cy', 'daily stand up?'))).toEqual([
    'Daily stand-up: You were not asked on 20 Nov 2026: you are not one of those the report asks, or joined after the run had opened.',
  ]);
  expect(linesOf(await say(world, 'bob', aMeetingId('retro')))).toHaveLength(1);
});

it.each(['', 'was I not asked?', 'didn’t it ask me', '?'])('%j means all of the caller’s reports', async (query) => {
  const world = await twoReports();
  expect(linesOf(await say(world, 'ann', query))).toHaveLength(2);
});

it('says in a channel only that it is told in the caller’s own chat', async () => {
  const world = await twoReports();
  const thread = { tid, threadId, serviceUrl: 'http://127.0.0.1/' };
  const message = await saidWhy(world.answering, world.actor('ann'), reader, { query: '', thread });
  expect(modelIn<NoticeModel>(message).title.key).toBe('whySaid.inOwnChat');
});

it('has nothing to say without a team, without a report, and of a report of another team', async () => {
  const world = await twoReports();
  expect(linesOf(await say(world, 'ann', '', { teamIds: [] }))).toEqual(['whySaid.none']);
  expect(linesOf(await say(world, 'ann', '', { memberId: null }))).toEqual(['whySaid.none']);
  expect(linesOf(await say(world, 'ann', aMeetingId('elsewhere')))).toEqual(['whySaid.none']);
});
