import en from '#contracts/text/en.json' with { type: 'json' };
import { getMeeting, isMeetingNameExists, saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { cancelToday, deactivateMeeting, deleteMeeting } from '#contracts/meetings/meetingStateCallsAndEditConflict.ts';
import { resolveBlocker } from '#contracts/blockers/blockerCalls.ts';
import { getReport } from '#contracts/reports/dailyReport.ts';
import { saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { teamChannels } from '#contracts/teamsSync/listTeamChannels.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { channel } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { saveStandup, today, valuesOf } from '../../support/apps/standupDayAndValidCalls.ts';
import { aMeetingDraft, aMemberId, anOrgId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { refusalOf } from '../../support/apps/refusalOfBadRequest.ts';
import { channelThread } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { useTestApp } from '../../support/apps/testApp.ts';

const inEnglish = translateFor('en');

// Tests invalid input: each error has the text of its field, and the store does not change.

const app = useTestApp();
let saved: Meeting;
beforeAll(async () => {
  saved = await saveStandup(app(), 'bob', { team: 'platform', members: ['ann', 'bob'] }, { name: 'Daily stand-up' });
  await app().beatAt('2026-11-20T08:01:00Z');
});

beforeEach(() => app().beat());

const draft = (change: object = {}) => ({
  ...aMeetingDraft({ teamId: aTeamId('platform'), members: [aMemberId('ann'), aMemberId('bob')], name: 'New' }),
  ...change,
});
const asks = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ sequence: index + 1, text: `Q${index}`, type: 'TEXT' }));
const choice = (options: readonly string[], more: object = {}) => ({
  questions: [{ sequence: 1, text: 'Which?', type: 'OPTIONS', options, ...more }],
});
const asking = (type: string, more: object = {}) => ({ questions: [{ sequence: 1, text: 'Which?', type, ...more }] });
const noDays = { monday: false, tuesday: false, wednesday: false, thursday: false, friday: false };

describe.each([
  ['a new report', () => ({})],
  ['an edit', () => ({ id: saved.id, rev: saved.rev })],
])('%s', (_what, base) => {
  it.each<[string, object, string]>([
    ['an unknown zone', { timezone: 'Mars/Olympus' }, en['invalid.zone']],
    ['no zone', { timezone: '' }, en['meeting.zoneMissing']],
    ['no weekday', noDays, en['meeting.daysMissing']],
    ['somebody of another team', { members: [aMemberId('ann'), aMemberId('sam')] }, en['meeting.memberUnknown']],
    ['somebody of another organisation', { members: [aMemberId('zoe')] }, en['meeting.memberUnknown']],
    ['200 questions', { questions: asks(200) }, inEnglish('meeting.questionsTooMany')],
    ['21 questions', { questions: asks(21) }, inEnglish('meeting.questionsTooMany')],
    ['no question', { questions: [] }, en['meeting.questionsMissing']],
    ['options of 2,000 characters', choice(['x'.repeat(2000), 'y']), inEnglish('question.optionTooLong')],
    [
      'a question of 2,000 characters',
      { questions: [{ sequence: 1, text: 'x'.repeat(2000), type: 'TEXT' }] },
      inEnglish('question.textTooLong'),
    ],
    [
      '200 options',
      choice(Array.from({ length: 200 }, (_, index) => `O${index}`)),
      inEnglish('question.optionsTooMany'),
    ],
    ['options that are the same', choice(['Yes', 'No', 'Yes']), en['question.optionsSame']],
    ['options the same but for case', choice(['Yes', 'No', 'yes']), en['question.optionsSame']],
    ['options the same but for blanks', choice(['Yes', ' Yes ']), en['question.optionsSame']],
    ['one option', choice(['Yes']), en['question.optionsMissing']],
    ['an empty option', choice(['Yes', ' ']), en['question.optionMissing']],
    ['a blocker without a blocking option', choice(['Yes', 'No'], { isBlocker: true }), en['question.blockingMissing']],
    [
      'an invalid blocking option',
      choice(['Yes', 'No'], { isBlocker: true, blockingOptions: ['Maybe'] }),
      en['question.blockingUnknown'],
    ],
    ['an unknown type', asking('STARS'), en['question.typeMissing']],
    ['a scale without labels', asking('SCALE', { lowLabel: ' ', highLabel: 'Good' }), en['question.labelMissing']],
    [
      'a label of 41 characters',
      asking('SCALE', { lowLabel: 'x'.repeat(41), highLabel: 'Good' }),
      inEnglish('question.labelTooLong'),
    ],
    ['a unit of 21 characters', asking('NUMBER', { unit: 'x'.repeat(21) }), inEnglish('question.unitTooLong')],
    [
      '11 options of which several count',
      asking('MULTIPLE', { options: Array.from({ length: 11 }, (_, index) => `O${index}`) }),
      inEnglish('question.multipleTooMany'),
    ],
    ['one option of which several count', asking('MULTIPLE', { options: ['A'] }), en['question.optionsMissing']],
    ['a blocker that is a date', asking('DATE', { isBlocker: true }), en['question.blockerOnText']],
    ['a number with options', asking('NUMBER', { options: ['1'] }), en['question.optionsOnText']],
    ['a date for the timesheet', asking('DATE', { isTimesheetQuestion: true }), en['question.timesheetOnOptions']],
    ['a wrong address in the list', { reportSummaryEmail: 'ann@example.test, bob@' }, en['invalid.email']],
    ['a list of people with names', { reportSummaryEmail: 'Ann <ann@example.test>' }, en['invalid.email']],
    ['a channel of another team', { channelId: channelThread('sales') }, en['meeting.channelUnknown']],
    ['no name', { name: ' ' }, en['meeting.nameMissing']],
    ['no time', { time: null }, en['meeting.timeMissing']],
  ])('with %s is refused in the words of the field', async (_name, change, message) => {
    expect(await refusalOf(app(), saveMeeting, { ...draft(base()), ...change })).toEqual([
      400,
      'INVALID_INPUT',
      message,
    ]);
  });
});

