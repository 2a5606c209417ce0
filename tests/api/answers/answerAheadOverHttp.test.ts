import { getCard, saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { getReport } from '#contracts/reports/dailyReport.ts';
import { saveStandup, today, valuesOf } from '../../support/apps/standupDayAndValidCalls.ts';
import { aDate, aMeetingId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { refusalOf } from '../../support/apps/refusalOfBadRequest.ts';
import { startTestApp } from '../../support/apps/testApp.ts';
import type { Person, TestApp } from '../../support/apps/testApp.ts';

// Tests the card and the answer of a run that has not opened, over HTTP. It is Friday, 09:00 in Berlin; the run opens
// there at 10:00.

const monday = aDate('2026-11-23');
let app: TestApp;
afterEach(() => app.stop());

const begin = async (change: Parameters<typeof saveStandup>[3] = {}) => {
  app = await startTestApp();
  const meeting = await saveStandup(app, 'ann', { team: 'platform', members: ['ann', 'bob'] }, change);
  const input = { meetingId: meeting.id, date: today };
  return { meeting, input, answer: { ...input, values: valuesOf(meeting) } };
};

it('is requested, given, edited and counted, and its author gets no message', async () => {
  const { input, answer, meeting } = await begin();
  expect(await app.get('bob', getCard, input)).toMatchObject({ state: 'AHEAD', occurrenceState: null, next: null });
  const reply = await app.get('bob', saveAnswer, answer);
  expect(reply).toMatchObject({ answer: { isAhead: true, editedAt: null }, next: null });
  // The stored link to the planned run (`givenTo`) is internal, so no reply may contain it.
  expect(Object.keys(reply.answer)).not.toContain('givenTo');
  const edited = await app.get('bob', saveAnswer, { ...answer, values: valuesOf(meeting, { done: 'More' }) });
  expect(edited.answer.values).toEqual(valuesOf(meeting, { done: 'More' }));
  await app.beatAt('2026-11-20T09:00:00Z');
  expect(app.connector.of('send')).toHaveLength(1);
  const report = await app.get('bob', getReport, { teamId: aTeamId('platform'), date: today });
  expect(report.reports[0]).toMatchObject({ membersAnswered: 1, owes: false, canEdit: true });
});

it('names the next run while it can be answered ahead', async () => {
  const { input, answer } = await begin({ saturday: true });
  await app.beatAt('2026-11-20T09:00:00Z');
  const next = { date: '2026-11-21', opensAt: '2026-11-21T09:00:00.000Z' };
  expect(await app.get('bob', saveAnswer, answer)).toMatchObject({ next });
  expect(await app.get('bob', getCard, input)).toMatchObject({ state: 'ANSWERED', next });
  await app.get('bob', saveAnswer, { ...answer, date: aDate('2026-11-21') });
  expect(await app.get('bob', getCard, input)).toMatchObject({ state: 'ANSWERED', next: null });
});

it('shows and accepts nothing without a session', async () => {
  const { input, answer } = await begin();
  for (const reply of [await app.ask(null, getCard, input), await app.ask(null, saveAnswer, answer)])
    expect(reply.envelope).toMatchObject({ errorCode: 'UNAUTHENTICATED' });
});

it.each<[string, Person, string]>([
  ['somebody of the team whom the report does not ask', 'cy', 'NOT_ASKED'],
  ['somebody of another team', 'eve', 'NOT_FOUND'],
  ['somebody of another organisation', 'zoe', 'NOT_FOUND'],
])('%s is refused', async (_what, who, errorCode) => {
  const { input, answer } = await begin();
  const before = await app.dump();
  expect((await app.ask(who, getCard, input)).envelope).toMatchObject({ errorCode });
  expect((await app.ask(who, saveAnswer, answer)).envelope).toMatchObject({ errorCode });
  expect(await app.dump()).toEqual(before);
});

it('invalid input changes nothing', async () => {
  const { input, answer, meeting } = await begin();
  const refused = async (endpoint: typeof getCard | typeof saveAnswer, change: object): Promise<string | null> =>
    (await refusalOf(app, endpoint, { ...(endpoint === getCard ? input : answer), ...change }))[1];
  // Monday's run is planned but opens more than 24 hours later, and Saturday has no run, so an answer ahead to either
  // of them is refused.
  for (const endpoint of [getCard, saveAnswer]) {
    expect(await refused(endpoint, { date: monday })).toBe('RUN_NOT_OPEN');
    expect(await refused(endpoint, { date: aDate('2026-11-21') })).toBe('RUN_NOT_OPEN');
    expect(await refused(endpoint, { date: aDate('2026-11-19') })).toBe('RUN_CLOSED');
    expect(await refused(endpoint, { date: '2026-02-30' })).toBe('INVALID_INPUT');
    expect(await refused(endpoint, { meetingId: aMeetingId('nowhere') })).toBe('NOT_FOUND');
  }
  expect(await refused(saveAnswer, { values: { ...valuesOf(meeting), nothing: 'x' } })).toBe('QUESTION_UNKNOWN');
  expect(await refused(saveAnswer, { values: {} })).toBe('INVALID_INPUT');
});
