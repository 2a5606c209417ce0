import en from '#contracts/text/en.json' with { type: 'json' };
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { deleteMeeting } from '#contracts/meetings/meetingStateCallsAndEditConflict.ts';
import * as calls from '#contracts/timesheets/timesheetTaskCalls.ts';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { getActivities } from '#contracts/reports/getActivities.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { saveStandup, valuesOf } from '../../support/apps/standupDayAndValidCalls.ts';
import { aDate, aMeetingId, aMemberId, aTeamId, idOf } from '../../support/data/idDateAndRecordBuilders.ts';
import { at, generic, noTexts, refusalOf } from '../../support/apps/refusalOfBadRequest.ts';
import type { Case } from '../../support/apps/refusalOfBadRequest.ts';
import { startTestApp, useTestApp } from '../../support/apps/testApp.ts';
import type { Person, TestApp } from '../../support/apps/testApp.ts';

const inEnglish = translateFor('en');

const app = useTestApp();
const today = aDate('2026-11-20');
const teamId = aTeamId('platform');
let standup: Meeting;
let sales: Meeting;
let mars: Meeting;
beforeAll(async () => {
  standup = await saveStandup(app(), 'ann', { team: 'platform', members: ['ann', 'bob', 'cy'] });
  sales = await saveStandup(app(), 'eve', { team: 'sales', members: ['eve', 'sam'] });
  mars = await saveStandup(app(), 'zoe', { team: 'mars', members: ['zoe'] });
});

const draft = (change: object = {}) => ({
  ...{ meetingId: standup.id, task: 'Fix sign-in', date: today, hours: 1, minutes: 30, totalHours: 1.5 },
  ...change,
});
const save = (who: Person, change: object = {}): Promise<Task> => app().get(who, calls.saveTask, draft(change));
const get = (who: Person, change: object = {}) => app().get(who, calls.getTimesheet, { teamId, ...change });
const code = async (who: Person, endpoint: Parameters<TestApp['ask']>[1], input: object) =>
  (await app().ask(who, endpoint, input)).envelope.errorCode;
const ofDay = async (who: Person, date: string) =>
  (await get(who, { startDate: date, endDate: date, users: [aMemberId(who)], count: 100 })).items;

