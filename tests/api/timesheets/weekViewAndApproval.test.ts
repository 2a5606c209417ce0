import { getWeek, waitingWeeks } from '../../../bot/src/services/timesheets/weekViewAndWaitingWeeks.ts';
import { approveWeek, reopenWeek, returnWeek, submitWeek } from '../../../bot/src/services/timesheets/weekApproval.ts';
import { teamActivity } from '../../../bot/src/store/kinds/core/activityLogAndActionIndex.ts';
import { week } from '../../../bot/src/store/kinds/timesheets/sheetAndWeek.ts';
import { prefixRange } from '../../../bot/src/store/tableStorePort.ts';
import { aDate, aMemberId } from '../../support/data/idDateAndRecordBuilders.ts';
import { anActor } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { rowsLeft } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import {
  closeTimesheetWorlds,
  createTimesheetWorld,
  refusalOf,
  thisMonday,
  today,
} from '../../support/worlds/timesheetWorld.ts';

afterEach(closeTimesheetWorlds);

const weekWorld = async () => {
  const world = await createTimesheetWorld();
  const path = (monday = thisMonday, name = 'bob') => ({ teamId: world.teamId, memberId: aMemberId(name), monday });
  const at = (name: string) => {
    world.later();
    return world.actor(name);
  };
  const { deps } = world;
  return {
    ...world,
    path,
    submit: (name = 'bob', monday = thisMonday) => submitWeek(deps, at(name), path(monday)),
    approve: (name = 'ann', version?: string) => approveWeek(deps, at(name), { ...path(), version }),
    sendBack: (note = 'Why?', name = 'ann') => returnWeek(deps, at(name), { ...path(), note }),
    reopen: (note = 'Again', name = 'ann') => reopenWeek(deps, at(name), { ...path(), note }),
    week: (name = 'bob', monday = thisMonday) => getWeek(deps, at(name), path(monday)),
    waiting: async (name = 'ann') =>
      (await waitingWeeks(deps, at(name), { teamId: world.teamId })).items.map((item) => `${item.monday} ${item.user}`),
    row: async () => (await world.records.get(week, path()))?.value,
    log: async () =>
      (await world.records.list(teamActivity, { teamId: world.teamId }, prefixRange('L|')))
        .map(({ value }) => [value.message, value.values, value.after])
        .reverse(),
  };
};

