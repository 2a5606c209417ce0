import http from 'node:http';
import https from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { startAppInsights } from './appInsights.ts';

interface Telemetry {
  readonly name: string;
  readonly data: { readonly baseType: string; readonly baseData: Record<string, unknown> };
  readonly tags: Record<string, string>;
}

const received: Telemetry[] = [];
let failure: unknown;
const collect = async (req: http.IncomingMessage, res: http.ServerResponse): Promise<void> => {
  const chunks: Buffer[] = [];
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const text = (req.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
  const items = text.startsWith('[')
    ? (JSON.parse(text) as Telemetry[])
    : text.split('\n').map((part) => JSON.parse(part) as Telemetry);
  received.push(...items);
  res.setHeader('Content-Type', 'application/json');
  res.end(JSON.stringify({ itemsReceived: items.length, itemsAccepted: items.length, errors: [] }));
};
const server = http.createServer((req, res) => void collect(req, res));

// The SDK requires TLS and searches for a virtual machine, so the test replaces all its requests.
const { request } = http;
const toHere = ((options: http.RequestOptions, ...remaining: []) =>
  options.hostname === '127.0.0.1'
    ? request({ ...options, protocol: 'http:', agent: undefined }, ...remaining)
    : request({ host: '127.0.0.1', port: 9 })) as typeof http.request;

beforeAll(async () => {
  // By default, the SDK samples only five traces a second and would drop spans that the test expects.
  process.env['OTEL_TRACES_SAMPLER'] = 'always_on';
  for (const module of [http, https]) jest.spyOn(module, 'request').mockImplementation(toHere);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const key = '11111111-1111-4111-8111-111111111111';
  const insights = startAppInsights(`InstrumentationKey=${key};IngestionEndpoint=https://127.0.0.1:${port}/`);
  insights.metrics.count('rate_limited_total', { door: 'login' }, 3);
  insights.metrics.observe('prompt_lateness_seconds', 2, {});
  insights.metrics.watch('outbox_depth', {}, () => 7);
  insights.metrics.watch('backup_age_seconds', {}, () => undefined);
  const { span } = insights.tracer;
  await span('CLIENT', 'store get', {}, () => Promise.resolve());
  await span('SERVER', 'GET /api/team/list', { 'rollcall.correlation_id': '01ABC' }, async (request) => {
    await span('CLIENT', 'store scan', { 'db.collection.name': 'Team' }, () => Promise.resolve());
    request.set({ 'http.response.status_code': 200 });
  });
  const failing = span('JOB', 'outbox batch', {}, () => Promise.reject(new TypeError('canary-secret')));
  failure = await failing.catch((error: unknown) => error);
  await insights.stop();
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const metric = (name: string): unknown =>
  received
    .flatMap(({ data }) => (data.baseData['metrics'] ?? []) as { name: string }[])
    .find((item) => item.name === name);

it('sends measured values and leaves out unknown ones', () => {
  expect(metric('rollcall_rate_limited_total')).toMatchObject({ value: 3 });
  expect(metric('rollcall_prompt_lateness_seconds')).toMatchObject({ value: 2, count: 1 });
  expect(metric('rollcall_outbox_depth')).toMatchObject({ value: 7 });
  expect(metric('rollcall_backup_age_seconds')).toBeUndefined();
});

it('sends requests and their effects under one id, and nothing for an idle heartbeat', () => {
  const request = received.find(({ data }) => data.baseType === 'RequestData');
  const calls = received.filter(({ data }) => data.baseType === 'RemoteDependencyData');
  expect(request?.data.baseData).toMatchObject({ name: 'GET /api/team/list', success: true });
  expect(request?.data.baseData['properties']).toMatchObject({ 'rollcall.correlation_id': '01ABC' });
  expect(calls.map(({ data }) => data.baseData['name']).sort()).toEqual(['outbox batch', 'store scan']);
  const inside = calls.find(({ data }) => data.baseData['name'] === 'store scan');
  expect(inside?.tags['ai.operation.id']).toBe(request?.tags['ai.operation.id']);
});

it('records only the class of a failure and rethrows it', () => {
  expect(failure).toBeInstanceOf(TypeError);
  const failed = received.find(({ data }) => data.baseData['name'] === 'outbox batch');
  expect(failed?.data.baseData['success']).toBe(false);
  expect(JSON.stringify(received)).toContain('TypeError');
  expect(JSON.stringify(received)).not.toContain('canary');
});
