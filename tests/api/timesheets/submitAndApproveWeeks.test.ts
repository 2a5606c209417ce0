import { saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { getActivities } from '#contracts/reports/getActivities.ts';
import en from '#contracts/text/en.json' with { type: 'json' };
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import * as calls from '#contracts/timesheets/timesheetTaskCalls.ts';
import * as weekCalls from '#contracts/timesheets/weekApprovalCallsAndCardData.ts';
import type { Week } from '#contracts/timesheets/weekApprovalCallsAndCardData.ts';
import { addDays } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { saveStandup, today, valuesOf } from '../../support/apps/standupDayAndValidCalls.ts';
import { aDate, aMemberId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { refusalOf } from '../../support/apps/refusalOfBadRequest.ts';
import { useTestApp } from '../../support/apps/testApp.ts';
import type { Person, TestApp } from '../../support/apps/testApp.ts';

const teamId = aTeamId('platform');
const shared = useTestApp();
let app: TestApp;
let standup: Meeting;
beforeAll(async () => {
  app = shared();
  standup = await saveStandup(app, 'ann', { team: 'platform', members: ['ann', 'bob', 'cy'] });
});

// Each test uses a week of its own. The first test uses the current week.
let monday = addDays(aDate('2026-11-16'), 7);
beforeEach(() => {
  monday = addDays(monday, -7);
});
const day = (number: number) => addDays(monday, number);
const pathOf = (who: string) => ({ teamId, memberId: aMemberId(who), monday });

const save = (who: Person, date = day(2), change: object = {}) =>
  app.get(who, calls.saveTask, {
    ...{ meetingId: standup.id, task: 'Things', date, hours: 8, minutes: 20, ...change },
  });
const read = (by: Person, who: string) => app.get(by, weekCalls.getWeek, pathOf(who));
const refusal = async (who: Person, endpoint: Parameters<TestApp['ask']>[1], input: object) => {
  const before = await app.dump();
  const { envelope } = await app.ask(who, endpoint, input);
  expect(await app.dump()).toEqual(before);
  return [envelope.errorCode, envelope.message];
};
const submit = (who: Person): Promise<Week> => app.get(who, weekCalls.submitWeek, pathOf(who));
const approve = (who: string, by: Person = 'ann'): Promise<Week> => app.get(by, weekCalls.approveWeek, pathOf(who));

it('an approved week rejects every write: rows, copies, moves in and out, and the hours of answers', async () => {
  const { id } = await save('bob');
  const outside = await save('bob', day(-3));
  await submit('bob');
  await approve('bob');
  const locked = [409, 'WEEK_LOCKED', en['error.WEEK_LOCKED']];
  const draft = { meetingId: standup.id, task: 'More', date: today, hours: 1, minutes: 0 };
  expect(await refusalOf(app, calls.saveTask, draft)).toEqual(locked);
  expect(await refusalOf(app, calls.saveTask, { ...draft, id, date: day(2) })).toEqual(locked);
  expect(await refusalOf(app, calls.saveTask, { ...draft, id, date: day(-3) })).toEqual(locked);
  expect(await refusalOf(app, calls.saveTask, { ...draft, id: outside.id })).toEqual(locked);
  expect(await refusalOf(app, calls.deleteTask, { meetingId: standup.id, id })).toEqual(locked);
  expect(await refusalOf(app, calls.copyLastDay, { teamId })).toEqual(locked);
  expect(await refusalOf(app, weekCalls.submitWeek, pathOf('bob'))).toEqual(locked);

  await app.beatAt('2026-11-20T09:00:00Z');
  const answered = await app.get('bob', saveAnswer, {
    ...{ meetingId: standup.id, date: today, values: valuesOf(standup, { plan: 'The printer 2h' }) },
  });
  expect(JSON.stringify(answered.card)).toContain(en['card.hoursRefused']);
  expect(answered.answer.values).toMatchObject(valuesOf(standup, { plan: 'The printer 2h' }));
  expect((await read('ann', 'bob')).minutes).toBe(500);

  // After the week is reopened, the unchanged answer stores its hours again.
  await app.get('ann', weekCalls.reopenWeek, { ...pathOf('bob'), note: 'Go on' });
  await app.get('bob', saveAnswer, {
    ...{ meetingId: standup.id, date: today, values: valuesOf(standup, { plan: 'The printer 2h' }) },
  });
  expect((await read('ann', 'bob')).minutes).toBe(620);
});

it('a week moves from its owner to an admin and back, and shows at each step who may act', async () => {
  const { id } = await save('cy');
  const open = await read('cy', 'cy');
  expect(open).toMatchObject({ state: 'OPEN', note: null, rows: 1, minutes: 500, totalHours: 8.33, user: 'Cy', today });
  expect(open.can).toEqual({ edit: true, submit: true, approve: false, sendBack: false, reopen: false });
  expect(open.days.map(({ date, minutes }) => [date, minutes])).toEqual(
    [0, 1, 2, 3, 4, 5, 6].map((value) => [day(value), value === 2 ? 500 : 0]),
  );
  expect(open.items).toMatchObject([{ id, meetingName: standup.name, canEdit: true }]);

  const submitted = await submit('cy');
  expect(submitted).toMatchObject({ state: 'SUBMITTED', can: { edit: true, submit: false, approve: false } });
  const waiting = await app.get('ann', weekCalls.waitingWeeks, { teamId });
  expect(waiting.items.filter((item) => item.monday === monday)).toMatchObject([
    { memberId: aMemberId('cy'), monday, minutes: 500, can: { approve: true } },
  ]);

  const back = await app.get('ann', weekCalls.returnWeek, { ...pathOf('cy'), note: 'Where is Tuesday?' });
  expect(back).toMatchObject({ state: 'SENT_BACK', note: 'Where is Tuesday?', decidedBy: 'Ann' });
  expect((await read('cy', 'cy')).can).toMatchObject({ edit: true, submit: true });
  await save('cy', day(1));
  expect(await submit('cy')).toMatchObject({ state: 'SUBMITTED', note: null, decidedBy: null });

  const approved = await approve('cy');
  expect(approved).toMatchObject({ state: 'APPROVED', minutes: 1000, decidedBy: 'Ann', can: { reopen: true } });
  const locked = await read('cy', 'cy');
  expect(locked.can).toEqual({ edit: false, submit: false, approve: false, sendBack: false, reopen: false });
  expect(locked.items.map((item) => item.canEdit)).toEqual([false, false]);

  const again = await app.get('ann', weekCalls.reopenWeek, { ...pathOf('cy'), note: 'Thursday was a holiday' });
  expect(again).toMatchObject({ state: 'OPEN', note: 'Thursday was a holiday' });
  await save('cy', day(3));
  const { items } = await app.get('ann', getActivities, { objectType: 'Team', objectId: teamId });
  expect(items.map((item) => item.text).filter((text) => text.includes('week'))).toEqual(
    expect.arrayContaining([
      'Submitted the week of 9 Nov 2026 for approval: 8 h 20 min.',
      'Sent the week of 9 Nov 2026 back to Cy.',
      'Approved the week of 9 Nov 2026 of Cy: 16 h 40 min.',
      'Opened the approved week of 9 Nov 2026 of Cy again.',
    ]),
  );
});

it('a week is submitted only by its owner, and decided only by admins of its team', async () => {
  await save('cy');
  const notOwner = ['FORBIDDEN', en['timesheet.notOwner']];
  expect(await refusal('bob', weekCalls.submitWeek, pathOf('cy'))).toEqual(notOwner);
  expect(await refusal('ann', weekCalls.submitWeek, pathOf('cy'))).toEqual(notOwner);
  await submit('cy');
  for (const endpoint of [weekCalls.approveWeek, weekCalls.returnWeek, weekCalls.reopenWeek]) {
    const input = { ...pathOf('cy'), note: 'No' };
    expect(await refusal('cy', endpoint, input)).toEqual(['FORBIDDEN', en['error.FORBIDDEN']]);
    expect(await refusal('bob', endpoint, input)).toEqual(['FORBIDDEN', en['error.FORBIDDEN']]);
    for (const stranger of ['eve', 'zoe'] as const)
      expect((await refusal(stranger, endpoint, input))[0]).toBe('NOT_FOUND');
  }
  expect((await refusal('ann', weekCalls.approveWeek, pathOf('sam')))[0]).toBe('NOT_FOUND');
  expect((await refusal('ann', weekCalls.getWeek, pathOf('zoe')))[0]).toBe('NOT_FOUND');
});

it('a week is decided once: a repeat changes nothing, and a decision against their state is refused', async () => {
  await save('cy');
  const back = (note: string) => ({ ...pathOf('cy'), note });
  const waitsNot = ['WEEK_STATE', en['error.WEEK_STATE']];
  const notApproved = ['WEEK_STATE', en['timesheet.weekNotApproved']];
  expect(await refusal('ann', weekCalls.approveWeek, pathOf('cy'))).toEqual(waitsNot);
  expect(await refusal('ann', weekCalls.returnWeek, back('No'))).toEqual(waitsNot);
  expect(await refusal('ann', weekCalls.reopenWeek, back('No'))).toEqual(notApproved);
  const submitted = await submit('cy');
  expect(await submit('cy')).toEqual(submitted);
  expect(await refusal('ann', weekCalls.reopenWeek, back('No'))).toEqual(notApproved);
  await app.get('ann', weekCalls.returnWeek, back('Why'));
  const before = await app.dump();
  await app.get('ann', weekCalls.returnWeek, back('Why'));
  expect(await app.dump()).toEqual(before);
  expect(await refusal('ann', weekCalls.returnWeek, back('Another why'))).toEqual(waitsNot);
  await submit('cy');
  const approved = await approve('cy');
  expect(await approve('cy')).toEqual(approved);
  expect(await refusal('ann', weekCalls.returnWeek, back('Too late'))).toEqual(waitsNot);
});

it('a week that changed since the admin read it is not approved unseen', async () => {
  await save('cy');
  const { version } = await submit('cy');
  const { id } = await save('cy', day(1));
  const seen = { ...pathOf('cy'), version };
  expect(await refusal('ann', weekCalls.approveWeek, seen)).toEqual(['WEEK_CHANGED', en['error.WEEK_CHANGED']]);
  // A row that was added and deleted again leaves the content of the week unchanged, so the approval succeeds.
  await app.get('cy', calls.deleteTask, { meetingId: standup.id, id });
  expect(await app.get('ann', weekCalls.approveWeek, seen)).toMatchObject({ state: 'APPROVED' });
});

it.each([
  ['a Tuesday', { monday: '2026-11-17' }, en['timesheet.notMonday']],
  ['no date', { monday: '2026-02-30' }, en['invalid.date']],
  ['the end of the calendar', { monday: '9999-12-27' }, en['invalid.date']],
  ['a week that has not begun', { monday: '2026-11-23' }, en['timesheet.weekAhead']],
  ['no member', { memberId: 'x' }, en['invalid.id']],
])('of %s is refused', async (_name, change, message) => {
  expect(await refusalOf(app, weekCalls.submitWeek, { ...pathOf('bob'), ...change })).toEqual([
    ...[400, 'INVALID_INPUT', message],
  ]);
});

it.each([
  [undefined, en['timesheet.noteMissing']],
  ['', en['timesheet.noteMissing']],
  [' \n ', en['timesheet.noteMissing']],
  ['x'.repeat(501), en['invalid.tooLong']],
])('is not sent back or opened again with the note %j', async (note, message) => {
  await submit('cy');
  for (const endpoint of [weekCalls.returnWeek, weekCalls.reopenWeek])
    expect(await refusal('ann', endpoint, { ...pathOf('cy'), note })).toEqual(['INVALID_INPUT', message]);
});

it('an admin approves their own week', async () => {
  await save('ann');
  await submit('ann');
  expect(await approve('ann')).toMatchObject({ state: 'APPROVED', decidedBy: 'Ann' });
});

it('a week that races with a change of a row ends either locked without it or waiting with it', async () => {
  for (let round = 0; round < 6; round += 1) {
    await save('cy', day(1), { task: `Before ${round}` });
    const { version, minutes } = await submit('cy');
    const [row, decision] = await Promise.all([
      app.ask('cy', calls.saveTask, {
        ...{ meetingId: standup.id, task: `Race ${round}`, date: day(3), hours: 0, minutes: 1 },
      }),
      app.ask('ann', weekCalls.approveWeek, { ...pathOf('cy'), version }),
    ]);
    const after = await read('ann', 'cy');
    const wasSaved = row.envelope.status === 'Success';
    const wasApproved = decision.envelope.status === 'Success';
    expect([wasSaved, wasApproved]).not.toEqual([true, true]);
    expect(after).toMatchObject({
      state: wasApproved ? 'APPROVED' : 'SUBMITTED',
      minutes: minutes + (wasSaved ? 1 : 0),
    });
    if (!wasApproved) await approve('cy');
    await app.get('ann', weekCalls.reopenWeek, { ...pathOf('cy'), note: `Round ${round}` });
  }
});
