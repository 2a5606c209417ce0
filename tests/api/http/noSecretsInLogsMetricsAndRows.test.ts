import { login } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { getCard, saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { isMeetingNameExists, saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { getReport } from '#contracts/reports/dailyReport.ts';
import { questionIds, saveStandup, today, valuesOf } from '../../support/apps/standupDayAndValidCalls.ts';
import { aMeetingDraft, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { asJson, bearer } from '../../support/http/rawHttpClient.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { emailOf, passwordOf, people, useTestApp } from '../../support/apps/testApp.ts';
import { noMetrics } from '../../../bot/src/domain/observability/metricsPort.ts';
import type { SpanFacts } from '../../../bot/src/domain/observability/tracerPort.ts';
import { tables } from '../../../bot/src/store/tableStorePort.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';

const spans: string[] = [];
const telling = (kind: string, name: string, facts: SpanFacts): void => {
  spans.push(JSON.stringify({ kind, name, ...facts }));
};
const app = useTestApp(undefined, {
  metrics: noMetrics,
  tracer: {
    span: async (kind, name, facts, work) => {
      telling(kind, name, facts);
      return work({
        set: (more) => {
          telling(kind, name, more);
        },
      });
    },
  },
});

/** Recognisable texts, identities and secrets of people, which must never be in the log. */
const canary = {
  answer: 'canary-answer',
  blocker: 'canary-blocker',
  meeting: 'canary-meeting',
  question: 'canary-question',
  email: 'canary-mail@example.test',
  password: 'canary-password',
  token: 'canary-token',
  query: 'canary-query',
} as const;

const tokens: string[] = [];

/** Runs a day of a report with canaries in the input while the chat service fails in several ways. */
const live = async (): Promise<void> => {
  const testApp = app();
  tokens.push(await testApp.token('ann'), await testApp.token('bob'));
  await testApp.ask(null, login, { email: canary.email, password: canary.password });
  await testApp.ask(null, login, { email: emailOf('bob'), password: canary.password });
  const questions = aMeetingDraft().questions.map((question) => ({
    ...question,
    text: `${canary.question} ${question.text}`,
  }));
  const meeting = await saveStandup(
    testApp,
    'ann',
    { team: 'platform', members: ['ann', 'bob'] },
    {
      name: canary.meeting,
      questions,
      reportSummaryEmail: canary.email,
      publicBroadcastMessage: canary.answer,
    },
  );
  await testApp.ask('bob', saveMeeting, aMeetingDraft({ name: canary.meeting }));
  // The chat service fails and quotes the message in its error; the log must not repeat the quote.
  testApp.connector.fail({ kind: 'create', status: 500, body: JSON.stringify({ error: { message: canary.answer } }) });
  testApp.connector.fail({ kind: 'create', status: 403, body: JSON.stringify({ error: { message: canary.email } }) });
  testApp.connector.fail({ kind: 'create', instead: 'cut' });
  await testApp.beatAt('2026-11-20T09:00:00Z');
  const content = { done: canary.answer, plan: `${canary.answer} 2h`, blocked: 'Yes', what: canary.blocker };
  const sent = { meetingId: meeting.id, date: today, values: valuesOf(meeting, content) };
  await testApp.get('bob', saveAnswer, sent);
  await testApp.get('ann', saveAnswer, sent);
  testApp.connector.fail({ kind: 'create', status: 400, body: canary.blocker });
  await testApp.beatAt('2026-11-20T09:05:00Z');
  const [done] = questionIds(meeting);
  await testApp.ask('bob', saveAnswer, { ...sent, values: { [done]: '' } });
  await testApp.ask('bob', saveAnswer, { ...sent, values: { ...sent.values, [canary.answer]: canary.answer } });
  await testApp.get('bob', getReport, { teamId: meeting.teamId });
  await testApp.get('bob', getCard, { meetingId: meeting.id, edit: 'true' });
  await testApp.get('bob', isMeetingNameExists, { teamId: meeting.teamId, name: canary.meeting });
  await testApp.beatAt('2026-11-20T11:00:00Z');
};

const strange = async (): Promise<void> => {
  const body = `{"email":"${canary.email}","password":"${canary.password}"`;
  const headers = {
    ...asJson,
    ...bearer(canary.token),
    Cookie: canary.token,
    Referer: canary.query,
    Origin: canary.query,
  };
  for (const target of [login.path, saveAnswer.path, saveMeeting.path, `/${canary.query}`, `/api/${canary.query}`])
    await app().send({ method: 'POST', target: `${target}?token=${canary.token}&q=${canary.query}`, headers, body });
  for (const target of [
    `/api/team/list?token=${canary.token}`,
    `/api/meeting/get/${canary.query}`,
    `/%zz${canary.query}`,
  ])
    await app().send({ target, headers });
  await app().send({
    target: `/api/member/list/${aTeamId()}`,
    headers: { ...headers, 'X-Forwarded-For': canary.query },
  });
};

let metrics = '';
beforeAll(async () => {
  await live();
  await strange();
  metrics = (await app().send({ target: '/metrics' })).text;
});

it('writes a line for every request and for every refusal of the chat service', () => {
  const events = app().lines.map((line) => (JSON.parse(line) as { event: string }).event);
  expect(events.filter((event) => event === 'http').length).toBeGreaterThan(20);
  expect(events).toContain('message.failed');
});

it('counts events, and traces them as spans', () => {
  expect(metrics).toMatch(/^rollcall_http_requests_total\{route="POST \/api\/meeting\/save",status="2xx"\} 1$/m);
  expect(metrics).toMatch(/^rollcall_auth_events_total\{event="login.ok"\} [1-9]/m);
  expect(metrics).toMatch(/^rollcall_auth_events_total\{event="login.refused"\} 3$/m);
  expect(metrics).toMatch(/^rollcall_occurrences_total\{outcome="opened"\} 1$/m);
  expect(metrics).toMatch(/^rollcall_messenger_requests_total\{op="send",outcome="blocked"\} 1$/m);
  expect(metrics).toMatch(/^rollcall_messages_total\{kind="prompt",outcome="failed"\} 1$/m);
  expect(metrics).toMatch(/^rollcall_store_operation_seconds_count\{op="transact",engine="sqlite"\} [1-9]/m);
  const correlated = app().lines.map((line) => (JSON.parse(line) as { correlationId?: string }).correlationId);
  const inSpans = spans.map((span) => (JSON.parse(span) as Record<string, unknown>)['rollcall.correlation_id']);
  const both = inSpans.filter((id) => typeof id === 'string' && correlated.includes(id));
  expect(both.length).toBeGreaterThan(10);
  expect(spans.some((span) => span.includes('messenger send'))).toBe(true);
});

it.each(Object.entries(canary))('never the %s', (_what, secretText) => {
  expect(app().lines.filter((line) => line.includes(secretText))).toEqual([]);
  expect(spans.filter((span) => span.includes(secretText))).toEqual([]);
  expect(metrics).not.toContain(secretText);
});

it('puts no id into a metric', () => {
  expect(metrics).not.toMatch(/[0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{8}-[0-9a-f]{4}-/);
  expect(metrics).not.toContain('@');
});

it('never an address, a password or a token', () => {
  const log = [...app().lines, ...spans, metrics].join('');
  expect(tokens).toHaveLength(2);
  for (const secretText of [
    ...people.flatMap((name) => [emailOf(name), passwordOf(name)]),
    ...tokens,
    ...tokens.flatMap((token) => token.split('.')),
  ])
    expect(log).not.toContain(secretText);
});

it('stores neither password nor token', async () => {
  const { admin } = app().services.store as SqliteStore;
  const rows = await Promise.all(tables.map((table) => rowsOf(admin, table)));
  const all = JSON.stringify(rows);
  expect(all).toContain(canary.answer);
  for (const secretText of [canary.password, canary.token, ...tokens, ...people.map(passwordOf)])
    expect(all).not.toContain(secretText);
});