it('without members reports the same errors as the form', async () => {
  const refusalWith = (message: string) => [400, 'INVALID_INPUT', message];
  expect(await refusalOf(app(), saveMeeting, draft({ members: [] }))).toEqual(
    refusalWith(en['meeting.membersMissing']),
  );
  const edit = { ...draft({ id: saved.id }), members: [] };
  expect(await refusalOf(app(), saveMeeting, edit)).toEqual(refusalWith(en['meeting.membersMissingOnEdit']));
});

describe('a name', () => {
  it.each([
    ...['Daily stand-up', 'DAILY STAND-UP', '  daily   stand-up ', 'Daily standup', 'Daily Stand up', 'daily-stand-up'],
    ...[
      'Daily stand\u2010up',
      'Daily stand\u2013up',
      'Dai\u00adly stand-up',
      'Daily\u00a0stand-up',
      '\uff24aily stand-up',
    ],
  ])('%j is taken', async (name) => {
    expect(await refusalOf(app(), saveMeeting, draft({ name }))).toEqual([
      ...[409, 'MEETING_NAME_EXISTS', 'Meeting name already exists.'],
    ]);
    const request = { teamId: aTeamId('platform'), name };
    expect(await app().get('bob', isMeetingNameExists, request)).toEqual({ isExists: true });
    expect(await app().get('bob', isMeetingNameExists, { ...request, meetingId: saved.id })).toEqual({
      isExists: false,
    });
  });

  it('asked for twice at once is given once', async () => {
    const names = ['Two at once', 'two  AT-once', 'TwoAtOnce', 'two\u2013at once'];
    const replies = await Promise.all(names.map((name) => app().ask('bob', saveMeeting, draft({ name }))));
    expect(replies.map((reply) => reply.envelope.errorCode).sort()).toEqual([
      ...['MEETING_NAME_EXISTS', 'MEETING_NAME_EXISTS', 'MEETING_NAME_EXISTS', null],
    ]);
  });

  it('a name of nothing but hyphens counts as a name of its own', async () => {
    await app().get('bob', saveMeeting, draft({ name: '--' }));
    expect(await app().get('bob', isMeetingNameExists, { teamId: aTeamId('platform'), name: '-' })).toEqual({
      isExists: false,
    });
  });

  it('is free again once its report is deleted', async () => {
    const { id } = await app().get('bob', saveMeeting, draft({ name: 'Short lived' }));
    await app().get('bob', deleteMeeting, { meetingId: id });
    expect(await app().get('bob', saveMeeting, draft({ name: 'SHORT-LIVED' }) as never)).toMatchObject({ rev: 1 });
    expect((await app().ask('bob', getMeeting, { meetingId: id })).status).toBe(404);
  });
});

it('HTML in every text is kept as the text it is', async () => {
  const html = '<img src=x onerror=alert(1)><b>&amp;</b>';
  const texts = {
    ...{ name: html, firstReminderMessage: html, secondReminderMessage: html, publicBroadcastMessage: html },
    questions: [
      { sequence: 1, text: html, type: 'TEXT' },
      { sequence: 2, text: 'Which?', type: 'OPTIONS', options: [html, 'No'], isBlocker: true, blockingOptions: [html] },
    ],
  };
  const { id } = await app().get('bob', saveMeeting, draft(texts));
  const read = await app().get('bob', getMeeting, { meetingId: id });
  expect(read).toMatchObject(texts);
  await app().get('bob', deleteMeeting, { meetingId: id });
});