describe('a row', () => {
  it('is added, read, changed, moved and deleted by its owner', async () => {
    const created = await save('cy');
    expect(created).toMatchObject({
      ...{ meetingId: standup.id, meetingName: standup.name, task: 'Fix sign-in', user: 'Cy', date: today },
      ...{ memberId: aMemberId('cy'), hours: 1, minutes: 30, totalHours: 1.5, source: 'PERSON', canEdit: true },
    });
    expect(await ofDay('cy', today)).toEqual([created]);
    const changed = await save('cy', {
      id: created.id,
      task: 'Fix sign-out',
      hours: 0,
      minutes: 20,
      version: created.version,
    });
    expect(changed).toMatchObject({ id: created.id, task: 'Fix sign-out', totalHours: 0.33 });
    const moved = await save('cy', { id: created.id, date: aDate('2026-10-31'), version: changed.version });
    expect(moved).toMatchObject({ id: created.id, date: '2026-10-31', hours: 1 });
    expect(await ofDay('cy', today)).toEqual([]);
    expect(await ofDay('cy', '2026-10-31')).toEqual([moved]);
    const again = await save('cy', { id: created.id, date: aDate('2026-11-01') });
    expect(await ofDay('cy', '2026-11-01')).toEqual([again]);
    await app().get('cy', calls.deleteTask, { meetingId: standup.id, id: created.id, version: again.version });
    expect(await ofDay('cy', '2026-11-01')).toEqual([]);
    expect(await code('cy', calls.deleteTask, { meetingId: standup.id, id: created.id })).toBe('NOT_FOUND');
  });

  it('needs no meeting, and then names its team', async () => {
    const created = await save('cy', { meetingId: null, teamId });
    expect(created).toMatchObject({ meetingId: null, meetingName: null });
    await app().get('cy', calls.deleteTask, { meetingId: '-', id: created.id, teamId });
    expect(await ofDay('cy', today)).toEqual([]);
  });

  it('is one row however often Add is repeated', async () => {
    const draftId = idOf('draft');
    const created = await save('cy', { draftId });
    expect(await save('cy', { draftId })).toEqual(created);
    expect(await ofDay('cy', today)).toEqual([created]);
    await app().get('cy', calls.deleteTask, { meetingId: standup.id, id: created.id });
  });

  it('keeps its meeting when that is deleted, and no other row can be added to it', async () => {
    const gone = await saveStandup(app(), 'ann', { team: 'platform', members: ['ann'] }, { name: 'Short-lived' });
    const created = await save('cy', { meetingId: gone.id });
    await app().get('ann', deleteMeeting, { meetingId: gone.id });
    const [kept] = await ofDay('cy', today);
    expect(kept).toMatchObject({ id: created.id, meetingId: gone.id });
    expect(await save('cy', { id: created.id, meetingId: gone.id, task: 'Still there' })).toMatchObject({
      id: created.id,
    });
    expect(await code('cy', calls.saveTask, draft({ meetingId: gone.id }))).toBe('NOT_FOUND');
    await app().get('cy', calls.deleteTask, { meetingId: gone.id, id: created.id });
  });

  it('changed in one tab is not overwritten from the other, and deletions are reported', async () => {
    const created = await save('cy');
    const other = await save('cy', { id: created.id, task: 'From the other tab', version: created.version });
    const { status, envelope } = await app().ask(
      ...(['cy', calls.saveTask, draft({ id: created.id, task: 'From here', version: created.version })] as const),
    );
    expect([status, envelope.errorCode]).toEqual([409, 'TASK_CHANGED']);
    expect(calls.taskConflict.parse(envelope.data)).toEqual({ task: other });
    // A client that got no reply repeats its save with the old version. This is no conflict, because the content is the
    // same.
    expect(await save('cy', { id: created.id, task: 'From the other tab', version: created.version })).toEqual(other);
    await app().get('cy', calls.deleteTask, { meetingId: standup.id, id: created.id, version: other.version });
    const late = await app().ask('cy', calls.saveTask, draft({ id: created.id, version: other.version }));
    expect([late.envelope.errorCode, late.envelope.data]).toEqual(['TASK_CHANGED', { task: null }]);
  });

  it('a row of another person cannot be changed, deleted or copied', async () => {
    const created = await save('cy');
    const words = en['timesheet.notOwner'];
    expect(await refusalOf(app(), calls.saveTask, draft({ id: created.id }))).toEqual([403, 'FORBIDDEN', words]);
    const deletion = { meetingId: standup.id, id: created.id };
    expect(await refusalOf(app(), calls.deleteTask, deletion)).toEqual([403, 'FORBIDDEN', words]);
    expect((await get('bob', { users: [aMemberId('cy')] })).items).toMatchObject([{ id: created.id, canEdit: false }]);
    await app().get('cy', calls.deleteTask, deletion);
  });

  it('cannot be added to a team of others', async () => {
    for (const meetingId of [sales.id, mars.id, aMeetingId('nowhere')])
      expect(await code('bob', calls.saveTask, draft({ meetingId }))).toBe('NOT_FOUND');
    expect(await code('bob', calls.saveTask, draft({ teamId: aTeamId('sales') }))).toBe('NOT_FOUND');
  });

  it('is logged in the author’s language, without the text of the task', async () => {
    app().clock.advance({ seconds: 1 });
    const created = await save('cy', { task: 'Quite secret' });
    app().clock.advance({ seconds: 1 });
    await save('cy', { id: created.id, task: 'Quite secret', hours: 2 });
    app().clock.advance({ seconds: 1 });
    await app().get('cy', calls.deleteTask, { meetingId: standup.id, id: created.id });
    const { items } = await app().get('ann', getActivities, { objectType: 'Team', objectId: teamId });
    expect(items.slice(0, 3).map((item) => `${item.username}: ${item.text}`)).toEqual([
      'Cy: Deleted a task of 2 h 30 min from the timesheet of 20 Nov 2026.',
      'Cy: Changed a task in the timesheet of 20 Nov 2026 from 1 h 30 min to 2 h 30 min.',
      'Cy: Added 1 h 30 min to the timesheet of 20 Nov 2026.',
    ]);
    expect(JSON.stringify(items)).not.toContain('secret');
  });

  it('is refused as the hundred-and-first of its day', async () => {
    for (let count = 0; count < 100; count += 1) await save('cy', { date: aDate('2026-11-03'), minutes: count % 60 });
    const { status, envelope } = await app().ask('cy', calls.saveTask, draft({ date: aDate('2026-11-03') }));
    expect([status, envelope.message]).toEqual([409, inEnglish('timesheet.dayFull')]);
    expect(await ofDay('cy', '2026-11-03')).toHaveLength(100);
  });
});

