import { startLocalTextModel } from '../../support/fakes/localTextModel.ts';
import type { LocalTextModel, ModelBehaviour } from '../../support/fakes/localTextModel.ts';
import { testRequest } from '../../../bot/src/domain/generatedSummaries/modelRequest.ts';
import { TextModelFault } from '../../../bot/src/gateways/textModelPort.ts';
import type { TextModelTarget } from '../../../bot/src/gateways/textModelPort.ts';
import { createChatCompletions } from '../../../bot/src/gateways/textModel/chatCompletions.ts';
import {
  checkedLookup,
  isPublicAddress,
  isPublicHost,
  publicCheck,
} from '../../../bot/src/gateways/privateAddressGuard.ts';

let server: LocalTextModel;
const pauses: number[] = [];
beforeAll(async () => {
  server = await startLocalTextModel();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.calls.length = 0;
  server.next.length = 0;
  server.behaviour = { content: '{"sentences":[]}' };
  server.usage = { prompt_tokens: 7, completion_tokens: 3 };
  pauses.length = 0;
});

const target = (change: Partial<TextModelTarget> = {}): TextModelTarget => ({
  ...{ provider: 'OPENAI', endpoint: server.url, model: 'small', apiVersion: '', key: 'sk-secret' },
  ...change,
});
const modelOf = (deadlineMs = 2000, operatorHosts: readonly string[] = [server.host]) =>
  createChatCompletions({
    operatorHosts: new Set(operatorHosts),
    deadlineMs,
    sleep: (ms) => {
      pauses.push(ms);
      return Promise.resolve();
    },
  });
const faultOf = async (change: Partial<TextModelTarget> = {}, deadlineMs?: number): Promise<unknown> =>
  modelOf(deadlineMs)
    .complete(target(change), testRequest)
    .catch((error: unknown) => (error instanceof TextModelFault ? [error.reason, error.attempts] : error));

describe('a call', () => {
  it('sends one POST without streaming, with the data in a separate message', async () => {
    const reply = await modelOf().complete(target(), testRequest);
    expect(reply).toEqual({
      ...{ content: '{"sentences":[]}', tokens: { inputTokens: 7, outputTokens: 3 }, attempts: 1 },
    });
    expect(server.calls).toMatchObject([
      {
        path: '/v1/chat/completions',
        headers: { authorization: 'Bearer sk-secret', 'accept-encoding': 'identity' },
        body: {
          ...{ model: 'small', stream: false, response_format: { type: 'json_object' }, max_completion_tokens: 50 },
          messages: [
            { role: 'system', content: testRequest.instruction },
            { role: 'user', content: testRequest.data },
          ],
        },
      },
    ]);
  });

  it('of Azure names the deployment and the version, and sends the key in its header', async () => {
    const endpoint = `http://${server.host}/`;
    const azure = { provider: 'AZURE', endpoint, model: 'my model', apiVersion: '2024-10-21' } as const;
    await modelOf().complete(target(azure), testRequest);
    expect(server.calls[0]).toMatchObject({
      path: '/openai/deployments/my%20model/chat/completions?api-version=2024-10-21',
      headers: { 'api-key': 'sk-secret' },
    });
    expect(server.calls[0]?.headers.authorization).toBeUndefined();
    expect(server.calls[0]?.body.model).toBeUndefined();
  });

  it('accepts the whole address as well, and needs no key', async () => {
    await modelOf().complete(target({ endpoint: `${server.url}/chat/completions`, key: undefined }), testRequest);
    expect(server.calls[0]?.path).toBe('/v1/chat/completions');
    expect(server.calls[0]?.headers.authorization).toBeUndefined();
  });

  it.each([[undefined], [{}], [{ prompt_tokens: 1e300, completion_tokens: 1 }], [{ prompt_tokens: -1 }], ['many']])(
    'has no count of tokens if the model reports %j',
    async (usage) => {
      server.usage = usage;
      expect((await modelOf().complete(target(), testRequest)).tokens).toBeUndefined();
    },
  );
});

