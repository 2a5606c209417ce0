import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { getReport } from '#contracts/reports/dailyReport.ts';
import { downloadToken, exportFormats } from '#contracts/timesheets/timesheetDownloadCalls.ts';
import { mapLimit } from '../../bot/src/concurrency/mapLimit.ts';
import { aDate } from '../support/data/idDateAndRecordBuilders.ts';
import { anExecute } from '../support/data/inboundActivities.ts';
import { startFakeConnector } from '../support/fakes/fakeConnector.ts';
import type { ConnectorRequest, FakeConnector } from '../support/fakes/fakeConnector.ts';
import { programFile } from '../support/files/freePortsAndBundledPrograms.ts';
import { asJson } from '../support/http/rawHttpClient.ts';
import { cardInputs } from '../support/worlds/saveAnswersAndReadMessages.ts';
import type { FromServer, Memory, ToServer } from './leak/memoryLeakServerMessages.ts';
import { openBrowser, sendOver } from './leak/fakeBrowser.ts';
import type { OpenBrowser } from './leak/fakeBrowser.ts';

// Plays a week of the whole product with 1,000 connected browsers and 10,500 known conversations. After each day a
// garbage collection shows what the server keeps. The caches fill up on the first two days.

const atOnce = 16;
const dates = Array.from({ length: 7 }, (_, index) => aDate(`2026-11-${23 + index}`));
/**
 * Maximum growth in bytes from the second to the last day. Bounded caches still fill, and V8 keeps more compiled code.
 * For comparison: a leak of the last message of each conversation would add 24 MB.
 */
const maxGrowth = 8_000_000;

let server: ChildProcess;
let connector: FakeConnector;
let port: number;
let browsers: OpenBrowser[];
const chat = new Agent({ keepAlive: true, maxSockets: atOnce });

const nextMessage = async (): Promise<FromServer> => {
  const [message] = (await once(server, 'message')) as [FromServer];
  if (message.kind === 'failed') throw new Error(message.message);
  return message;
};
const order = (message: ToServer): Promise<FromServer> => {
  server.send(message);
  return nextMessage();
};

beforeAll(async () => {
  connector = await startFakeConnector();
  server = fork(
    programFile('tests/load/leak/memoryLeakServerProcess.ts'),
    [connector.url, `${dates[0]}T00:00:00.000Z`],
    {
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const message = await nextMessage();
  if (message.kind !== 'ready') throw new Error('The server is not ready.');
  ({ port } = message);
  browsers = message.browsers.map((browser) => openBrowser(message.port, browser));
});

afterAll(async () => {
  for (const browser of browsers) browser.close();
  chat.destroy();
  server.disconnect();
  await once(server, 'exit');
  await connector.close();
});

/** Returns the data of the card's button that sends the answer; undefined for a message without one. */
const submitDataOf = (body: unknown): object | undefined => {
  let found: object | undefined;
  JSON.stringify(body, (_key, value: unknown) => {
    const { type, verb, data } = Object(value) as Readonly<Record<string, unknown>>;
    if (type === 'Action.Execute' && verb === 'submit') found = Object(data) as object;
    return value;
  });
  return found;
};

const changedAnswer = 'The export and its charts';

/**
 * Answers the prompt as its recipient does: sends the card, then changes the answer. Returns true if the card shows the
 * change.
 */
const answerPrompt = async ({ conversationId, body }: ConnectorRequest): Promise<boolean> => {
  const signed = submitDataOf(body);
  if (signed === undefined) return false;
  const name = conversationId.slice('chat-'.length);
  const tid = name.slice(0, name.indexOf(' '));
  let reply = '';
  for (const done of ['The export', changedAnswer]) {
    const press = anExecute(
      `${connector.url}/`,
      'submit',
      { ...signed, ...cardInputs({ done }) },
      {
        from: { id: name, name, aadObjectId: `oid-${name}` },
        conversation: { id: conversationId, conversationType: 'personal', tenantId: tid },
        channelData: { tenant: { id: tid } },
      },
    );
    const { body: sent } = await sendOver(port, chat, {
      ...{ method: 'POST', target: '/api/messages', headers: asJson, body: JSON.stringify(press) },
    });
    reply = sent.toString();
  }
  return reply.includes(changedAnswer);
};

const exportFiles = async (browser: OpenBrowser, date: string): Promise<void> => {
  for (const format of exportFormats) {
    const filter = { teamId: browser.teamId, startDate: date, endDate: date, format };
    const made = (await browser.ask(downloadToken, { filter })) as { token: string; filter: string };
    const target = `/api/timesheet/download/${encodeURIComponent(made.filter)}?token=${made.token}`;
    await browser.download(target);
  }
};

const pass = (until: string): Promise<FromServer> => order({ kind: 'pass', until });

/** Plays a day and returns the number of answers. Every tenth person who was prompted answers in the chat. */
const playDay = async (date: string, day: number): Promise<number> => {
  await pass(`${date}T09:30:00Z`);
  const prompted = connector.of('send').filter((_, index) => index % 10 === 0);
  const answers = await mapLimit(prompted, atOnce, answerPrompt);
  await pass(`${date}T18:00:00Z`);
  // Each day, another tenth of the browsers loses its connection. All browsers must renew their sessions, because their
  // tokens have expired.
  for (const browser of browsers.filter((_, index) => index % 10 === day)) browser.close();
  await mapLimit(browsers, atOnce, (browser) => browser.renew());
  await mapLimit(browsers, atOnce, ({ ask, teamId }) => ask(getReport, { teamId }));
  const exporting = browsers.filter((_, index) => index % 1000 === day);
  await mapLimit(exporting, atOnce, (browser) => exportFiles(browser, date));
  await pass(new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString());
  connector.forget();
  return answers.filter(Boolean).length;
};

const inMB = (bytes: number): string => (bytes / 1e6).toFixed(1);

it('keeps no more memory at the end of a week than after two days', async () => {
  const days: Memory[] = [];
  for (const [day, date] of dates.entries()) {
    const answers = await playDay(date, day);
    const memory = await order({ kind: 'measure' });
    if (memory.kind !== 'memory') throw new Error('The server did not measure.');
    days.push(memory);
    process.stdout.write(
      `${date}: ${answers} answers, ${memory.connections} connections, kept ${inMB(memory.kept)} MB, RSS ${inMB(memory.rss)} MB\n`,
    );
    expect(answers).toBe(150);
    expect(memory.connections).toBeGreaterThanOrEqual(browsers.length);
  }
  const [, second, ...later] = days;
  expect((later.at(-1)?.kept ?? 0) - (second?.kept ?? 0)).toBeLessThan(maxGrowth);
});
