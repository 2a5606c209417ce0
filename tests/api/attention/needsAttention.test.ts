import { getAttention as attentionCall } from '#contracts/attention/getAttention.ts';
import type { Attention } from '#contracts/attention/getAttention.ts';
import { applyChange } from '../../../bot/src/services/blockers/changeBlocker.ts';
import { listBlockers } from '../../../bot/src/services/blockers/listBlockers.ts';
import type { BlockerChange } from '../../../bot/src/domain/blockers/blockerStateAndAllowedChanges.ts';
import type { SummaryModel } from '../../../bot/src/domain/reports/buildReportAndSummary.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { getAttention } from '../../../bot/src/services/attention/getAttention.ts';
import { saveAnswer } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { eraseInTeam } from '../../../bot/src/services/dataLifecycle/erasePersonInOrganisation.ts';
import { goalId } from '../../../bot/src/domain/core/hashesAndDerivedIds.ts';
import { saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { saveStandup } from '../../support/apps/standupDayAndValidCalls.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import {
  aDate,
  aMeetingDraft,
  aMeetingId,
  anInstant,
  aTeamId,
  idOf,
} from '../../support/data/idDateAndRecordBuilders.ts';
import { appPerTest } from '../../support/apps/appPerTest.ts';
import { answerAs, monday, values } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

const people = ['ann', 'bob', 'cy'];
const read = async (world: World, who = 'cy'): Promise<Attention> =>
  attentionCall.output.parse(await getAttention(world.deps, world.actor(who), { teamId: world.teamId }));
const story = ({ items }: Attention): string[] =>
  items.map((line) => `${line.kind} ${'name' in line ? line.name : line.meetingName}`);

const blocked = { change: { blocked: 'Yes', what: 'No keys' } };
const runOn = async (world: World, date: string, answers: () => Promise<void>): Promise<void> => {
  await world.runUntil(`${date}T09:05:00Z`, 1800);
  await answers();
  await world.runUntil(`${date}T12:00:00Z`, 1800);
};

describe('the list of needs', () => {
  it('is empty before the first run', async () => {
    const world = await aWorld({ people });
    await world.meeting();
    expect(await read(world)).toEqual({ teamId: world.teamId, items: [], totalItems: 0 });
  });

  it('names an open blocker with its text, a low participation and people silent in three runs', async () => {
    const world = await aWorld({ people });
    await world.meeting();
    await runOn(world, '2026-11-20', async () => {
      await answerAs(world, 'ann', blocked);
      await answerAs(world, 'bob');
    });
    expect(story(await read(world))).toEqual(['BLOCKER ann']);
    await runOn(world, monday, async () => {
      await answerAs(world, 'bob', { date: monday });
    });
    expect(story(await read(world))).toEqual(['BLOCKER ann', 'LOW_PARTICIPATION Daily stand-up']);
    await runOn(world, '2026-11-24', async () => {
      await Promise.resolve();
    });
    const { items } = await read(world);
    expect(items).toMatchObject([
      { kind: 'BLOCKER', name: 'ann', days: 2, since: '2026-11-20', state: 'OPEN', needed: null, text: 'No keys' },
      { kind: 'SILENT', name: 'cy', runs: 3, date: '2026-11-24' },
      { kind: 'LOW_PARTICIPATION', answered: 0, asked: 3 },
    ]);
  });

  it('names no member who is away today or left the team, and counts no day off as silence', async () => {
    const world = await aWorld({ people });
    await world.meeting();
    for (const date of ['2026-11-20', monday, '2026-11-24']) await runOn(world, date, () => Promise.resolve());
    expect(story(await read(world)).filter((line) => line.startsWith('SILENT'))).toHaveLength(3);
    await world.vacation('cy', '2026-11-24');
    const key = { teamId: world.teamId, memberId: world.member('bob') };
    await inOrg(world.store, world.orgId).touch(teamMember, key, { leftOn: anInstant('2026-11-24T13:00:00Z') });
    expect(story(await read(world)).filter((line) => line.startsWith('SILENT'))).toEqual(['SILENT ann']);
  });
});

/** Returns the attention list of the last summary in the channel. */
const lastSummary = ({ messenger }: World): SummaryModel['attention'] => {
  const summaries = messenger.calls.filter(({ message }) => shows(message) === 'summary');
  return modelIn<SummaryModel>(summaries.at(-1)?.message as never).attention;
};

