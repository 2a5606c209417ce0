import { changeBlocker, getBlockers, resolveBlocker } from '#contracts/blockers/blockerCalls.ts';
import type { BlockerItem } from '#contracts/blockers/blockerCalls.ts';
import type { InputOf, OutputOf } from '#contracts/core/endpoint.ts';
import { saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { deleteMeeting } from '#contracts/meetings/meetingStateCallsAndEditConflict.ts';
import { getActivities } from '#contracts/reports/getActivities.ts';
import { getReport } from '#contracts/reports/dailyReport.ts';
import { saveVacation } from '#contracts/daysOff/changeAndListDaysOff.ts';
import en from '#contracts/text/en.json' with { type: 'json' };
import { translateFor } from '../../../bot/src/translate.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { questionIds, saveStandup, today, valuesOf } from '../../support/apps/standupDayAndValidCalls.ts';
import { refusalOf } from '../../support/apps/refusalOfBadRequest.ts';
import { startTestApp } from '../../support/apps/testApp.ts';
import type { Person, TestApp } from '../../support/apps/testApp.ts';
import {
  aDate,
  aMeetingId,
  aMemberId,
  anInstant,
  anOrgId,
  aTeamId,
} from '../../support/data/idDateAndRecordBuilders.ts';
import { faultsIn } from '../../support/worlds/teamWorldWithEngine.ts';

const inEnglish = translateFor('en');

// In these tests, Bob of the Platform team reports a blocker on a Friday and needs Cy; Ann is an admin.

let app: TestApp;
let meeting: Meeting;
const platform = aTeamId('platform');
const bob = aMemberId('bob');
const cy = aMemberId('cy');

const blockedAs = (who: Person, text: string, date = today) =>
  app.get(who, saveAnswer, {
    ...{ meetingId: meeting.id, date, goals: [] },
    values: valuesOf(meeting, text === '' ? {} : { blocked: 'Yes', what: text }),
  });

type Change = Partial<InputOf<typeof changeBlocker>>;
const inputOf = (action: InputOf<typeof changeBlocker>['action'], change: Change = {}) => ({
  ...{ meetingId: meeting.id, memberId: bob, action },
  ...change,
});
const change = (who: Person, action: InputOf<typeof changeBlocker>['action'], more: Change = {}) =>
  app.get(who, changeBlocker, inputOf(action, more));

const listed = (who: Person, query: InputOf<typeof getBlockers> = {}): Promise<OutputOf<typeof getBlockers>> =>
  app.get(who, getBlockers, query);
const itemFor = async (who: Person): Promise<BlockerItem | undefined> =>
  (await listed(who, { states: ['OPEN', 'ACKNOWLEDGED', 'REOPENED', 'RESOLVED'] })).items.find(
    ({ owner }) => owner.memberId === bob,
  );

beforeEach(async () => {
  app = await startTestApp();
  meeting = await saveStandup(
    app,
    'ann',
    { team: 'platform', members: ['ann', 'bob', 'cy'] },
    { name: 'Daily', time: 10 * 60 },
  );
  await app.beatAt('2026-11-20T09:00:00Z');
  await blockedAs('bob', 'The database is down');
});

afterEach(async () => {
  const faults = await faultsIn(app.services.store);
  await app.stop();
  if (faults.length > 0) throw new Error(faults.join('\n'));
});

describe('the list of blockers', () => {
  it('has who is blocked, by what, since when, and what the reader may do', async () => {
    const { items, counts, reports, totalItems } = await listed('bob', { teamId: platform });
    expect(items).toEqual([
      {
        ...{ teamId: platform, teamName: 'Platform', meetingId: meeting.id, meetingName: 'Daily' },
        owner: { memberId: bob, name: 'Bob', hasLeft: false, thumbnailUrl: null },
        ...{ text: 'The database is down', state: 'OPEN', since: '2026-11-20', days: 0, closedAt: null },
        ...{ changed: null, needed: null, note: null, actions: ['RESOLVE', 'NEED'] },
      },
    ]);
    expect([counts, totalItems]).toEqual([{ OPEN: 1, ACKNOWLEDGED: 0, REOPENED: 0, RESOLVED: 0 }, 1]);
    expect(reports).toEqual([{ teamId: platform, meetingId: meeting.id, name: 'Daily' }]);
    expect((await itemFor('cy'))?.actions).toEqual([]);
    expect((await itemFor('ann'))?.actions).toEqual(['ACKNOWLEDGE', 'RESOLVE', 'NEED']);
  });

  it('contains all teams of the reader if no team is named, and no other team', async () => {
    expect((await listed('bob')).totalItems).toBe(1);
    expect((await listed('sam')).totalItems).toBe(0);
    expect((await listed('zoe')).totalItems).toBe(0);
  });

  it('leaves holidays and weekends out of the age, on the list and in the report', async () => {
    await app.get('ann', saveVacation, { objectType: 'Team', objectId: platform, dates: [aDate('2026-11-24')] });
    await app.beatAt('2026-11-25T09:00:00Z');
    expect((await itemFor('bob'))?.days).toBe(2);
    const report = await app.get('bob', getReport, { teamId: platform, meetingId: meeting.id, date: '2026-11-25' });
    expect(report.reports[0]?.members.find(({ memberId }) => memberId === bob)?.blockedDays).toBe(2);
  });

  it('filters by report, person, needed person, state and age, and pages', async () => {
    await blockedAs('ann', 'No keys');
    await blockedAs('cy', 'No desk');
    await change('bob', 'NEED', { neededId: cy });
    const names = async (query: InputOf<typeof getBlockers>) =>
      (await listed('ann', query)).items.map(({ owner }) => owner.name);
    expect(await names({ sort: 'MEMBER', isDescending: false })).toEqual(['Ann', 'Bob', 'Cy']);
    expect(await names({ sort: 'MEMBER' })).toEqual(['Cy', 'Bob', 'Ann']);
    expect(await names({ sort: 'NEEDED' })).toEqual(['Bob', 'Ann', 'Cy']);
    expect(await names({ neededId: cy })).toEqual(['Bob']);
    expect(await names({ memberId: cy })).toEqual(['Cy']);
    expect(await names({ personId: cy, sort: 'MEMBER', isDescending: false })).toEqual(['Bob', 'Cy']);
    expect(await names({ personId: cy, memberId: bob })).toEqual(['Bob']);
    expect(await names({ personId: aMemberId('eve') })).toEqual([]);
    expect(await names({ meetingId: aMeetingId('none') })).toEqual([]);
    expect(await names({ states: ['ACKNOWLEDGED'] })).toEqual([]);
    expect(await names({ minDays: 1 })).toEqual([]);
    const second = await listed('ann', { sort: 'MEMBER', isDescending: false, pageCount: 2, pageNumber: 2 });
    expect([second.items.map(({ owner }) => owner.name), second.totalItems]).toEqual([['Cy'], 3]);
  });

  it('names everyone who is blocked or needed, whatever the filter is', async () => {
    await blockedAs('ann', 'No keys');
    await change('bob', 'NEED', { neededId: cy });
    await change('ann', 'RESOLVE', { memberId: aMemberId('ann') });
    const { people, items } = await listed('ann', { personId: aMemberId('eve') });
    expect([people, items]).toEqual([
      ['Ann', 'Bob', 'Cy'].map((name) => ({ memberId: aMemberId(name.toLowerCase()), name, hasLeft: false })),
      [],
    ]);
    expect((await listed('sam')).people).toEqual([]);
  });

  it('leaves out members who never were blocked, and blockers of a deleted report', async () => {
    await blockedAs('cy', '');
    expect((await listed('ann', { states: ['RESOLVED'] })).totalItems).toBe(0);
    await app.get('ann', deleteMeeting, { meetingId: meeting.id });
    expect((await listed('ann')).totalItems).toBe(0);
    expect((await refusalOf(app, changeBlocker, inputOf('RESOLVE'), 'ann')).slice(0, 2)).toEqual([404, 'NOT_FOUND']);
  });

  it('rejects another team, another organisation, and a caller without a session', async () => {
    const query = { teamId: platform };
    expect((await refusalOf(app, getBlockers, query, 'sam')).slice(0, 2)).toEqual([404, 'NOT_FOUND']);
    expect((await refusalOf(app, getBlockers, query, 'zoe')).slice(0, 2)).toEqual([404, 'NOT_FOUND']);
    expect((await app.ask(null, getBlockers, query)).status).toBe(401);
  });

  it.each([
    [{ states: ['SOME'] }, en['invalid.choice'], ['states', 0]],
    [{ sort: 'COLOUR' }, en['invalid.choice'], ['sort']],
    [{ minDays: -1 }, en['invalid.number'], ['minDays']],
    [{ personId: 'bob' }, en['invalid.id'], ['personId']],
    [{ pageCount: 101 }, en['invalid.number'], ['pageCount']],
  ])('refuses %j', async (query, message, path) => {
    const { status, envelope } = await app.ask('bob', getBlockers, query as object);
    expect([status, envelope.message, 'path' in envelope && envelope.path]).toEqual([400, message, path]);
  });
});

describe('a change of a blocker', () => {
  it('changes from needed to acknowledged to resolved to reopened, and is logged', async () => {
    expect(await change('bob', 'NEED', { neededId: cy })).toMatchObject({ isChanged: true, state: 'OPEN' });
    expect((await itemFor('cy'))?.actions).toEqual(['ACKNOWLEDGE', 'RESOLVE', 'HAND_BACK']);
    expect(await change('cy', 'ACKNOWLEDGE')).toMatchObject({ isChanged: true, state: 'ACKNOWLEDGED' });
    expect(await change('cy', 'RESOLVE')).toMatchObject({ isChanged: true, state: 'RESOLVED' });
    expect(await itemFor('bob')).toMatchObject({
      ...{ state: 'RESOLVED', text: 'The database is down', changed: { by: 'Cy' }, actions: ['REOPEN'] },
    });
    expect(await change('bob', 'REOPEN')).toMatchObject({ isChanged: true, state: 'REOPENED' });
    const { items } = await app.get('ann', getActivities, { objectType: 'Meeting', objectId: meeting.id });
    expect(items.map(({ text, username }) => `${username}: ${text}`)).toEqual(
      expect.arrayContaining([
        'Bob: Named Cy as needed for the blocker of Bob.',
        'Cy: Took on the blocker of Bob.',
        'Cy: Marked the blocker of Bob as resolved.',
        'Bob: Reopened the blocker of Bob.',
      ]),
    );
  });

  it('changes nothing if the same change is sent twice', async () => {
    await change('bob', 'RESOLVE');
    const before = await app.dump();
    expect(await change('bob', 'RESOLVE')).toMatchObject({ isChanged: false, state: 'RESOLVED' });
    expect(await app.get('bob', resolveBlocker, { meetingId: meeting.id, memberId: bob })).toMatchObject({
      isResolved: false,
    });
    expect(await app.dump()).toEqual(before);
  });

  it('applies a change once if several people send it at once', async () => {
    await change('bob', 'NEED', { neededId: cy });
    const results = await Promise.all([change('bob', 'RESOLVE'), change('cy', 'RESOLVE'), change('ann', 'RESOLVE')]);
    expect(results.filter(({ isChanged }) => isChanged)).toHaveLength(1);
  });

  it('hands a blocker back to its owner with a note', async () => {
    await change('bob', 'NEED', { neededId: cy });
    await change('cy', 'HAND_BACK', { note: 'Ann has the keys' });
    expect(await itemFor('bob')).toMatchObject({
      ...{ state: 'OPEN', needed: null, note: { text: 'Ann has the keys', by: 'Cy' } },
    });
    expect((await refusalOf(app, changeBlocker, inputOf('HAND_BACK'), 'cy')).slice(0, 2)).toEqual([403, 'FORBIDDEN']);
  });

  it('refuses a note that is too long', async () => {
    await change('bob', 'NEED', { neededId: cy });
    expect(await refusalOf(app, changeBlocker, inputOf('HAND_BACK', { note: 'x'.repeat(10_000) }), 'cy')).toEqual([
      ...[400, 'INVALID_INPUT', inEnglish('blocker.noteTooLong')],
    ]);
  });

  it('refuses a needed person who left the team, is disabled, is unknown, or is the blocked one', async () => {
    const refusedWith = async (neededId: string) =>
      (await refusalOf(app, changeBlocker, inputOf('NEED', { neededId: aMemberId(neededId) }), 'bob'))[2];
    expect(await refusedWith('bob')).toBe(en['blocker.needsSelf']);
    expect(await refusedWith('eve')).toBe(en['blocker.notInTeam']);
    const records = inOrg(app.services.store, anOrgId('contoso'));
    await records.touch(teamMember, { teamId: platform, memberId: cy }, { isEnabled: false });
    expect(await refusedWith('cy')).toBe(en['blocker.notInTeam']);
    await records.touch(
      teamMember,
      { teamId: platform, memberId: cy },
      { isEnabled: true, leftOn: anInstant('2026-11-20T09:00:00Z') },
    );
    expect(await refusedWith('cy')).toBe(en['blocker.notInTeam']);
    await records.touch(teamMember, { teamId: platform, memberId: cy }, { leftOn: null });
  });

  it('shows a needed person who left the team as such', async () => {
    await change('bob', 'NEED', { neededId: cy });
    const key = { teamId: platform, memberId: cy };
    const records = inOrg(app.services.store, anOrgId('contoso'));
    await records.touch(teamMember, key, { leftOn: anInstant('2026-11-20T09:00:00Z') });
    expect((await itemFor('ann'))?.needed).toEqual({ memberId: cy, name: 'Cy', hasLeft: true });
    await records.touch(teamMember, key, { leftOn: null });
  });

  it('refuses changes of a resolved blocker, and of another blocker than the caller saw', async () => {
    await change('bob', 'RESOLVE');
    expect(await refusalOf(app, changeBlocker, inputOf('NEED', { neededId: cy }), 'bob')).toEqual([
      ...[409, 'BLOCKER_RESOLVED', en['error.BLOCKER_RESOLVED']],
    ]);
    await app.beatAt('2026-11-23T09:00:00Z');
    await blockedAs('bob', 'The printer', aDate('2026-11-23'));
    const stale = inputOf('RESOLVE', { since: aDate('2026-11-20') });
    expect(await refusalOf(app, changeBlocker, stale, 'bob')).toEqual([
      ...[409, 'BLOCKER_CHANGED', en['error.BLOCKER_CHANGED']],
    ]);
    expect((await itemFor('bob'))?.state).toBe('OPEN');
  });

  it('is for the owner, the needed person and admins only', async () => {
    const status = async (who: Person | null, action: InputOf<typeof changeBlocker>['action']) =>
      (await app.ask(who, changeBlocker, inputOf(action, { neededId: cy }))).status;
    expect(await status('cy', 'RESOLVE')).toBe(403);
    expect(await status('bob', 'ACKNOWLEDGE')).toBe(403);
    expect(await status('sam', 'RESOLVE')).toBe(404);
    expect(await status('zoe', 'RESOLVE')).toBe(404);
    expect(await status(null, 'RESOLVE')).toBe(401);
    expect(await status('ann', 'ACKNOWLEDGE')).toBe(200);
    const none = { ...inputOf('RESOLVE'), memberId: aMemberId('cy') };
    expect((await app.ask('ann', changeBlocker, none)).status).toBe(404);
  });

  it('made on the web is in the report at once', async () => {
    const blockedSince = async () =>
      (await app.get('cy', getReport, { teamId: platform, date: today })).reports[0]?.members.find(
        ({ memberId }) => memberId === bob,
      )?.blockedSince;
    expect(await blockedSince()).toBe('2026-11-20');
    await change('bob', 'RESOLVE');
    expect(await blockedSince()).toBeNull();
    await change('bob', 'REOPEN');
    expect(await blockedSince()).toBe('2026-11-20');
  });
});

describe('a blocker question with text', () => {
  it('blocks with any text, and with nothing without a text', async () => {
    const { questions } = meeting;
    const [done, plan] = questionIds(meeting);
    const own = await saveStandup(
      app,
      'ann',
      { team: 'platform', members: ['ann', 'bob'] },
      {
        ...{ name: 'Text', time: 10 * 60 + 10 },
        questions: [
          ...questions.filter(({ id }) => id === done || id === plan),
          { sequence: 3, type: 'TEXT', text: 'What blocks you?', isBlocker: true },
        ].map(({ sequence, type, text, ...rest }) => ({
          ...{ sequence, type: type as 'TEXT', text },
          isTimesheetQuestion: 'isTimesheetQuestion' in rest && rest.isTimesheetQuestion,
          isBlocker: rest.isBlocker,
        })),
      },
    );
    await app.beatAt('2026-11-20T09:10:00Z');
    const [first, second, third] = own.questions.map(({ id }) => id);
    if (first === undefined || second === undefined || third === undefined) throw new Error('Three questions.');
    const answers = { [first]: 'Parser', [second]: 'Printer' };
    const answerWith = (text: string) =>
      app.get('bob', saveAnswer, {
        ...{ meetingId: own.id, date: today, goals: [] },
        values: text === '' ? answers : { ...answers, [third]: text },
      });
    expect((await answerWith('')).answer.hasBlocker).toBe(false);
    expect((await answerWith('no')).answer.hasBlocker).toBe(true);
    const { items } = await listed('bob', { meetingId: own.id });
    expect(items.map(({ text, state }) => [text, state])).toEqual([['no', 'OPEN']]);
  });
});