describe('a week', () => {
  it('shows its days, rows and sums, and whose it is', async () => {
    const world = await weekWorld();
    await world.save('bob', { date: thisMonday });
    await world.save('bob', { hours: 0, minutes: 10, meetingId: null, teamId: world.teamId });
    await world.save('bob', { date: aDate('2026-11-15') });
    const shown = await world.week();
    expect(shown).toMatchObject({
      ...{ memberId: aMemberId('bob'), monday: thisMonday, user: 'Bob', state: 'OPEN', note: null, decidedBy: null },
      ...{ rows: 2, minutes: 100, totalHours: 1.67, today },
    });
    expect(shown.days.map(({ date, minutes }) => [date, minutes])).toEqual([
      ['2026-11-16', 90],
      ['2026-11-17', 0],
      ['2026-11-18', 0],
      ['2026-11-19', 0],
      ['2026-11-20', 10],
      ['2026-11-21', 0],
      ['2026-11-22', 0],
    ]);
    expect(shown.items.map(({ meetingName, canEdit }) => [meetingName, canEdit])).toEqual([
      ['Daily', true],
      [null, true],
    ]);
    expect((await world.week('cy')).items.map(({ canEdit }) => canEdit)).toEqual([false, false]);
  });

  it('a week of a person the team never had is not found', async () => {
    const world = await weekWorld();
    const path = { teamId: world.teamId, memberId: aMemberId('nobody'), monday: thisMonday };
    expect(await refusalOf(getWeek(world.deps, world.actor('bob'), path))).toEqual(['NOT_FOUND', undefined]);
    expect(await refusalOf(getWeek(world.deps, anActor('bob', { teams: [] }), world.path()))).toEqual([
      'NOT_FOUND',
      undefined,
    ]);
  });

  it.each([
    ['OPEN', { edit: true, submit: true }, {}],
    ['SENT_BACK', { edit: true, submit: true }, {}],
    ['SUBMITTED', { edit: true }, { approve: true, sendBack: true }],
    ['APPROVED', {}, { reopen: true }],
  ] as const)('a week that is %s offers its owner and an admin what they may do', async (state, own, admin) => {
    const world = await weekWorld();
    await world.setWeek('bob', state);
    const none = { edit: false, submit: false, approve: false, sendBack: false, reopen: false };
    expect((await world.week('bob')).can).toEqual({ ...none, ...own });
    expect((await world.week('ann')).can).toEqual({ ...none, ...admin });
    expect((await world.week('cy')).can).toEqual(none);
  });

  it('is handed in from its Monday on, by the owner’s calendar', async () => {
    const world = await weekWorld();
    const next = aDate('2026-11-23');
    expect((await world.week('bob', next)).can.submit).toBe(false);
    expect(await refusalOf(world.submit('bob', next))).toEqual(['INVALID_INPUT', 'timesheet.weekAhead']);
    await world.moveTo('bob', 'Pacific/Auckland');
    world.clock.set('2026-11-22T11:00:00Z');
    expect((await world.week('bob', next)).can.submit).toBe(true);
    expect(await world.submit('bob', next)).toMatchObject({ state: 'SUBMITTED' });
  });

  it('has another version when a row or its state changes', async () => {
    const world = await weekWorld();
    const versions = [(await world.week()).version];
    const note = async () => versions.push((await world.week()).version);
    const row = await world.save('bob');
    await note();
    await world.save('bob', { id: row.id, minutes: 31 });
    await note();
    await world.save('bob', { id: row.id, minutes: 31, task: 'Renamed' });
    await note();
    await world.save('bob', { id: row.id, minutes: 31, task: 'Renamed', date: thisMonday });
    await note();
    await world.submit();
    await note();
    expect(new Set(versions).size).toBe(6);
    expect(versions.every((version) => /^[0-9a-f]{24}$/.test(version))).toBe(true);
  });
});

describe('handing in', () => {
  it('is the owner’s, once, and is logged with the hours', async () => {
    const world = await weekWorld();
    await world.save('bob');
    expect(await refusalOf(world.submit('ann'))).toEqual(['FORBIDDEN', 'timesheet.notOwner']);
    expect(await world.submit()).toMatchObject({ state: 'SUBMITTED', note: null });
    expect(await world.submit()).toMatchObject({ state: 'SUBMITTED' });
    expect(await world.row()).toMatchObject({ state: 'SUBMITTED', moves: 1, submission: 1, decidedBy: null });
    const values = { monday: thisMonday, member: 'Bob', hours: 1, minutes: 30 };
    expect((await world.log()).slice(1)).toEqual([['activity.weekSubmitted', values, null]]);
  });

  it('is possible again after the week was sent back, and not once it is approved', async () => {
    const world = await weekWorld();
    await world.submit();
    await world.sendBack();
    expect(await world.submit()).toMatchObject({ state: 'SUBMITTED', note: null });
    expect(await world.row()).toMatchObject({ moves: 3, submission: 3 });
    await world.approve();
    expect(await refusalOf(world.submit())).toEqual(['WEEK_LOCKED', undefined]);
  });
});