const change = (world: World, who: string, of: string, changed: BlockerChange) =>
  applyChange(
    { ...world.deps, newId: () => idOf(`change-${who}-${changed.action}`) },
    world.actor(who),
    { teamId: world.teamId, meetingId: aMeetingId(), memberId: world.member(of) },
    { change: changed, since: undefined },
  );

describe('the summary and the dashboard', () => {
  it('rank the same blockers alike, also that of a member on vacation', async () => {
    const world = await aWorld({ people });
    await world.meeting({ isReportSummaryInChat: true });
    await runOn(world, '2026-11-20', async () => {
      await answerAs(world, 'ann', blocked);
      await answerAs(world, 'bob', blocked);
    });
    await change(world, 'ann', 'ann', { action: 'NEED', neededId: world.member('cy') });
    await change(world, 'cy', 'ann', { action: 'ACKNOWLEDGE' });
    await world.vacation('bob', monday);
    await runOn(world, monday, () => answerAs(world, 'cy', { date: monday }).then(() => undefined));
    const board = (await read(world)).items;
    expect(board.filter(({ kind }) => kind === 'BLOCKER')).toMatchObject([
      { name: 'bob', state: 'OPEN', days: 1 },
      { name: 'ann', state: 'ACKNOWLEDGED', needed: 'cy' },
    ]);
    expect(lastSummary(world)).toEqual(board);
  });

  it.each([
    ['left the team', { leftOn: anInstant('2026-11-20T13:00:00Z') }],
    ['is disabled', { isEnabled: false }],
  ])('return a blocker to its owner once the member who took it on %s', async (_, gone) => {
    const world = await aWorld({ people });
    await world.meeting({ isReportSummaryInChat: true });
    await runOn(world, '2026-11-20', async () => {
      await answerAs(world, 'ann', blocked);
    });
    await change(world, 'ann', 'ann', { action: 'NEED', neededId: world.member('cy') });
    await change(world, 'cy', 'ann', { action: 'ACKNOWLEDGE' });
    await world.changeMember('cy', gone);
    await runOn(world, monday, () => Promise.resolve());
    const line = { kind: 'BLOCKER', name: 'ann', state: 'OPEN', needed: null, gone: 'cy' };
    expect((await read(world, 'bob')).items[0]).toMatchObject(line);
    expect(lastSummary(world)[0]).toMatchObject(line);
    const all = { pageCount: 25, pageNumber: 1, sort: 'AGE', isDescending: true } as const;
    const { items, counts } = await listBlockers(world.deps, world.actor('ann'), { ...all, teamId: world.teamId });
    expect(items).toMatchObject([{ state: 'OPEN', actions: ['RESOLVE', 'NEED'], needed: { name: 'cy' } }]);
    expect(counts).toMatchObject({ OPEN: 1, ACKNOWLEDGED: 0 });
    expect(await change(world, 'ann', 'ann', { action: 'NEED', neededId: world.member('bob') })).toMatchObject({
      isChanged: true,
    });
    expect(await change(world, 'bob', 'ann', { action: 'ACKNOWLEDGE' })).toEqual({
      ...{ isChanged: true, state: 'ACKNOWLEDGED' },
    });
    expect((await read(world, 'bob')).items[0]).toMatchObject({ state: 'ACKNOWLEDGED', needed: 'bob' });
  });

  it('return a blocker to its owner once the member who took it on is erased', async () => {
    const world = await aWorld({ people });
    await world.meeting();
    await runOn(world, '2026-11-20', async () => {
      await answerAs(world, 'ann', blocked);
    });
    await change(world, 'ann', 'ann', { action: 'NEED', neededId: world.member('cy') });
    await change(world, 'cy', 'ann', { action: 'ACKNOWLEDGE' });
    world.plants(/./);
    const erased = { memberId: world.member('cy'), names: ['cy'], replacement: 'A former member' };
    const place = { orgId: world.orgId, teamId: world.teamId };
    await eraseInTeam({ ...world.deps, newId: () => idOf('n') }, place, erased, anInstant('2026-11-20T13:00:00Z'));
    expect((await read(world, 'bob')).items[0]).toMatchObject({ kind: 'BLOCKER', name: 'ann', state: 'OPEN' });
  });
});