describe('a failed call', () => {
  const big = Buffer.alloc(10_485_760, ' ');
  it.each<readonly [string, ModelBehaviour, string, number]>([
    ['a wrong key', { status: 401 }, 'KEY', 1],
    ['a forbidden key', { status: 403 }, 'KEY', 1],
    ['an unknown model', { status: 404 }, 'REFUSED', 1],
    ['a rejected request', { status: 400 }, 'REFUSED', 1],
    ['a redirect', { status: 302, headers: { Location: 'http://127.0.0.1:1/' } }, 'UNUSABLE', 1],
    ['a limit', { status: 429 }, 'THROTTLED', 3],
    ['a long limit', { status: 429, headers: { 'Retry-After': '3600' } }, 'THROTTLED', 1],
    ['an error of the server', { status: 500 }, 'UNAVAILABLE', 3],
    ['a closed connection', 'CLOSES', 'UNAVAILABLE', 3],
    ['HTML', { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<p>{}</p>' }, 'UNUSABLE', 1],
    [
      'a stream',
      { status: 200, headers: { 'Content-Type': 'text/event-stream' }, body: 'data: {}\n\n' },
      'UNUSABLE',
      1,
    ],
    ['a compressed reply', { status: 200, headers: { 'Content-Encoding': 'gzip' } }, 'UNUSABLE', 1],
    ['invalid JSON', { status: 200, body: '{"choices":[' }, 'UNUSABLE', 1],
    ['no choices', { status: 200, body: '{}' }, 'UNUSABLE', 1],
    ['null', { status: 200, body: 'null' }, 'UNUSABLE', 1],
    ['10 MB', { status: 200, body: big }, 'UNUSABLE', 1],
  ])('by %s has a reason', async (_, behaviour, reason, attempts) => {
    server.behaviour = behaviour;
    expect(await faultOf()).toEqual([reason, attempts]);
    expect(server.calls).toHaveLength(attempts);
  });

  it.each(['HANGS', 'TRICKLES'] as const)('by a server that %s ends at the deadline', async (behaviour) => {
    server.behaviour = behaviour;
    expect(await faultOf({}, 40)).toEqual(['TIMEOUT', 1]);
  });

  it('is repeated after growing pauses, or after the pause that the server names', async () => {
    server.next.push({ status: 503 }, { status: 503 });
    expect((await modelOf().complete(target(), testRequest)).attempts).toBe(3);
    server.next.push({ status: 429, headers: { 'Retry-After': '2' } });
    expect((await modelOf().complete(target(), testRequest)).attempts).toBe(2);
    expect(pauses).toEqual([1000, 4000, 2000]);
  });

  it('by no server at that port is unavailable', async () => {
    const gone = await startLocalTextModel();
    await gone.stop();
    const reason = modelOf(2000, [gone.host]).complete(target({ endpoint: gone.url }), testRequest);
    await expect(reason).rejects.toMatchObject({ reason: 'UNAVAILABLE', attempts: 3 });
  });
});

describe('an address', () => {
  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '168.63.129.16', '100.64.0.1'],
    ...['0.0.0.0', '224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fd00::1', 'fd00:ec2::254', 'ff02::1'],
    ...['::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', '2001:db8::1', 'text', ''],
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ...[
      'https://127.0.0.1/v1',
      'https://0x7f.1/v1',
      'https://2130706433/v1',
      'https://[::1]/v1',
      'https://localhost/v1',
    ],
    ...['https://[::ffff:10.0.0.1]/v1', 'https://169.254.169.254/latest', 'http://api.example.com/v1', 'ftp://a.test'],
    ...['https://user:pass@api.example.com/v1', 'https://api.example.com/v1?x=1', 'file:///etc/passwd', 'no address'],
  ])('%s may not be called', async (endpoint) => {
    expect(modelOf().isAllowed(endpoint)).toBe(false);
    expect(await faultOf({ endpoint })).toEqual(['ADDRESS', 0]);
  });

  it('may be called if it is public, or if the operator allows its host and port', () => {
    const { isAllowed } = modelOf(1, ['models.internal:8080', server.host]);
    const asked = [
      'https://api.openai.com/v1',
      'http://models.internal:8080/v1',
      'http://models.internal/v1',
      server.url,
    ];
    expect(asked.map(isAllowed)).toEqual([true, true, false, true]);
    expect(isPublicHost('[2606:4700::1111]')).toBe(true);
  });

  it('checks the resolved address when it connects', async () => {
    const resolve = (all: boolean): Promise<string | undefined> =>
      new Promise((done) => {
        checkedLookup(publicCheck)('localhost', { all }, (error) => {
          done(error?.message);
        });
      });
    const refusal = 'The name leads to a private address';
    expect([await resolve(true), await resolve(false)]).toEqual([refusal, refusal]);
    // A subdomain of localhost passes the check of the text. The call fails when the name is resolved: because the
    // address is private, or because this machine does not know the name.
    const hidden = await faultOf({ endpoint: `https://a.localhost:${server.host.split(':')[1] ?? ''}/v1` });
    expect([
      ['ADDRESS', 0],
      ['UNAVAILABLE', 3],
    ]).toContainEqual(hidden);
    expect(server.calls).toEqual([]);
  });
});