describe('a decision', () => {
  it('approves the rows that the admin has seen, once', async () => {
    const world = await weekWorld();
    await world.save('bob');
    const { version } = await world.submit();
    await world.save('bob', { task: 'Later' });
    expect(await refusalOf(world.approve('ann', version))).toEqual(['WEEK_CHANGED', undefined]);
    const seen = (await world.week('ann')).version;
    expect(await world.approve('ann', seen)).toMatchObject({ state: 'APPROVED', decidedBy: 'Ann' });
    expect(await world.approve('ann', 'old')).toMatchObject({ state: 'APPROVED' });
    expect(await world.row()).toMatchObject({ moves: 2, submission: 1, decidedBy: aMemberId('ann') });
    expect((await world.log()).at(-1)?.[0]).toBe('activity.weekApproved');
  });

  it('sends a week back with a note, and reports the same once', async () => {
    const world = await weekWorld();
    await world.submit();
    expect(await world.sendBack('Why?')).toMatchObject({ state: 'SENT_BACK', note: 'Why?' });
    expect(await world.sendBack('Why?')).toMatchObject({ state: 'SENT_BACK' });
    expect((await world.row())?.moves).toBe(2);
    expect((await world.log()).at(-1)).toMatchObject(['activity.weekReturned', {}, 'Why?']);
    expect(await refusalOf(world.sendBack('Other'))).toEqual(['WEEK_STATE', undefined]);
  });

  it('opens an approved week again with a note, and reports the same once', async () => {
    const world = await weekWorld();
    await world.submit();
    expect(await refusalOf(world.reopen())).toEqual(['WEEK_STATE', 'timesheet.weekNotApproved']);
    await world.approve();
    expect(await world.reopen('Again')).toMatchObject({ state: 'OPEN', note: 'Again' });
    expect(await world.reopen('Again')).toMatchObject({ state: 'OPEN' });
    expect((await world.row())?.moves).toBe(3);
    expect((await world.log()).at(-1)).toMatchObject(['activity.weekReopened', {}, 'Again']);
    expect(await refusalOf(world.reopen('Other'))).toEqual(['WEEK_STATE', 'timesheet.weekNotApproved']);
  });

  it('needs a week that was handed in', async () => {
    const world = await weekWorld();
    expect(await refusalOf(world.approve())).toEqual(['WEEK_STATE', undefined]);
    expect(await refusalOf(world.sendBack())).toEqual(['WEEK_STATE', undefined]);
    await world.submit();
    await world.approve();
    expect(await refusalOf(world.sendBack())).toEqual(['WEEK_STATE', undefined]);
  });

  it('a decision is an admin’s', async () => {
    const world = await weekWorld();
    await world.submit();
    for (const refused of [world.approve('cy'), world.sendBack('No', 'cy'), world.reopen('No', 'cy')])
      expect(await refusalOf(refused)).toEqual(['FORBIDDEN', undefined]);
  });
});

describe('the weeks that wait', () => {
  it('are those handed in, the oldest first, for admins only', async () => {
    const world = await weekWorld();
    await world.setWeek('bob', 'SUBMITTED');
    await world.setWeek('cy', 'SUBMITTED', aDate('2026-11-09'));
    await world.setWeek('cy', 'APPROVED');
    await world.setWeek('bob', 'OPEN', aDate('2026-11-09'));
    expect(await world.waiting()).toEqual(['2026-11-09 Cy', '2026-11-16 Bob']);
    expect(await refusalOf(world.waiting('bob'))).toEqual(['FORBIDDEN', undefined]);
  });

  it('reach 53 weeks back and to the Monday that has begun somewhere', async () => {
    const world = await weekWorld();
    await world.setWeek('bob', 'SUBMITTED', aDate('2025-11-10'));
    await world.setWeek('cy', 'SUBMITTED', aDate('2025-11-03'));
    await world.setWeek('bob', 'SUBMITTED', aDate('2026-11-23'));
    expect(await world.waiting()).toEqual(['2025-11-10 Bob']);
    world.clock.set('2026-11-22T00:00:00Z');
    expect(await world.waiting()).toEqual(['2026-11-23 Bob']);
  });
});

describe('the row that keeps the cards of a week up to date', () => {
  const weekRows = async (world: Awaited<ReturnType<typeof weekWorld>>): Promise<readonly string[]> =>
    (await rowsLeft(world, 'Outbox')).filter((key) => key.includes('|week|'));

  it.each(['OPEN', 'SENT_BACK', 'APPROVED'] as const)(
    'is not written for hours of a week that is %s',
    async (state) => {
      const world = await weekWorld();
      await world.setWeek('bob', state);
      await world.save('bob').catch(() => undefined);
      expect(await weekRows(world)).toEqual([]);
    },
  );

  it('is written for hours of a week that waits, due before its Monday begins in any zone', async () => {
    const world = await weekWorld();
    await world.setWeek('bob', 'SUBMITTED');
    await world.save('bob');
    expect(await weekRows(world)).toEqual([expect.stringMatching(/^20261115000000\|week\|/)]);
  });
});