describe('special people', () => {
  it('names a person whom the bot cannot reach once, without their silence', async () => {
    const world = await aWorld({ people });
    await world.meeting();
    await world.changeMember('bob', { unreachable: 'BLOCKED', unreachableSince: anInstant('2026-11-19T08:00:00Z') });
    for (const date of ['2026-11-20', monday, '2026-11-24']) await runOn(world, date, () => Promise.resolve());
    const { items } = await read(world);
    expect(items.filter((line) => 'name' in line && line.name === 'bob')).toMatchObject([
      { kind: 'UNREACHABLE', action: 'SEE_WHY', reason: 'BLOCKED', reports: 1 },
    ]);
  });

  it('names a goal that was carried over three times', async () => {
    const world = await aWorld({ people });
    await world.meeting();
    const dates = ['2026-11-20', monday, '2026-11-24', '2026-11-25'] as const;
    const goalStates = { [goalId('Fix sign-in')]: 'CARRIED' as const };
    for (const [index, date] of dates.entries())
      await runOn(world, date, async () => {
        const settled = index === 0 ? {} : { goalStates };
        await saveAnswer(world.answering, world.actor('ann'), {
          ...{ meetingId: aMeetingId(), date: aDate(date), values: values({ plan: `Plan ${index}` }), goals: [] },
          ...(index === 0 ? { values: values() } : {}),
          ...settled,
        });
      });
    expect((await read(world)).items.filter(({ kind }) => kind === 'GOAL_CARRIED')).toMatchObject([
      { name: 'ann', goal: 'Fix sign-in', times: 3 },
    ]);
  });

  it('shows no name and no text of an erased person', async () => {
    const world = await aWorld({ people });
    await world.meeting();
    await runOn(world, '2026-11-20', async () => {
      await answerAs(world, 'ann', blocked);
    });
    for (const date of [monday, '2026-11-24']) await runOn(world, date, () => Promise.resolve());
    expect(story(await read(world))).toContain('BLOCKER ann');
    const erased = { memberId: world.member('ann'), names: ['ann'], replacement: 'A former member' };
    const place = { orgId: world.orgId, teamId: world.teamId };
    await eraseInTeam({ ...world.deps, newId: () => idOf('n') }, place, erased, anInstant('2026-11-24T13:00:00Z'));
    world.plants(/./);
    const list = JSON.stringify(await read(world));
    for (const canary of ['"ann"', 'No keys', world.member('ann')]) expect(list).not.toContain(canary);
  });
});

describe('over HTTP', () => {
  const start = appPerTest();

  it('is returned only to members of the team', async () => {
    const app = await start();
    await saveStandup(app, 'ann', { team: 'platform', members: ['ann', 'bob'] }, { name: 'Platform daily' });
    const team = { teamId: aTeamId('platform') };
    expect(await app.get('bob', attentionCall, team)).toEqual({ ...team, items: [], totalItems: 0 });
    const code = async (who: Parameters<typeof app.ask>[0], input: object = team) =>
      (await app.ask(who, attentionCall, input)).envelope.errorCode;
    expect(await code(null)).toBe('UNAUTHENTICATED');
    expect(await code('gus')).toBe('NOT_FOUND');
    expect(await code('zoe')).toBe('NOT_FOUND');
    expect(await code('ann', { teamId: aTeamId('sales') })).toBe('NOT_FOUND');
    expect(await code('ann', { teamId: 'platform' })).toBe('INVALID_INPUT');
  });

  it('keeps the stored thresholds when a client sends none, and refuses those out of range', async () => {
    const app = await start();
    const attention = {
      blockerDays: 4,
      goalsCarried: null,
      silentRuns: 5,
      participation: 80,
      isUnreachableNamed: false,
    };
    const saved = await saveStandup(
      app,
      'ann',
      { team: 'platform', members: ['ann', 'bob'] },
      { name: 'Platform daily', attention },
    );
    expect(saved.attention).toEqual(attention);
    const draft = aMeetingDraft({ id: saved.id, teamId: saved.teamId, members: saved.members, name: 'Platform daily' });
    const again = await app.get('ann', saveMeeting, draft);
    expect(again.attention).toEqual(attention);
    const refused = await app.ask('ann', saveMeeting, { ...draft, attention: { ...attention, silentRuns: 11 } });
    expect(refused.envelope.errorCode).toBe('INVALID_INPUT');
  });
});
