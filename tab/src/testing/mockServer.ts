import { http, HttpResponse } from 'msw';
import type { JsonBodyType, PathParams } from 'msw';
import { setupServer } from 'msw/node';
import { aCatchup, anAttention, aDay, aTeam, aTextModelPage, me, ulid } from './testDataBuildersAndClock.ts';

export const origin = 'http://localhost';

interface Seen {
  readonly url: URL;
  readonly authorization: string | null;
  readonly params: PathParams;
  readonly body: unknown;
}

type Answer = (seen: Seen) => JsonBodyType | Response | Promise<Response>;

const success = (data: JsonBodyType): Response =>
  HttpResponse.json({ status: 'Success', data, code: 200, message: '', errorCode: null });

export const refusal = (
  code: number,
  errorCode: string,
  message: string,
  { data = null, path }: { readonly data?: JsonBodyType; readonly path?: readonly (string | number)[] } = {},
): Response => {
  const where = path === undefined ? {} : { path };
  return HttpResponse.json({ status: 'Error', data, code, message, errorCode, ...where }, { status: code });
};

export const answering = (method: 'get' | 'post' | 'delete', path: string, answer: Answer) =>
  http[method](`${origin}${path}`, async ({ request, params }) => {
    const text = await request.text();
    const seen: Seen = {
      url: new URL(request.url),
      authorization: request.headers.get('authorization'),
      params,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
    const answered = await answer(seen);
    return answered instanceof Response ? answered : success(answered);
  });

const meetings = [{ id: ulid('standup'), name: 'Daily stand-up', isEnabled: true }];

/** Fakes the server of a team with one meeting and no answers. A test replaces single replies with `server.use`. */
export const server = setupServer(
  answering('get', '/api/auth/getuserdetails', () => me),
  // Refused, so that the page reads each part by its own call, whose reply a test can replace.
  answering('get', '/api/report/dashboard', () => refusal(404, 'NOT_FOUND', '')),
  answering('get', '/api/user/signinmethods', () => ({ passwordSince: '2026-10-01T08:00:00.000Z', microsoft: [] })),
  answering('get', '/api/v1/userlogin/options', () => ({ microsoft: false, teams: false })),
  answering('get', '/api/installation', () => ({ price: null })),
  answering('get', '/api/team/list', () => [aTeam('Platform Team')]),
  answering('get', '/api/meeting/getall/:teamId', () => meetings),
  answering('get', '/api/payment/get', () => ({
    ...{ provider: 'invoice', state: 'TRIAL_ENDED', trialEndsAt: '2026-11-19T09:00:00.000Z' },
    ...{ readOnlyFrom: '2026-11-26T09:00:00.000Z', contact: null, method: null },
  })),
  answering('post', '/api/meeting/preview', () => []),
  answering('post', '/api/meeting/draft', () => ({ version: 'v1', savedAt: '2026-11-20T10:00:00.000Z' })),
  answering('get', '/api/report/waiting', () => ({ runs: [] })),
  answering('get', '/api/report/nearby/:teamId', () => ({ previous: null, next: null })),
  answering('get', '/api/report/attention/:teamId', () => anAttention()),
  answering('get', '/api/report/generated/:teamId/:meetingId/:date', () => ({
    ...{ state: 'OFF', sentences: [], dropped: 0, answersUsed: 0, answersTotal: 0 },
  })),
  answering('get', '/api/org/textmodel', () => aTextModelPage()),
  answering('get', '/api/report/catchup/:teamId', () => aCatchup()),
  answering('get', '/api/meeting/getreport/:teamId/meeting', ({ url }) => ({
    ...aDay(),
    date: url.searchParams.get('date'),
  })),
);

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
});
afterEach(() => {
  server.resetHandlers();
});
afterAll(() => {
  server.close();
});
