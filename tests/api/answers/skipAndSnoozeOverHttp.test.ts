import { getCard, saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { whyMember } from '#contracts/reports/whyPromptedOrNot.ts';
import { skipRun, snoozeRun } from '#contracts/answers/skipAndSnoozeCalls.ts';
import { orgSettings } from '#contracts/organisations/organisationCalls.ts';
import { getReport } from '#contracts/reports/dailyReport.ts';
import { saveStandup, today, valuesOf } from '../../support/apps/standupDayAndValidCalls.ts';
import { aMeetingId, aMemberId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { refusalOf } from '../../support/apps/refusalOfBadRequest.ts';
import { requestOf, useTestApp } from '../../support/apps/testApp.ts';
import { bearer } from '../../support/http/rawHttpClient.ts';

// Tests skips and snoozes over HTTP while the real engine sends. The run opens at 09:10 in Berlin.

const app = useTestApp();
let meeting: Meeting;
const run = () => ({ meetingId: meeting.id, date: today });
const why = async (name: 'ann' | 'bob') => {
  const { reason, text, messages } = await app().get(name, whyMember, {
    meetingId: meeting.id,
    memberId: aMemberId(name),
  });
  return { reason, text, kinds: messages.map(({ kind, reason: of }) => `${kind} ${of ?? 'SENT'}`) };
};

beforeAll(async () => {
  const draft = { time: 9 * 60 + 10, timeBasis: 'MEETING' as const };
  meeting = await saveStandup(app(), 'ann', { team: 'platform', members: ['ann', 'bob'] }, draft);
});

it('refuses both before the run has opened', async () => {
  for (const refused of [
    await refusalOf(app(), skipRun, run(), 'ann'),
    await refusalOf(app(), snoozeRun, { ...run(), length: 'HALF_HOUR' }, 'ann'),
  ])
    expect(refused.slice(0, 2)).toEqual([409, 'RUN_NOT_OPEN']);
});

it.each([
  ['skip', skipRun, {}],
  ['snooze', snoozeRun, { length: 'HALF_HOUR' }],
] as const)('refuses a %s of strangers and with bad input', async (_name, endpoint, fields) => {
  await app().beatAt('2026-11-20T08:10:00Z');
  const refused = async (change: object, who: Parameters<typeof refusalOf>[3]) =>
    (await refusalOf(app(), endpoint, { ...run(), ...fields, ...change }, who)).slice(0, 2);
  expect((await app().ask(null, endpoint, { ...run(), ...fields })).status).toBe(401);
  expect(await refused({}, 'sam')).toEqual([404, 'NOT_FOUND']);
  expect(await refused({}, 'eve')).toEqual([404, 'NOT_FOUND']);
  expect(await refused({ meetingId: aMeetingId('none') }, 'ann')).toEqual([404, 'NOT_FOUND']);
  expect(await refused({ date: 'today' }, 'ann')).toEqual([400, 'INVALID_INPUT']);
});

it('names the field of a reason of 10 kB and of an unknown length', async () => {
  const pathOf = async (endpoint: typeof skipRun | typeof snoozeRun, fields: object) => {
    const request = requestOf(endpoint, { ...run(), ...fields });
    const headers = { ...request.headers, ...bearer(await app().token('ann')) };
    const { status, envelope } = await app().send({ ...request, headers });
    return [status, 'path' in envelope ? envelope.path : null];
  };
  expect(await pathOf(skipRun, { reason: 'x'.repeat(10_240) })).toEqual([400, ['reason']]);
  expect(await pathOf(snoozeRun, { length: 'FOR_EVER' })).toEqual([400, ['length']]);
});

it('explains a snoozed prompt and sends it again', async () => {
  const { until } = await app().get('ann', snoozeRun, { ...run(), length: 'HALF_HOUR' });
  expect(until).toBe('2026-11-20T08:40:00.000Z');
  expect(await why('ann')).toMatchObject({
    text: 'You were asked in the personal chat on 20 Nov 2026 at 09:10 (Europe/Berlin). You snoozed the questions and get them again at 09:40 (Europe/Berlin).',
    kinds: ['PROMPT SENT', 'SNOOZED_PROMPT NOT_YET', 'FIRST_REMINDER NOT_YET', 'SECOND_REMINDER NOT_YET'],
  });
  const report = await app().get('bob', getReport, { teamId: aTeamId('platform'), meetingId: meeting.id, date: today });
  expect(report.reports[0]?.members.find(({ memberId }) => memberId === aMemberId('ann'))).toMatchObject({
    state: 'OPEN',
    snoozedUntil: until,
  });
  await app().beatAt('2026-11-20T08:40:00Z');
  expect((await why('ann')).kinds[1]).toBe('SNOOZED_PROMPT SENT');
});

it('explains a skip with its reason, shows it in the report, and lets the member answer after all', async () => {
  const { card, reason } = await app().get('ann', skipRun, { ...run(), reason: 'At the dentist' });
  expect([reason, JSON.stringify(card)]).toEqual(['At the dentist', expect.stringContaining('"verb":"edit"')]);
  expect(await why('ann')).toMatchObject({
    text: expect.stringContaining('You skipped this run at 09:40 (Europe/Berlin). Reason: At the dentist') as string,
    kinds: ['PROMPT SENT', 'SNOOZED_PROMPT SENT', 'FIRST_REMINDER SKIPPED', 'SECOND_REMINDER SKIPPED'],
  });
  const shown = await app().get('ann', getCard, { meetingId: meeting.id, date: today });
  expect(shown.state).toBe('SKIPPED');
  expect((await app().get('ann', getCard, { ...run(), edit: 'true' })).state).toBe('OPEN');
  const refused = await refusalOf(app(), snoozeRun, { ...run(), length: 'HALF_HOUR' }, 'ann');
  expect(refused.slice(0, 2)).toEqual([409, 'RUN_SKIPPED']);
  await app().get('ann', saveAnswer, { ...run(), values: valuesOf(meeting) });
  const report = await app().get('bob', getReport, { teamId: aTeamId('platform'), meetingId: meeting.id, date: today });
  expect(report.reports[0]).toMatchObject({ membersAnswered: 1, totalMembers: 2 });
  expect((await refusalOf(app(), skipRun, run(), 'ann')).slice(0, 2)).toEqual([409, 'RUN_ANSWERED']);
});

it('is refused after an admin has switched skips off', async () => {
  const { maySkip } = await app().get('ann', orgSettings, { maySkip: false });
  expect(maySkip).toBe(false);
  expect((await refusalOf(app(), skipRun, run(), 'bob')).slice(0, 2)).toEqual([409, 'SKIP_OFF']);
  const card = JSON.stringify((await app().get('bob', getCard, run())).card);
  expect([card.includes('"verb":"skip"'), card.includes('"verb":"snooze"')]).toEqual([false, true]);
});