describe.each([
  ['deactivate', deactivateMeeting, { flag: 'true' }],
  ['delete', deleteMeeting, {}],
  ['cancelToday', cancelToday, {}],
  ['resolveBlocker', resolveBlocker, { memberId: aMemberId('bob') }],
] as const)('%s', (_name, endpoint, more) => {
  it('rejects an invalid id', async () => {
    expect(await refusalOf(app(), endpoint, { meetingId: 'x', ...more })).toEqual([
      400,
      'INVALID_INPUT',
      en['invalid.id'],
    ]);
  });
});

it('rejects a cancellation with an invalid date', async () => {
  expect(await refusalOf(app(), cancelToday, { meetingId: saved.id, date: '2026-02-30' })).toEqual([
    400,
    'INVALID_INPUT',
    en['invalid.date'],
  ]);
});

it('rejects an invalid flag', async () => {
  expect(await refusalOf(app(), deactivateMeeting, { meetingId: saved.id, flag: 'maybe' })).toEqual([
    400,
    'INVALID_INPUT',
    en['invalid.flag'],
  ]);
});

it('a blocker of an unknown person is not found', async () => {
  const reply = await app().ask('ann', resolveBlocker, { meetingId: saved.id, memberId: aMemberId('sam') });
  expect(reply.status).toBe(404);
  expect((await app().ask('cy', resolveBlocker, { meetingId: saved.id, memberId: aMemberId('bob') })).status).toBe(403);
});

it('a saved report reports which of its runs is under way, and that a change leaves it as it is', async () => {
  const open = await saveStandup(
    app(),
    'bob',
    { team: 'platform', members: ['ann', 'bob'] },
    { name: 'Open now', time: 9 * 60 + 5 },
  );
  expect((await app().get('cy', getMeeting, { meetingId: open.id })).openRuns).toEqual([]);
  await app().beatAt('2026-11-20T08:05:00Z');
  const read = await app().get('cy', getMeeting, { meetingId: open.id });
  const run = { date: '2026-11-20', opensAt: '2026-11-20T08:05:00.000Z', closesAt: '2026-11-20T10:05:00.000Z' };
  expect(read.openRuns).toEqual([{ ...run, asked: 2, answered: 0 }]);
  const { runs } = await app().get('bob', saveMeeting, { ...read, time: 600 });
  expect(runs).toEqual([
    {
      ...{ ...run, asked: 2, answered: 0, effect: 'UNCHANGED' },
      text: 'The run of 20 Nov 2026 that is open now goes on as it began: 0 of 2 have answered. The change counts from the next run.',
    },
  ]);
});

it('a member removed from a report during a run is not awaited, and the run completes without them', async () => {
  const open = await saveStandup(
    app(),
    'bob',
    { team: 'platform', members: ['bob', 'cy'] },
    { name: 'Taken off', time: 9 * 60 + 6 },
  );
  await app().beatAt('2026-11-20T08:06:00Z');
  await app().get('bob', saveAnswer, { meetingId: open.id, date: today, values: valuesOf(open), goals: [] });
  const read = await app().get('bob', getMeeting, { meetingId: open.id });
  const { runs } = await app().get('bob', saveMeeting, { ...read, members: [aMemberId('bob')] });
  expect(runs).toEqual([]);
  const { reports } = await app().get('bob', getReport, { teamId: open.teamId, meetingId: open.id, date: today });
  expect(reports).toMatchObject([{ state: 'COMPLETED', reason: 'ALL_ANSWERED', totalMembers: 1 }]);
});

describe('the channels of a team', () => {
  it('are General, in words, and the others by name; deleted ones are left out', async () => {
    const records = inOrg(app().services.store, anOrgId('contoso'));
    const teamId = aTeamId('platform');
    for (const [name, isDeleted] of [
      ['beta', false],
      ['Alpha', false],
      ['gone', true],
    ] as const) {
      const threadId = channelThread(name);
      await records.touch(channel, { teamId, threadId }, { threadId, name, isGeneral: false, isDeleted });
    }
    expect(await app().get('cy', teamChannels, { teamId })).toEqual([
      { id: channelThread('platform'), name: 'General', isGeneral: true },
      { id: channelThread('Alpha'), name: 'Alpha', isGeneral: false },
      { id: channelThread('beta'), name: 'beta', isGeneral: false },
    ]);
    expect(await refusalOf(app(), teamChannels, { teamId: 'x' })).toEqual([400, 'INVALID_INPUT', en['invalid.id']]);
    for (const who of ['sam', 'zoe'] as const)
      expect((await app().ask(who, teamChannels, { teamId })).status).toBe(404);
  });
});
