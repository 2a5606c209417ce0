import en from '#contracts/text/en.json' with { type: 'json' };
import { login } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { getCard, saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { Endpoint } from '#contracts/core/endpoint.ts';
import { isMeetingNameExists } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { getReport } from '#contracts/reports/dailyReport.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { apiCalls, openDay, questionIds, today, valuesOf } from '../../support/apps/standupDayAndValidCalls.ts';
import type { Day } from '../../support/apps/standupDayAndValidCalls.ts';
import { aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { at, generic, noTexts, refusalOf } from '../../support/apps/refusalOfBadRequest.ts';
import type { Case } from '../../support/apps/refusalOfBadRequest.ts';
import { passwordOf, useTestApp } from '../../support/apps/testApp.ts';

const app = useTestApp();
let day: Day;
beforeAll(async () => {
  day = await openDay(app());
});

const refused = (endpoint: Endpoint, input: object) => refusalOf(app(), endpoint, input);

describe('POST /api/account/login', () => {
  const right = { email: 'bob@example.test', password: passwordOf('bob') };
  const noEmail = en['invalid.email'];

  it.each<Case>([
    ...at(
      'email',
      [undefined, '', ' ', 'bob', 'bob@', '@x.test', 'a b@x.test', 'x@y.test\r\nBcc: z@y.test', ...noTexts],
      noEmail,
    ),
    ...at('email', [`${'x'.repeat(65)}@x.test`, `${'x'.repeat(60)}@${'y'.repeat(200)}.test`], noEmail),
    ...at('password', [undefined, '', ...noTexts], en['account.passwordMissing']),
    ...at('password', ['x'.repeat(1001)], en['invalid.tooLong']),
    ...at('password', ['a\ud800'], en['invalid.characters']),
  ])('refuses %s %j', async (field, value, message) => {
    expect(await refused(login, { ...right, [field]: value })).toEqual([400, 'INVALID_INPUT', message]);
  });

  it.each([{ email: 'nobody@example.test' }, { password: 'wrong' }, { password: `${right.password} ` }])(
    'gives the same response to %j',
    async (wrong) => {
      const expected = [401, 'INVALID_CREDENTIALS', en['error.INVALID_CREDENTIALS']];
      expect(await refused(login, { ...right, ...wrong })).toEqual(expected);
    },
  );
});

describe('ids in a path', () => {
  const ids = [
    'x',
    'null',
    '1e999',
    '0',
    '__proto__',
    '../../x',
    "' or 1=1",
    '\u0000',
    '😀',
    aTeamId().toLowerCase(),
    `${aTeamId()}0`,
  ];
  const byPath = apiCalls.flatMap(({ endpoint, input, finds }) =>
    finds
      .filter((key) => endpoint.path.includes(`{${key}}`))
      .map((key) => [endpoint.path, key, endpoint, input] as const),
  );

  it.each(byPath)('the path of %s with an invalid %s is refused', async (_path, key, endpoint, input) => {
    for (const id of ids)
      expect([id, ...(await refused(endpoint, { ...(input(day) as object), [key]: id }))]).toEqual([
        id,
        400,
        'INVALID_INPUT',
        en['invalid.id'],
      ]);
  });
});

describe('POST /api/meeting/answer', () => {
  const sent = (change: object) => ({ meetingId: day.own.id, date: today, values: valuesOf(day.own), ...change });

  it.each<Case>([
    ...at(
      'date',
      ['2026-02-30', '2026-13-01', '2025-02-29', '20.11.2026', 'today', '', '2026-11-20T10:00:00Z'],
      en['invalid.date'],
    ),
    ...at('date', [undefined, ...noTexts], generic('date')),
    ...at('meetingId', ['x'], en['invalid.id']),
    ...at('meetingId', [undefined, ...noTexts], generic('meetingId')),
    ...at('values', [undefined, null, [], 'x', 7], generic('values')),
    ...at('goals', ['x', {}, null], en['invalid.list']),
    ...at('goals', [['x'], ['__proto__']], en['invalid.id']),
    ...at('goals', [Array.from({ length: 21 }, () => '0123456789abcdef')], en['invalid.tooMany']),
    ...at('goals', [[7], [null]], generic('goals.0')),
  ])('refuses %s %j', async (field, value, message) => {
    expect(await refused(saveAnswer, sent({ [field]: value }))).toEqual([400, 'INVALID_INPUT', message]);
  });

  const answering = (change: (ids: ReturnType<typeof questionIds>) => object) =>
    refused(saveAnswer, sent({ values: { ...valuesOf(day.own), ...change(questionIds(day.own)) } }));

  it('names the question that was not answered', async () => {
    for (const empty of ['', '  ', '\n'])
      expect(await answering(([done]) => ({ [done]: empty }))).toEqual([
        400,
        'INVALID_INPUT',
        en['answer.required'].replace('{question}', 'What did you get done?'),
      ]);
  });

  it.each<[MessageKey, unknown]>([
    ['invalid.tooLong', 'x'.repeat(20_001)],
    ['invalid.characters', 'a\u0000b'],
    ['invalid.characters', 'a\ud800'],
    ['invalid.text', 7],
    ['invalid.text', null],
    ['invalid.text', ['x']],
    ['invalid.text', {}],
  ])('reports %s for the answer %j', async (key, value) => {
    expect(await answering(([done]) => ({ [done]: value }))).toEqual([400, 'INVALID_INPUT', en[key]]);
  });

  it('names the question, the length and the limit of a text that is too long', async () => {
    const sentence =
      'The answer to “What did you get done?” has 2,001 characters; at most 2,000 are possible. Please shorten it.';
    const long = answering(([done]) => ({ [done]: 'x'.repeat(2001) }));
    expect(await long).toEqual([400, 'INVALID_INPUT', sentence]);
  });

  it('refuses a value outside the options, and questions that were not asked', async () => {
    expect(await answering(([, , blocked]) => ({ [blocked]: 'Maybe' }))).toEqual([
      400,
      'INVALID_INPUT',
      en['invalid.choice'],
    ]);
    for (const id of ['nobody', 'constructor', 'toString'])
      expect(await answering(() => ({ [id]: 'x' }))).toEqual([409, 'QUESTION_UNKNOWN', en['error.QUESTION_UNKNOWN']]);
    expect(await answering(() => ({ 'a b': 'x' }))).toEqual([400, 'INVALID_INPUT', en['error.QUESTION_UNKNOWN']]);
  });

  it.each([
    ['RUN_NOT_OPEN', '2026-11-24'],
    ['RUN_NOT_OPEN', '2031-01-01'],
    ['RUN_NOT_OPEN', '9999-12-31'],
    ['RUN_CLOSED', '2026-11-19'],
    ['RUN_CLOSED', '0000-01-01'],
  ] as const)('reports %s of %s', async (code, date) => {
    expect(await refused(saveAnswer, sent({ date }))).toEqual([409, code, en[`error.${code}`]]);
    expect(await refused(getCard, { meetingId: day.own.id, date })).toEqual([409, code, en[`error.${code}`]]);
  });
});

describe('the rest of the queries', () => {
  it.each(['2026-02-30', '2026-2-3', 'x', '', '2026-11-20T10:00:00'])('card refuses the date %j', async (date) => {
    expect(await refused(getCard, { meetingId: day.own.id, date })).toEqual([400, 'INVALID_INPUT', en['invalid.date']]);
  });

  it('card refuses an edit flag that is neither true nor false', async () => {
    expect(await refused(getCard, { meetingId: day.own.id, edit: '1' })).toEqual([
      400,
      'INVALID_INPUT',
      generic('edit'),
    ]);
  });

  it.each([
    ...[
      '2026-02-30',
      '2026-13-01',
      '2025-02-29',
      '2026-11-20T25:00:00Z',
      '2026-02-30T10:00:00Z',
      '2026-11-20T10:00:00',
    ],
    ...[
      '2026-02-30T10:00:00+02:00',
      '2026-11-20T10:00:00+99:00',
      '20261120',
      'today',
      '',
      '1e999',
      '2026-11-20 10:00:00Z',
    ],
    ...['-000001-01-01T00:00:00Z', '+012026-11-20T10:00:00Z', '2026-11-20T10:00:00 02:00'],
  ])('report refuses the date %j', async (date) => {
    expect(await refused(getReport, { teamId: day.own.teamId, date })).toEqual([
      400,
      'INVALID_INPUT',
      en['invalid.date'],
    ]);
  });

  it.each([
    [' ', en['meeting.nameMissing']],
    ['\u200b', en['meeting.nameMissing']],
    ['x'.repeat(101), en['invalid.tooLong']],
    ['a\u0000b', en['invalid.characters']],
    ['a\nb', en['invalid.characters']],
  ])('name check refuses %j', async (name, message) => {
    expect(await refused(isMeetingNameExists, { teamId: day.own.teamId, name })).toEqual([
      400,
      'INVALID_INPUT',
      message,
    ]);
  });
});
