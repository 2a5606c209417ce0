import { getAttention as attentionCall } from '#contracts/attention/getAttention.ts';
import { getPersonReport as personReportCall } from '#contracts/reports/personReport.ts';
import { getTrends as trendsCall } from '#contracts/reports/getTrends.ts';
import { skipRun } from '../../../bot/src/services/answers/skipRun.ts';
import { snoozeRun } from '../../../bot/src/services/answers/snoozeRun.ts';
import { getAttention } from '../../../bot/src/services/attention/getAttention.ts';
import { getPersonReport } from '../../../bot/src/services/reports/personReport.ts';
import { getTrends } from '../../../bot/src/services/reports/getTrendsByRunAndMember.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { asked, usage } from '../../../bot/src/store/kinds/billing/usageLedger.ts';
import { daySummary } from '../../../bot/src/store/kinds/runs/daySummary.ts';
import { prefixRange } from '../../../bot/src/store/tableStorePort.ts';
import { aDate, aMeetingId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';
import { answerAs, friday, monday, promptsTo, runOf } from '../../support/worlds/saveAnswersAndReadMessages.ts';

// Tests that an observer is in no figure of the report, may not skip or snooze it, and is billed only for months in
// which they answered as a member.

const tuesday = '2026-11-24';
const meetingId = aMeetingId();

/** Creates a world whose report prompts `names`. The others of ann, bob and eve observe the report. */
const asking = async (...names: readonly string[]): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob', 'eve'] });
  await world.meeting(listsOf(world, names));
  return world;
};

const listsOf = (world: World, names: readonly string[]) => ({
  members: names.map((name) => world.member(name)),
  observers: ['ann', 'bob', 'eve'].filter((name) => !names.includes(name)).map((name) => world.member(name)),
});

/** Plays the run of a day, which the people in `names` answer. */
const playDay = async (world: World, date: string, ...names: readonly string[]): Promise<void> => {
  await world.runUntil(`${date}T09:05:00Z`, 1800);
  for (const name of names) await answerAs(world, name, { date });
  await world.runUntil(`${date}T12:30:00Z`, 1800);
};

const idsIn = async (world: World, kind: typeof usage | typeof asked, month = '202611'): Promise<string[]> => {
  const records = inOrg(world.store, world.orgId);
  const rows =
    kind === usage
      ? await records.list(usage, { month }, prefixRange('m|'))
      : await records.list(asked, { month }, prefixRange('q|'));
  return rows.map(({ key }) => key.rk.slice(2)).sort();
};
const membersOf = (world: World, ...names: readonly string[]): string[] =>
  names.map((name) => world.member(name)).sort();

describe('the figures of a report with an observer', () => {
  const played = async (): Promise<World> => {
    const world = await asking('ann', 'bob');
    for (const date of [friday, monday, tuesday]) await playDay(world, date, 'ann');
    return world;
  };

  it('equal the figures without the observer: day summary, participation, silence and the share of a person', async () => {
    const world = await played();
    const records = inOrg(world.store, world.orgId);
    const summaries = await records.list(daySummary, { teamId: aTeamId() }, prefixRange(`R|${meetingId}|`));
    expect(summaries.map(({ value: { asked: all, answered } }) => [all, answered])).toEqual([
      ...[
        [2, 1],
        [2, 1],
        [2, 1],
      ],
    ]);
    const trends = await getTrends(
      world.answering,
      world.actor('ann'),
      trendsCall.input.parse({ teamId: aTeamId(), meetingId }),
    );
    expect(trends.members.map(({ name, asked: all, answered }) => [name, all, answered])).toEqual([
      ...[
        ['ann', 3, 3],
        ['bob', 3, 0],
      ],
    ]);
    const attention = attentionCall.output.parse(
      await getAttention(world.deps, world.actor('ann'), { teamId: world.teamId }),
    );
    expect(attention.items.flatMap((line) => (line.kind === 'SILENT' ? [line.name] : []))).toEqual(['bob']);
  });

  it('have no run and no hit rate on the page of the observer', async () => {
    const world = await played();
    const input = personReportCall.input.parse({ teamId: aTeamId(), memberId: world.member('eve') });
    const own = personReportCall.output.parse(await getPersonReport(world.answering, world.actor('eve'), input));
    expect([own.days, own.hitRate]).toEqual([[], null]);
  });
});

it('may not skip or snooze a run', async () => {
  const world = await asking('ann', 'bob');
  await world.runUntil(`${friday}T09:05:00Z`);
  const run = { meetingId, date: aDate(friday) };
  await expect(skipRun(world.answering, world.actor('eve'), run)).rejects.toMatchObject({ code: 'NOT_ASKED' });
  await expect(snoozeRun(world.answering, world.actor('eve'), { ...run, length: 'HALF_HOUR' })).rejects.toMatchObject({
    code: 'NOT_ASKED',
  });
  expect((await runOf(world))?.members.map(({ memberId }) => memberId)).not.toContain(world.member('eve'));
});

describe('a member who observes for a part of the month', () => {
  it('is not billed if they answered neither before nor after', async () => {
    const world = await asking('ann', 'bob');
    await playDay(world, friday, 'ann');
    await world.changeMeeting(listsOf(world, ['ann']));
    await playDay(world, monday, 'ann');
    await world.changeMeeting(listsOf(world, ['ann', 'bob']));
    await playDay(world, tuesday, 'ann');
    const prompts = promptsTo(world).filter((line) => line.endsWith(' bob'));
    expect(new Set(prompts.map((line) => line.slice(0, 5)))).toEqual(new Set(['11-20', '11-24']));
    expect(await idsIn(world, usage)).toEqual(membersOf(world, 'ann'));
    expect(await idsIn(world, asked)).toEqual(membersOf(world, 'ann', 'bob'));
  });

  it('is billed once, for the first answer, if they answered before and after', async () => {
    const world = await asking('ann', 'bob');
    await playDay(world, friday, 'ann', 'bob');
    await world.changeMeeting(listsOf(world, ['ann']));
    await playDay(world, monday, 'ann');
    await world.changeMeeting(listsOf(world, ['ann', 'bob']));
    await playDay(world, tuesday, 'bob');
    expect(await idsIn(world, usage)).toEqual(membersOf(world, 'ann', 'bob'));
    const key = { month: '202611', memberId: world.member('bob') };
    const row = (await inOrg(world.store, world.orgId).get(usage, key))?.value;
    expect([row?.event, row?.at.slice(0, 10)]).toEqual(['ANSWER', friday]);
  });

  it('is billed from the answer that they give after they are asked again', async () => {
    const world = await asking('ann');
    await playDay(world, friday, 'ann');
    await playDay(world, monday, 'ann');
    expect(await idsIn(world, usage)).toEqual(membersOf(world, 'ann'));
    await world.changeMeeting(listsOf(world, ['ann', 'bob']));
    await playDay(world, tuesday, 'bob');
    expect(await idsIn(world, usage)).toEqual(membersOf(world, 'ann', 'bob'));
  });

  it('is billed for the month of their answer and not for the next one, in which they observe', async () => {
    const world = await asking('ann', 'bob');
    await playDay(world, friday, 'bob');
    await world.changeMeeting(listsOf(world, ['ann']));
    await playDay(world, '2026-12-01', 'ann');
    expect(await idsIn(world, usage)).toEqual(membersOf(world, 'bob'));
    expect(await idsIn(world, usage, '202612')).toEqual(membersOf(world, 'ann'));
    expect(await idsIn(world, asked, '202612')).toEqual(membersOf(world, 'ann'));
  });
});
