import en from '#contracts/text/en.json' with { type: 'json' };
import { saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { openDay } from '../../support/apps/standupDayAndValidCalls.ts';
import type { Day } from '../../support/apps/standupDayAndValidCalls.ts';
import { aMeetingDraft, aMemberId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { at, generic, noTexts, refusalOf } from '../../support/apps/refusalOfBadRequest.ts';
import type { Case } from '../../support/apps/refusalOfBadRequest.ts';
import { useTestApp } from '../../support/apps/testApp.ts';

const inEnglish = translateFor('en');

const app = useTestApp();
let day: Day;
beforeAll(async () => {
  day = await openDay(app());
});

describe('POST /api/meeting/save', () => {
  const refused = (change: object) => refusalOf(app(), saveMeeting, { ...aMeetingDraft({ name: 'New' }), ...change });
  const invalid = (message: string) => [400, 'INVALID_INPUT', message];
  const flags = ['sunday', 'monday', 'saturday', 'isReminderEnabled', 'isReportSummaryInChat'];
  const messages = ['firstReminderMessage', 'secondReminderMessage', 'publicBroadcastMessage'];
  const noDays = Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((item) => [item, false]),
  );

  // Compares with the validation messages of docs/product-rules.md (Screens, limits and texts).
  it.each([
    ['Please provide name.', { name: '' }],
    ['Please provide name.', { name: ' \u200b\u2800 ' }],
    ['Please provide name.', { name: undefined }],
    ['Please provide name.', { name: null }],
    ['Please select time.', { time: undefined }],
    ['Please select time.', { time: null }],
    ['Please select Days', noDays],
    ['Please provide timezone.', { timezone: '' }],
    ['Please provide timezone.', { timezone: undefined }],
    ['Please provide timezone.', { timezone: null }],
    ['Please add at least one member to schedule a report.', { members: [] }],
    ['Please add at least one member to schedule a report.', { members: undefined }],
    ['Question is required', { questions: [{ sequence: 1, text: '', type: 'TEXT' }] }],
    ['Question is required', { questions: [{ sequence: 1, text: '\t', type: 'TEXT' }] }],
    ['Question is required', { questions: [{ sequence: 1, type: 'TEXT' }] }],
    ['Type is required', { questions: [{ sequence: 1, text: 'Why?' }] }],
    ['Type is required', { questions: [{ sequence: 1, text: 'Why?', type: '' }] }],
  ])('reports: %s %j', async (message, change) => {
    expect(await refused(change)).toEqual(invalid(message));
  });

  it('reports of an edit without members: Please add at least one member to schedule a meeting.', async () => {
    expect(await refused({ ...day.own, members: [] })).toEqual(
      invalid('Please add at least one member to schedule a meeting.'),
    );
  });

  it.each([{}, { name: 'DAILY  Stand-Up ' }])('reports: Meeting name already exists. %j', async (change) => {
    expect(await refused({ ...aMeetingDraft(), ...change })).toEqual([
      409,
      'MEETING_NAME_EXISTS',
      'Meeting name already exists.',
    ]);
  });

  it.each<Case>([
    ...at('name', ['x'.repeat(101), 'x'.repeat(100_000)], en['invalid.tooLong']),
    ...at('name', ['a\u0000b', 'a\u0007b', 'a\nb', 'a\ud800b', 'a\ufffeb'], en['invalid.characters']),
    ...at(
      'name',
      noTexts.filter((noText) => noText !== null),
      en['invalid.text'],
    ),
    ...at('time', [-1, 1440, 1.5, '600', 1e300, Number.MAX_SAFE_INTEGER, true, [], {}], en['meeting.timeMissing']),
    ...at(
      'timezone',
      ['Mars/Olympus', '+02:00', 'UTC+2', 'europe berlin', '../etc', '__proto__', 'x'.repeat(65)],
      en['invalid.zone'],
    ),
    ...flags.flatMap((flag) => at(flag, ['true', 0, 1, null, [], {}], en['invalid.flag'])),
    ...messages.flatMap((field) => at(field, ['x'.repeat(501)], en['invalid.tooLong'])),
    ...messages.flatMap((field) => at(field, noTexts, en['invalid.text'])),
    ...at('reportSummaryTime', [4, 1381, -120, 1e9], inEnglish('meeting.windowRange')),
    ...at('reportSummaryTime', ['120', 1.5, null, []], en['invalid.number']),
    ...at(
      'reportSummaryEmail',
      ['x', 'a@b.co,', 'a@b.co;c@d.co', 'a@b.co\r\nBcc: x@y.z', ...noTexts].filter((noText) => noText !== 'a@b.co,'),
      en['invalid.email'],
    ),
    ...at('reportSummaryEmail', [Array.from({ length: 21 }, (_, n) => `p${n}@b.co`).join(',')], en['invalid.tooMany']),
    ...at('type', ['', 'standup', null, 1], en['invalid.choice']),
    ...at('interval', ['DAY', null], en['invalid.choice']),
    ...at('timeBasis', ['me', null], en['invalid.choice']),
    ...at('members', ['x', null, {}], en['meeting.membersMissing']),
    ...at('members', [['x'], [aMemberId('ann').toLowerCase()]], en['invalid.id']),
    ...at('members', [[aMemberId('nobody')]], en['meeting.memberUnknown']),
    ...at('members', [Array.from({ length: 1001 }, () => aMemberId('ann'))], en['invalid.tooMany']),
    ...at('members', [[null], [[]], [7]], generic('members.0')),
    ...at('channelId', ['19:nowhere@thread.tacv2'], en['meeting.channelUnknown']),
    ...at('channelId', ['a b', '😀'], en['invalid.text']),
    ...at('teamId', ['x'], en['invalid.id']),
    ...at('teamId', [undefined, ...noTexts], generic('teamId')),
    ...at('id', ['x', aTeamId().toLowerCase()], en['invalid.id']),
    ...at('questions', [undefined, null, [], {}, 'x'], en['meeting.questionsMissing']),
  ])('refuses %s %j', async (field, value, message) => {
    expect(await refused({ [field]: value })).toEqual(invalid(message));
  });

  const text = { sequence: 1, text: 'Why?', type: 'TEXT' };
  const options = { sequence: 1, text: 'Blocked?', type: 'OPTIONS', options: ['No', 'Yes'] };
  it.each<[MessageKey, readonly unknown[]]>([
    ['meeting.questionsTooMany', Array.from({ length: 21 }, (_, n) => ({ ...text, sequence: n + 1 }))],
    ['invalid.number', [{ ...text, sequence: 0 }]],
    ['invalid.number', [{ ...text, sequence: '1' }]],
    ['invalid.number', [{ ...text, sequence: null }]],
    ['meeting.questionOrder', [{ ...text, sequence: 2 }]],
    ['meeting.questionOrder', [text, text]],
    [
      'meeting.questionOrder',
      [
        { ...text, id: 'a' },
        { ...text, id: 'a', sequence: 2 },
      ],
    ],
    ['invalid.id', [{ ...text, id: 'a b' }]],
    ['question.textTooLong', [{ ...text, text: 'x'.repeat(301) }]],
    ['question.typeMissing', [{ ...text, type: 'STARS' }]],
    ['question.optionsOnText', [{ ...text, options: ['a', 'b'] }]],
    ['blocker.fillsTimesheet', [{ ...text, isBlocker: true, isTimesheetQuestion: true }]],
    ['question.blockerOnText', [{ ...text, type: 'DATE', isBlocker: true }]],
    ['question.optionsMissing', [{ ...options, options: ['Yes'] }]],
    ['question.optionsMissing', [{ ...options, options: undefined }]],
    ['question.optionsSame', [{ ...options, options: ['Yes', 'yes'] }]],
    ['question.optionMissing', [{ ...options, options: ['Yes', ' '] }]],
    ['question.optionTooLong', [{ ...options, options: ['Yes', 'x'.repeat(101)] }]],
    ['question.optionsTooMany', [{ ...options, options: Array.from({ length: 21 }, (_, n) => `o${n}`) }]],
    ['invalid.list', [{ ...options, options: 'Yes' }]],
    ['question.timesheetOnOptions', [{ ...options, isTimesheetQuestion: true }]],
    ['question.blockingMissing', [{ ...options, isBlocker: true }]],
    ['question.blockingUnknown', [{ ...options, isBlocker: true, blockingOptions: ['Maybe'] }]],
    ['invalid.flag', [{ ...options, isBlocker: 'true' }]],
    ['meeting.oneTimesheetQuestion', [1, 2].map((sequence) => ({ ...text, sequence, isTimesheetQuestion: true }))],
  ])('reports %s for bad questions', async (key, questions) => {
    expect(await refused({ questions })).toEqual(invalid(inEnglish(key)));
  });

  it.each([
    [{ questions: [null] }, 'questions.0'],
    [{ questions: ['x'] }, 'questions.0'],
    [{ questions: [[]] }, 'questions.0'],
    [{ id: null }, 'id'],
    [{ id: 7 }, 'id'],
    [{ rev: 0 }, 'rev'],
    [{ rev: '1' }, 'rev'],
  ])('refuses %j and names the field', async (change, field) => {
    expect(await refused(change)).toEqual(invalid(generic(field)));
  });

  it.each([
    ['meeting.teamFixed', { teamId: aTeamId('sales') }],
    ['meeting.typeFixed', { type: 'RETRO' }],
  ] as const)('reports %s of an edit', async (key, change) => {
    const [status, code, message] = await refused({ ...day.own, ...change });
    // The caller cannot see the other team, so the reply must not mention the move to it.
    expect([status, code, message]).toEqual(
      key === 'meeting.teamFixed' ? [404, 'NOT_FOUND', en['error.NOT_FOUND']] : [400, 'INVALID_INPUT', inEnglish(key)],
    );
  });

  it('informs the sender of an old revision that a person changed the report', async () => {
    expect(await refused({ ...day.own, name: 'Renamed', rev: 99 })).toEqual([
      409,
      'MEETING_CHANGED',
      en['error.MEETING_CHANGED'],
    ]);
  });
});
