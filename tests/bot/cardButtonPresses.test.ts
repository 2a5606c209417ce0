import en from '#contracts/text/en.json' with { type: 'json' };
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { StoreError } from '../../bot/src/store/tableStorePort.ts';
import { anExecute, aSubmit } from '../support/data/inboundActivities.ts';
import { replies, startBotApp } from '../support/apps/botAppWithRecordingServices.ts';
import type { BotApp } from '../support/apps/botAppWithRecordingServices.ts';
import { someData } from '../support/data/cardModelBuilders.ts';

let app: BotApp;
beforeEach(async () => {
  app = await startBotApp();
});
afterEach(() => app.close());

const url = () => app.connector.url;
const filled = { ...someData, 'q:done': 'Shipped', 'g:0123456789abcdef': 'true' };
const cardCalls = () => app.calls.filter(([name]) => name === 'cardAction');

describe.each(['submit', 'edit', 'sameAsLast'] as const)('a card whose %s button was pressed', (verb) => {
  it('makes the same service call and returns the same card for Execute and Submit', async () => {
    const executed = await app.post(anExecute(url(), verb, filled));
    const submitted = await app.post(aSubmit(url(), verb, filled));
    const [first, second] = cardCalls();
    expect(first).toEqual([
      'cardAction',
      expect.objectContaining({ address: expect.objectContaining({ user: '29:user-0' }) as object }),
      { verb, data: filled, pressed: 'card-1' },
    ]);
    expect(second).toEqual(first);

    expect(executed.status).toBe(200);
    expect(executed.body).toEqual({
      statusCode: 200,
      type: 'application/vnd.microsoft.card.adaptive',
      value: replies.card.card,
    });
    expect(submitted).toMatchObject({ status: 200, text: '' });
    expect(app.connector.cards()).toEqual([replies.card.card]);
  });

  it('is replaced after a Submit, in its place', async () => {
    await app.post(aSubmit(url(), verb, filled));
    expect(app.connector.requests.map((request) => [request.kind, request.activityId])).toEqual([['update', 'card-1']]);
    expect(app.connector.requests[0]?.body).toMatchObject({ id: 'card-1', summary: replies.card.summary });
  });

  it('gets a new message if the card cannot be replaced', async () => {
    app.connector.fail({ kind: 'update', status: 404 });
    await app.post(aSubmit(url(), verb, filled));
    await app.post(aSubmit(url(), verb, filled, { replyToId: undefined }));
    expect(app.connector.requests.map((request) => request.kind)).toEqual(['update', 'reply', 'reply']);
  });

  it('stays unchanged when the reply is to appear beside it', async () => {
    app.behaviour.card = () => Promise.resolve({ ...replies.card, replacesCard: false });
    const executed = await app.post(anExecute(url(), verb, filled));
    await app.post(aSubmit(url(), verb, filled));
    expect(executed.body).toEqual({
      statusCode: 200,
      type: 'application/vnd.microsoft.activity.message',
      value: replies.card.summary,
    });
    expect(app.connector.requests.map((request) => request.kind)).toEqual(['reply']);
  });

  it('keeps the typed answer when the service fails, and shows only a correlation id', async () => {
    app.behaviour.card = () => Promise.reject(new Error('canary-secret'));
    const executed = await app.post(anExecute(url(), verb, filled));
    await app.post(aSubmit(url(), verb, filled));
    expect(executed.status).toBe(200);
    expect(executed.body).toMatchObject({
      statusCode: 500,
      type: 'application/vnd.microsoft.error',
      value: { message: expect.stringContaining('There are some issues processing your request.') as string },
    });
    expect(app.connector.requests.map((request) => request.kind)).toEqual(['reply']);
    expect(executed.text + JSON.stringify(app.connector.requests)).not.toContain('canary-secret');
    expect(app.log.lines.filter((line) => line.event === 'bot.turn')).toHaveLength(2);
  });
});

describe('a press while the store is unavailable', () => {
  it('keeps the typed answer and asks to try again soon', async () => {
    app.behaviour.card = () => Promise.reject(new StoreError('UNAVAILABLE', 'canary-secret'));
    const executed = await app.post(anExecute(url(), 'submit', filled));
    await app.post(aSubmit(url(), 'submit', filled));
    expect(executed.status).toBe(200);
    expect(executed.body).toEqual({
      statusCode: 500,
      type: 'application/vnd.microsoft.error',
      value: { code: 'InternalServerError', message: en['error.UNAVAILABLE'] },
    });
    expect(app.connector.requests.map(({ kind }) => kind)).toEqual(['reply']);
    expect(app.connector.requests[0]?.body).toMatchObject({ summary: en['error.UNAVAILABLE'] });
  });
});

describe('a press', () => {
  it('is refused with the error’s text if a service rejects', async () => {
    app.behaviour.card = () => Promise.reject(new AppError('RUN_CLOSED'));
    const { body } = await app.post(anExecute(url(), 'submit', filled));
    expect(body).toMatchObject({ value: { message: expect.stringContaining('This run is closed') as string } });
  });

  it('a press by an unknown person is answered beside the card', async () => {
    const stranger = { from: { id: '29:guest', name: 'Guest' } };
    const executed = await app.post(anExecute(url(), 'submit', filled, stranger));
    await app.post(aSubmit(url(), 'submit', filled, stranger));
    expect(executed.body).toMatchObject({
      value: expect.stringMatching(/^Your chat app did not identify you\. Please sign in/) as unknown,
    });
    expect(app.connector.requests.map((request) => request.kind)).toEqual(['reply']);
    expect(app.calls).toEqual([]);
  });

  it.each([
    [undefined],
    [null],
    ['text'],
    [{}],
    [{ action: null }],
    [{ action: { type: 'Action.Execute', verb: 'submit' } }],
    [{ action: { type: 'Action.Execute', verb: 'submit', data: 'x' } }],
    [{ action: { type: 'Action.Execute', verb: 'other', data: {} } }],
    [{ action: { type: 'Action.Submit', verb: 'submit', data: {} } }],
  ])('a press that is malformed is refused with a sentence: %j', async (value) => {
    const { status, body } = await app.post(anExecute(url(), 'submit', {}, { value }));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      statusCode: 400,
      value: { message: expect.stringContaining('is no longer valid') as string },
    });
    expect(app.calls).toEqual([]);
  });

  it('a press of an unknown feature is answered with 501', async () => {
    expect((await app.post(anExecute(url(), 'submit', {}, { name: 'composeExtension/query' }))).status).toBe(501);
  });

  it('a press on each of several open cards gets its own reply', async () => {
    app.behaviour.card = () => Promise.resolve(replies.card);
    const many = Array.from({ length: 20 }, (_, index) =>
      anExecute(url(), 'submit', { ...filled, 'q:done': String(index) }),
    );
    const answers = await Promise.all(many.map((item) => app.post(item)));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(new Set(cardCalls().map((call) => JSON.stringify(call[2]))).size).toBe(20);
  });
});