describe('invalid rows', () => {
  const longest = 'x'.repeat(2000);
  const hours = en['timesheet.hoursRange'];
  const minutes = en['timesheet.minutesRange'];
  const cases: readonly Case[] = [
    ...at('task', ['', '   ', '\u200b', null, undefined], en['timesheet.taskMissing']),
    ...at('task', [`${longest}x`], inEnglish('timesheet.taskTooLong')),
    ...at(
      'task',
      noTexts.filter((noText) => noText !== null),
      en['invalid.text'],
    ),
    ...at('task', ['a\u0000b'], en['invalid.characters']),
    ...at('date', ['', null, undefined, 7], en['timesheet.dateMissing']),
    ...at('date', ['2026-02-30', '20.11.2026', '0000-01-01', '9999-12-31'], en['invalid.date']),
    ...at('date', ['2026-11-21', '2027-11-20'], en['timesheet.dateAhead']),
    ...at('hours', [24, -1, 1.5, '1', null, undefined, Number.MAX_VALUE], hours),
    ...at('minutes', [60, -1, 0.5, '30', null, undefined], minutes),
    ...at('meetingId', [undefined, null], en['invalid.id']),
    ...at('id', ['x', '20261120'], en['invalid.id']),
    ...at('id', [7, {}], generic('id')),
  ];

  it.each(cases)('%s %j is refused with its reason, and nothing changes', async (field, value, message) => {
    const refused = await refusalOf(app(), calls.saveTask, draft({ [field]: value }));
    expect(refused).toEqual([400, 'INVALID_INPUT', message]);
  });

  it('ends at 2,000 characters, 23 hours, 59 minutes and today', async () => {
    const created = await save('bob', { task: longest, hours: 23, minutes: 59 });
    expect(created).toMatchObject({ task: longest, totalHours: 23.98 });
    await app().get('bob', calls.deleteTask, { meetingId: standup.id, id: created.id });
  });
});

