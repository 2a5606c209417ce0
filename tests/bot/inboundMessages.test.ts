import { meetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { idOf } from '../support/data/idDateAndRecordBuilders.ts';
import {
  aMention,
  aMessage,
  aSubmit,
  botAccount,
  general,
  groupChat,
  personalChat,
  tid,
} from '../support/data/inboundActivities.ts';
import { replies, startBotApp } from '../support/apps/botAppWithRecordingServices.ts';
import type { BotApp } from '../support/apps/botAppWithRecordingServices.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';

let app: BotApp;
beforeEach(async () => {
  app = await startBotApp();
});
afterEach(() => app.close());

const url = () => app.connector.url;
const post = async (activity: object): Promise<void> => {
  expect((await app.post(activity)).status).toBe(200);
};
const startCalls = () => app.calls.filter(([name]) => name === 'start').map((call) => call[3]);
const names = () => app.calls.map(([name]) => name);

const threadIn = (kind: 'CHANNEL' | 'GROUP', room: string) => ({
  ...{ tid, threadId: room },
  address: { kind, tenant: tid, endpoint: url(), room },
});

describe('a message in a personal chat', () => {
  it.each(['help', 'hi', 'hello', 'Hello!', 'cancel', 'stop', 'what is this', 'restart', '', '👋', 'startle me'])(
    '%j is answered with help',
    async (text) => {
      await post(aMessage(url(), text));
      expect(names()).toEqual(['syncSender', 'help']);
      expect(app.connector.cards()).toEqual([replies.help.card]);
      expect(app.connector.requests[0]?.body).toMatchObject({ summary: replies.help.summary, replyToId: 'activity-1' });
    },
  );

  it.each([
    ['start', ''],
    ['Start', ''],
    ['/start', ''],
    ['  start   Daily stand-up ', 'Daily stand-up'],
    ['START daily', 'daily'],
    ['start\u00a0daily', 'daily'],
    ['start: 50% #1/2', '50% #1/2'],
  ])('%j starts a run', async (text, query) => {
    await post(aMessage(url(), text));
    expect(startCalls()).toEqual([{ query, thread: null }]);
    expect(app.connector.cards()).toEqual([replies.start.card]);
  });

  it.each([
    ['answer', { query: '' }],
    ['Answer', { query: '' }],
    ['/answer', { query: '' }],
    ['answer Retro', { query: 'Retro' }],
    ['ANSWER: Retro 2026-11-22', { query: 'Retro', nameWithDate: 'Retro 2026-11-22', date: '2026-11-22' }],
    ['answer 2026-11-22', { query: '', nameWithDate: '2026-11-22', date: '2026-11-22' }],
    ['answer 2026-02-30', { query: '2026-02-30' }],
  ])('%j brings the card of a run', async (text, request) => {
    await post(aMessage(url(), text));
    expect(app.calls.at(-1)).toEqual(['answer', expect.anything(), expect.anything(), { ...request, thread: null }]);
    expect(app.connector.cards()).toEqual([replies.start.card]);
  });

  it.each([
    ['tomorrow', ''],
    ['Tomorrow', ''],
    ['/tomorrow', ''],
    ['tomorrow: Daily stand-up', 'Daily stand-up'],
    ['TOMORROW\u00a0daily', 'daily'],
  ])('%j brings the next run’s card', async (text, query) => {
    await post(aMessage(url(), text));
    expect(app.calls.at(-1)).toMatchObject(['tomorrow', {}, {}, { query, thread: null }]);
    expect(names()).toEqual(['syncSender', 'tomorrow']);
    expect(app.connector.cards()).toEqual([replies.start.card]);
  });

  it.each([
    ['why', ''],
    ['Why?', ''],
    ['/why', ''],
    ['why Daily stand-up', 'Daily stand-up'],
    ['why was I not asked?', 'was I not asked?'],
  ])('%j gets the reason', async (text, query) => {
    await post(aMessage(url(), text));
    expect(app.calls.at(-1)).toMatchObject(['why', {}, {}, { query, thread: null }]);
    expect(names()).toEqual(['syncSender', 'why']);
  });

  it('is answered with help if it only begins like a command', async () => {
    await post(aMessage(url(), 'tomorrows plan'));
    expect(names()).toEqual(['syncSender', 'help']);
  });

  it.each(['connect', 'Connect', '/connect', ' connect '])('%j asks for a code to connect', async (text) => {
    await post(aMessage(url(), text));
    expect(names()).toEqual(['syncSender', 'connect']);
    expect(app.calls[1]?.[1]).toMatchObject({ tid, address: { chat: personalChat }, isInOwnChat: true });
  });

  it('gets no code unless it is only the word', async () => {
    await post(aMessage(url(), 'connect me with Bob'));
    expect(names()).toEqual(['syncSender', 'help']);
  });

  it('cuts a name to the limit of names', async () => {
    await post(aMessage(url(), `start ${'👍'.repeat(500)}`));
    expect(startCalls()).toEqual([{ query: '👍'.repeat(100), thread: null }]);
  });

  it('gives the services the sender, the chat and the zone', async () => {
    await post(aMessage(url(), 'hi'));
    expect(app.calls[0]).toEqual([
      'syncSender',
      {
        tid,
        oid: expect.any(String) as string,
        name: 'Alex Wilber',
        timezone: 'America/New_York',
        locale: 'en-US',
        address: { tenant: tid, endpoint: url(), user: '29:user-0', chat: personalChat },
        isInOwnChat: true,
      },
    ]);
  });

  it('uses zone and language from the client if the activity has none, and no invalid ones', async () => {
    const entities = [{ type: 'clientInfo', timezone: 'Asia/Tokyo', locale: 'ja-jp' }];
    await post(aMessage(url(), 'hi', 'personal', { localTimezone: undefined, locale: undefined, entities }));
    await post(
      aMessage(url(), 'hi', 'personal', { localTimezone: 'Mars/Base', locale: 'not a locale', entities: 'x' }),
    );
    const seen = app.calls.filter(([name]) => name === 'syncSender').map((call) => call[1]);
    expect(seen).toMatchObject([
      { timezone: 'Asia/Tokyo', locale: 'ja-JP' },
      { timezone: null, locale: null },
    ]);
  });

  it.each([
    ['mute', true],
    ['/Mute', true],
    [' unmute ', false],
    ['/unmute', false],
  ])('switches reminders at %j', async (text, isMuted) => {
    await post(aMessage(url(), text));
    expect(app.calls.at(-1)).toMatchObject(['mute', {}, {}, isMuted]);
    await post(aMessage(url(), 'mute everything'));
    expect(names().at(-1)).toBe('help');
  });

  it('answers a person outside every roster with help instead of a start', async () => {
    app.behaviour.actor = undefined;
    await post(aMessage(url(), 'start'));
    expect(names()).toEqual(['syncSender', 'help']);
  });

  it.each([
    { from: { id: '29:guest', name: 'Guest' } },
    { conversation: { conversationType: 'personal', id: personalChat }, channelData: {} },
  ])('informs an unidentified person: %j', async (change) => {
    await post(aMessage(url(), 'start', 'personal', change));
    expect(app.calls).toEqual([]);
    expect(app.connector.requests[0]?.body['summary']).toEqual(
      expect.stringMatching(/^Your chat app did not identify you\. Please sign in/),
    );
  });
});

describe('a message in a group', () => {
  it('is ignored unless it mentions the bot', async () => {
    await post(aMessage(url(), 'start', 'channel'));
    await post(aMessage(url(), 'hello all', 'groupChat'));
    const other = { type: 'mention', mentioned: { id: '29:user-1' }, text: '<at>Megan</at>' };
    await post(aMessage(url(), '<at>Megan</at> start', 'channel', { entities: [other] }));
    expect(app.calls).toEqual([]);
    expect(app.connector.requests).toEqual([]);
  });

  it('is answered in the same thread if it mentions the bot, with the mention removed', async () => {
    await post(aMention(url(), 'start daily', 'channel'));
    expect(startCalls()).toEqual([{ query: 'daily', thread: threadIn('CHANNEL', general) }]);
    expect(app.connector.requests[0]?.conversationId).toContain(';messageid=1795170119223');
    await post(aMention(url(), '&nbsp;start', 'groupChat'));
    expect(startCalls()[1]).toEqual({ query: '', thread: threadIn('GROUP', groupChat) });
  });

  it.each([
    ['\u2068start daily 2026-11-20\u2069'],
    ['\u200fstart daily 2026-11-20'],
    ['\u202bstart daily 2026-11-20\u202c'],
    ['\u200bstart daily \u200e2026-11-20'],
  ])('is read without invisible signs, as in a command copied from a card in Arabic: %j', async (text) => {
    await post(aMention(url(), text, 'channel'));
    expect(startCalls()).toMatchObject([{ query: 'daily', date: '2026-11-20' }]);
  });

  it('loses only the mention of the bot', async () => {
    const entities = [
      { type: 'mention', mentioned: botAccount, text: '<at>Rollcall</at>' },
      { type: 'mention', mentioned: { id: '29:user-1' }, text: '<at>Megan</at>' },
    ];
    await post(aMessage(url(), '<at>Rollcall</at> start <at>Megan</at>', 'channel', { entities }));
    expect(startCalls()).toMatchObject([{ query: '<at>Megan</at>' }]);
  });
});

describe('a private reply to a message in a group', () => {
  const lines = () => app.connector.requests.map(({ body }) => body['summary']);

  it.each(['hi', 'answer', 'answer Retro 2026-11-22', 'tomorrow', 'why', 'mute', 'unmute'])(
    'goes to the private chat of the sender of %j, and the channel gets one line',
    async (text) => {
      await post(aMention(url(), ` ${text}`, 'channel'));
      expect(names().at(-1)).toBe('answerPrivately');
      expect(app.calls.at(-1)?.[1]).toMatchObject({ sender: { tid, address: { user: '29:user-0' } } });
      expect(lines()).toEqual(['I answered you in our private chat.']);
    },
  );

  it('names no report and no person when the private chat cannot be reached', async () => {
    app.behaviour.isReachable = false;
    await post(aMention(url(), ' hi', 'groupChat'));
    expect(lines()).toEqual([
      'I could not reach you in our private chat. Please open a chat with me and write to me there.',
    ]);
  });

  it('is the answer to `start` when the service asks for it', async () => {
    app.behaviour.isStartPrivate = true;
    await post(aMention(url(), ' start', 'channel'));
    await post(aMessage(url(), 'start'));
    expect(lines()).toEqual(['I answered you in our private chat.', replies.start.summary]);
  });

  it('asks the services about all teams of the sender, not about the one of the channel', async () => {
    await post(aMention(url(), ' why', 'channel'));
    await post(aMention(url(), ' tomorrow', 'channel'));
    const threads = app.calls.flatMap((call) => (call[0] === 'why' || call[0] === 'tomorrow' ? [call[3].thread] : []));
    expect(threads).toEqual([null, null]);
  });
});

describe('a command by a button', () => {
  it('brings the card of the named run', async () => {
    const data = { v: 1, meetingId: 'x', date: '2026-11-22' };
    await post(aSubmit(url(), 'answerRun', data, { text: undefined }));
    expect(app.calls.at(-1)).toEqual(['answerRun', expect.anything(), expect.anything(), data]);
    expect(app.connector.cards()).toEqual([replies.card.card]);
    expect(app.connector.of('update')).toEqual([]);
  });

  it('shows the date of a run that it starts', async () => {
    const id = meetingId.parse(idOf('meeting daily'));
    await post(aSubmit(url(), 'command', { command: `start ${id} 2026-11-22` }, { text: undefined }));
    expect(startCalls()).toEqual([{ query: '', meetingId: id, date: '2026-11-22', thread: null }]);
  });

  it('is handled like a typed command, also in a group without a mention', async () => {
    const id = meetingId.parse(idOf('meeting daily'));
    await post(aSubmit(url(), 'command', { command: `start ${id}` }, { text: undefined }));
    await post(
      aSubmit(
        url(),
        'command',
        { command: 'hi' },
        { conversation: { isGroup: true, conversationType: 'groupChat', tenantId: tid, id: groupChat } },
      ),
    );
    expect(startCalls()).toEqual([{ query: '', meetingId: id, thread: null }]);
    expect(names()).toEqual(['syncSender', 'start', 'syncSender', 'help', 'answerPrivately']);
    // The card with the button is not replaced, because the person may press the button again.
    expect(app.connector.of('update')).toEqual([]);
  });

  it.each([{ command: 7 }, {}, { command: null }])(
    'a command by a button that makes no sense is answered with help: %j',
    async (data) => {
      await post(aSubmit(url(), 'command', data));
      await post(aSubmit(url(), 'unknown', data));
      expect(names()).toEqual(['syncSender', 'help', 'syncSender', 'help']);
    },
  );
});

describe('long work', () => {
  it('shows the typing indicator after two seconds, and not before', async () => {
    app.behaviour.help = async () => {
      expect([...app.timers.waiting.values()]).toEqual([2000]);
      app.timers.pass(1999);
      expect(app.connector.requests).toEqual([]);
      app.timers.pass(2000);
      await until(() => app.connector.requests.length > 0);
      return replies.help;
    };
    await post(aMessage(url(), 'hi'));
    expect(app.connector.requests.map((request) => request.body['type'])).toEqual(['typing', 'message']);
    expect(app.timers.waiting.size).toBe(0);
  });

  it('shows none if the work is quick', async () => {
    await post(aMessage(url(), 'hi'));
    expect(app.timers.waiting.size).toBe(0);
    expect(app.connector.requests.map((request) => request.body['type'])).toEqual(['message']);
  });

  it('continues when the indicator cannot be shown', async () => {
    app.connector.fail({ status: 502 });
    app.behaviour.help = async () => {
      app.timers.pass(2000);
      await until(() => app.connector.requests.length > 0);
      return replies.help;
    };
    await post(aMessage(url(), 'hi'));
    expect(app.connector.cards()).toEqual([replies.help.card]);
  });
});

describe('work that fails', () => {
  it('shows a correlation id instead of the error, and logs the error', async () => {
    app.behaviour.help = () => Promise.reject(new TypeError('canary-secret in /secret.ts'));
    await post(aMessage(url(), 'hi'));
    const shownText = JSON.stringify(app.connector.requests.map((request) => request.body));
    expect(shownText).toContain('There are some issues processing your request.');
    expect(shownText).not.toMatch(/canary|TypeError|secret/);
    const [line] = app.log.lines.filter((logLine) => logLine.event === 'bot.turn');
    const id = (line?.facts as { correlationId: string } | undefined)?.correlationId ?? 'no line was logged';
    expect(shownText).toContain(id);
    expect(line?.error).toBeInstanceOf(TypeError);
  });

  it('shows the text of a refusal', async () => {
    app.behaviour.help = () => Promise.reject(new AppError('MEETING_DISABLED'));
    await post(aMessage(url(), 'hi'));
    expect(app.connector.requests[0]?.body['summary']).toBe('This report is deactivated, so it sends no questions.');
  });

  it('ends quietly when the chat cannot be reached, after one try for each message', async () => {
    app.connector.fail({ status: 502, times: 9 });
    await post(aMessage(url(), 'hi'));
    expect(app.connector.requests).toHaveLength(2);
    expect(app.log.lines.map((logLine) => logLine.event)).toEqual(
      expect.arrayContaining(['bot.turn', 'bot.failureNotice']),
    );
  });
});

/** Lets the event loop run until the condition is true, for example until a loopback request has arrived. */
const until = async (happened: () => boolean): Promise<void> => {
  while (!happened()) await new Promise((resolve) => setImmediate(resolve));
};
