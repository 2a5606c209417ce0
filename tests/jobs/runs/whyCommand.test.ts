import type { Actor } from '../../../bot/src/services/core/actor.ts';
import { cancelRun } from '../../../bot/src/services/runs/state/cancelRuns.ts';
import type { NoticeModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { whyCommand } from '../../../bot/src/services/chatCommands/whyCommand.ts';
import { aDate, aMeetingId, aMemberId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { modelIn } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { answerAs } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

const reader = { locale: 'en', timezone: aZone('Europe/Berlin') };

const askWhy = (world: World, name: string, query = '', change: Partial<Actor> = {}) =>
  whyCommand(world.answering, world.actor(name, change), reader, { query, thread: null });

const linesOf = (message: Awaited<ReturnType<typeof askWhy>>): string[] =>
  modelIn<NoticeModel>(message).lines.map(({ key, values }) =>
    key === 'whySaid.line' ? `${String(values?.['meeting'])}: ${String(values?.['text'])}` : key,
  );

const asked = 'You were asked in the personal chat on 20 Nov 2026 at 10:00 (Europe/Berlin).';

const unsent = (which: 'FIRST' | 'SECOND', because = 'the time to answer was over'): string =>
  `The ${which.toLowerCase()} reminder was not sent: ${because}.`;

const twoReports = async (): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob', 'cy'] });
  await world.meeting({ members: [aMemberId('ann'), aMemberId('bob')] });
  await world.meeting({ id: aMeetingId('retro'), name: 'Retro', members: [aMemberId('ann')], time: 900 });
  return world;
};

it('reports for each report of the caller whether and when it prompted them today', async () => {
  const world = await twoReports();
  await world.runUntil('2026-11-20T09:05:00Z');
  await answerAs(world, 'ann');
  expect(linesOf(await askWhy(world, 'ann')).sort()).toEqual([
    `Daily stand-up: ${asked} You answered at 10:05 (Europe/Berlin).`,
    'Retro: You will be asked on 20 Nov 2026 at 15:00 (Europe/Berlin).',
  ]);
  expect(linesOf(await askWhy(world, 'bob'))).toEqual([`Daily stand-up: ${asked}`]);
});

it('explains a named report without a prompt, also to people who are no members', async () => {
  const world = await twoReports();
  await world.vacation('ann', '2026-11-20');
  await world.runUntil('2026-11-20T09:05:00Z');
  expect(linesOf(await askWhy(world, 'ann', 'stand-up'))).toEqual([
    'Daily stand-up: You were not asked on 20 Nov 2026: you are on vacation.',
  ]);
  expect(linesOf(await askWhy(world, 'cy', 'daily stand up?'))).toEqual([
    'Daily stand-up: You were not asked on 20 Nov 2026: you are not a member of the report, or joined after the run had opened.',
  ]);
  expect(linesOf(await askWhy(world, 'bob', aMeetingId('retro')))).toHaveLength(1);
});

it.each(['', 'was I not asked?', 'didn’t it ask me', '?'])('%j means all of the caller’s reports', async (query) => {
  const world = await twoReports();
  expect(linesOf(await askWhy(world, 'ann', query))).toHaveLength(2);
});

describe('a name that no report has', () => {
  it.each(['foo', 'foo!', 'the weekly foo', 'foo 2026-11-20'])(
    'a name that no report has is unknown for %j',
    async (query) => {
      const world = await twoReports();
      const { title, lines } = modelIn<NoticeModel>(await askWhy(world, 'ann', query));
      expect(title).toEqual({ key: 'start.notFound', values: { query: query.replace('!', '') } });
      const commands = String(lines[0]?.values?.['commands']).split(', ');
      expect(commands.sort()).toEqual(['why Daily stand-up', 'why Retro']);
    },
  );

  it.each(['not?', 'なぜ質問されない？', 'you never ask me'])('is not read from the question %j', async (query) => {
    const world = await twoReports();
    expect(modelIn<NoticeModel>(await askWhy(world, 'ann', query)).title.key).toBe('whySaid.title');
  });
});

it('explains at night why yesterday’s run prompts, and why today’s does not', async () => {
  const world = await twoReports();
  await world.runUntil('2026-11-20T09:05:00Z');
  world.clock.set('2026-11-21T08:00:00Z');
  expect(linesOf(await askWhy(world, 'bob'))).toEqual([
    `Daily stand-up: ${asked} ${unsent('FIRST')} ${unsent('SECOND')}`,
    'Daily stand-up: You were not asked on 21 Nov 2026: no run is planned for this date.',
  ]);
  const request = { query: 'daily', date: aDate('2026-11-20'), thread: null };
  expect(linesOf(await whyCommand(world.answering, world.actor('bob'), reader, request))).toEqual([
    `Daily stand-up: ${asked} ${unsent('FIRST')} ${unsent('SECOND')}`,
  ]);
});

const only = async (message: ReturnType<typeof askWhy>): Promise<string> => {
  const lines = linesOf(await message);
  expect(lines).toHaveLength(1);
  return String(lines[0]);
};

describe('reminders', () => {
  it('are explained after they were sent, and left out before', async () => {
    const world = await twoReports();
    await world.runUntil('2026-11-20T09:05:00Z');
    expect(await only(askWhy(world, 'bob'))).toBe(`Daily stand-up: ${asked}`);
    await world.runUntil('2026-11-20T10:35:00Z');
    expect(await only(askWhy(world, 'bob'))).toBe(
      `Daily stand-up: ${asked} You were reminded at 11:00 (Europe/Berlin).`,
    );
  });

  it('are explained if they were skipped', async () => {
    const world = await aWorld({ people: ['bob'] });
    await world.meeting({ members: [aMemberId('bob')] });
    await world.runUntil('2026-11-20T09:05:00Z');
    await world.vacation('bob', '2026-11-20');
    await world.runUntil('2026-11-20T10:05:00Z');
    expect(await only(askWhy(world, 'bob'))).toBe(`Daily stand-up: ${asked} ${unsent('FIRST', 'you are on vacation')}`);
  });

  it('are not explained by an answer that the reply mentions already', async () => {
    const world = await twoReports();
    await world.runUntil('2026-11-20T09:05:00Z');
    await answerAs(world, 'bob');
    await world.runUntil('2026-11-20T11:05:00Z');
    expect(await only(askWhy(world, 'bob'))).toBe(`Daily stand-up: ${asked} You answered at 10:05 (Europe/Berlin).`);
  });
});

describe('a run that was cancelled after its prompt', () => {
  const cancel = (world: World) =>
    cancelRun(world.deps, {
      ...{ orgId: world.orgId, teamId: world.teamId, meetingId: aMeetingId(), date: aDate('2026-11-20') },
      ...{ reason: 'CANCELLED_TODAY', actor: 'ann' },
    });

  it('is explained by the reminders that it stopped', async () => {
    const world = await twoReports();
    await world.runUntil('2026-11-20T09:05:00Z');
    await cancel(world);
    const off = 'the run was cancelled';
    expect(await only(askWhy(world, 'bob'))).toBe(
      `Daily stand-up: ${asked} ${unsent('FIRST', off)} ${unsent('SECOND', off)}`,
    );
  });

  it('is explained as cancelled if it stopped no reminder', async () => {
    const world = await twoReports();
    await world.runUntil('2026-11-20T10:55:00Z');
    await cancel(world);
    expect(await only(askWhy(world, 'bob'))).toContain('This run was cancelled. You were reminded at');
  });
});

it('names the explaining command for every report beyond the first five', async () => {
  const world = await aWorld({ people: ['ann'] });
  for (const number of [1, 2, 3, 4, 5, 6, 7])
    await world.meeting({ id: aMeetingId(`r${number}`), name: `Report ${number}` });
  const { lines } = modelIn<NoticeModel>(await askWhy(world, 'ann'));
  expect(lines).toHaveLength(6);
  expect(String(lines.at(-1)?.values?.['commands']).split(', ')).toHaveLength(2);
});

it('gives no explanation without a team, without a report, and for a report of another team', async () => {
  const world = await twoReports();
  expect(linesOf(await askWhy(world, 'ann', '', { teamIds: [] }))).toEqual(['whySaid.none']);
  expect(linesOf(await askWhy(world, 'ann', '', { memberId: null }))).toEqual(['whySaid.none']);
  expect(linesOf(await askWhy(world, 'ann', aMeetingId('elsewhere')))).toEqual(['whySaid.none']);
});