describe('the list', () => {
  it('is paged by five, newest first, with exact sums of all pages', async () => {
    const created = await startTestApp();
    try {
      const meeting = await saveStandup(created, 'ann', { team: 'platform', members: ['ann', 'bob', 'cy'] });
      const other = await saveStandup(created, 'ann', { team: 'platform', members: ['ann'] }, { name: 'Weekly' });
      const put = (who: Person, date: string, minutes: number, meetingId = meeting.id) =>
        created.get(who, calls.saveTask, { meetingId, task: `${who} ${date}`, date: aDate(date), hours: 0, minutes });
      for (const date of ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'])
        for (const who of ['ann', 'cy'] as const) await put(who, date, 20);
      await put('ann', '2026-11-18', 59, other.id);
      await put('ann', '2026-09-18', 59, other.id);
      const page = (pageNumber: number, change: object = {}) =>
        created.get('bob', calls.getTimesheet, { teamId, pageNumber, ...change });
      const [meetingId, two, three] = await Promise.all([page(1), page(2), page(3)]);
      expect(meetingId).toMatchObject({ pageNumber: 1, count: 5, pageCount: 2, totalItems: 9, today: '2026-11-20' });
      expect([meetingId.items, two.items, three.items].map((items) => items.length)).toEqual([5, 4, 0]);
      const dates = [...meetingId.items, ...two.items].map((item) => item.date);
      expect(dates).toEqual([...dates].sort().reverse());
      expect(meetingId.totals).toMatchObject({ rows: 9, minutes: 219, totalHours: 3.65 });
      expect(meetingId.totals.byMember.map(({ user, minutes }) => [user, minutes])).toEqual([
        ['Ann', 139],
        ['Cy', 80],
      ]);
      expect(meetingId.totals.byDay.map(({ date, minutes }) => [date, minutes])).toEqual([
        ['2026-11-20', 40],
        ['2026-11-19', 40],
        ['2026-11-18', 99],
        ['2026-11-17', 40],
      ]);
      expect((await page(1, { meetingIds: [other.id] })).totals).toMatchObject({ rows: 1, minutes: 59 });
      expect((await page(1, { meetingId: meeting.id, users: [aMemberId('cy')] })).totalItems).toBe(4);
      expect((await page(1, { startDate: '2026-09-18', endDate: '2026-09-18' })).totalItems).toBe(1);
    } finally {
      await created.stop();
    }
  });

  it.each([
    ['users', [aMemberId('zoe')], 'NOT_FOUND'],
    ['users', [aMemberId('sam')], 'NOT_FOUND'],
    ['users', 'bob', 'INVALID_INPUT'],
    ['users', Array.from({ length: 201 }, () => aMemberId('bob')), 'INVALID_INPUT'],
    ['teamId', aTeamId('sales'), 'NOT_FOUND'],
    ['teamId', aTeamId('mars'), 'NOT_FOUND'],
    ['teamId', 'x', 'INVALID_INPUT'],
    ['startDate', '2026-13-01', 'INVALID_INPUT'],
    ['startDate', '2026-11-21', 'INVALID_INPUT'],
    ['startDate', '2025-11-19', 'INVALID_INPUT'],
    ['endDate', '0000-01-01', 'INVALID_INPUT'],
    ['pageNumber', 0, 'INVALID_INPUT'],
    ['pageNumber', 1.5, 'INVALID_INPUT'],
    ['count', 101, 'INVALID_INPUT'],
    ['after', 'nonsense', 'INVALID_INPUT'],
    ['after', '2026-11-20|x|1|y', 'INVALID_INPUT'],
  ])('refuses %s %j', async (field, value, expected) => {
    expect(await code('bob', calls.getTimesheet, { teamId, [field]: value })).toBe(expected);
  });

  it('refuses meetings of others, also of another team of the organisation', async () => {
    for (const meetingId of [sales.id, mars.id, aMeetingId('nowhere')]) {
      expect(await code('bob', calls.getTimesheet, { teamId, meetingId })).toBe('NOT_FOUND');
      expect(await code('bob', calls.getTimesheet, { teamId, meetingIds: [standup.id, meetingId] })).toBe('NOT_FOUND');
    }
  });

  it('accepts a span of 366 days and no longer one', async () => {
    expect((await get('bob', { startDate: '2025-11-20', endDate: '2026-11-20' })).startDate).toBe('2025-11-20');
    const { envelope } = await app().ask('bob', calls.getTimesheet, { teamId, startDate: '2025-11-19' });
    expect(envelope.message).toBe(inEnglish('timesheet.rangeTooLong'));
  });
});

describe('the last day', () => {
  it('is copied once with times, and existing tasks remain', async () => {
    const created = await startTestApp();
    try {
      const meeting = await saveStandup(created, 'ann', { team: 'platform', members: ['ann', 'bob'] });
      const row = (task: string, date: string, minutes: number) =>
        created.get('bob', calls.saveTask, { meetingId: meeting.id, task, date: aDate(date), hours: 0, minutes });
      const copy = (date?: string) =>
        created.get('bob', calls.copyLastDay, { teamId, ...(date === undefined ? {} : { date: aDate(date) }) });
      expect(await copy()).toEqual({ from: null, items: [] });
      await row('Review', '2026-11-17', 45);
      await row('Mail', '2026-11-17', 10);
      await row('Mail', '2026-11-20', 30);
      const preview = await created.get('bob', calls.copyLastDay, { teamId, isPreview: true });
      expect(preview.items.map(({ task }) => task)).toEqual(['Review']);
      const ofToday = { teamId, startDate: '2026-11-20', endDate: '2026-11-20' };
      expect((await created.get('bob', calls.getTimesheet, ofToday)).totalItems).toBe(1);
      const { from, items } = await copy();
      expect([from, items.map(({ task, minutes, source }) => [task, minutes, source])]).toEqual([
        '2026-11-17',
        [['Review', 45, 'PERSON']],
      ]);
      expect(await copy()).toEqual({ from: '2026-11-17', items: [] });
      expect((await copy('2026-11-18')).items).toHaveLength(2);
      expect(
        (await created.ask('bob', calls.copyLastDay, { teamId, date: aDate('2026-11-21') })).envelope.message,
      ).toBe(en['timesheet.dateAhead']);
    } finally {
      await created.stop();
    }
  });
});

it('holds the rows of an answer, and an answer keeps the rows that a person edited', async () => {
  const created = await startTestApp();
  try {
    const meeting = await saveStandup(created, 'ann', { team: 'platform', members: ['ann', 'bob'] });
    await created.beatAt('2026-11-20T09:00:00Z');
    const answer = (plan: string) =>
      created.get('ann', saveAnswer, { meetingId: meeting.id, date: today, values: valuesOf(meeting, { plan }) });
    const rows = async () =>
      (await created.get('ann', calls.getTimesheet, { teamId, count: 100 })).items.map(
        ({ task, minutes, hours, source }) => `${task} ${hours * 60 + minutes} ${source}`,
      );
    await answer('Fix login 2h\nReview 30m\nMail');
    const { items } = await created.get('ann', calls.getTimesheet, { teamId });
    expect(await rows()).toEqual(['Fix login 120 ANSWER', 'Review 30 ANSWER', 'Mail 0 ANSWER']);
    const [login, review] = items;
    await created.get('ann', calls.saveTask, {
      ...draft({ meetingId: meeting.id }),
      id: login?.id ?? '',
      hours: 3,
      minutes: 0,
    });
    await created.get('ann', calls.deleteTask, { meetingId: meeting.id, id: review?.id ?? '' });
    await answer('Fix login 1h\nReview 45m\nMail 10m\nNew 5m');
    expect(await rows()).toEqual(['Fix sign-in 180 ANSWER', 'Mail 10 ANSWER', 'New 5 ANSWER']);
  } finally {
    await created.stop();
  }
});
