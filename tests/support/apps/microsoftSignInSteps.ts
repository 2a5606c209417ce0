import { anEntraPerson } from '../fakes/localEntra.ts';
import { host, startSignInApp } from './signInApp.ts';
import type { Reply, SignInApp } from './signInApp.ts';

export const ann = anEntraPerson('ann');
export const ownOrigin = { Origin: `https://${host}`, 'Sec-Fetch-Site': 'same-origin' };

const cookieOf = (reply: Reply): string => (reply.headers['set-cookie'] ?? '').split(';')[0] ?? '';
export const locationOf = (reply: Reply): string => reply.headers['location'] ?? '';
export const codeIn = (reply: Reply): string => /^\/login(?:\?[^#]*)?#code=(.+)$/.exec(locationOf(reply))?.[1] ?? '';

/** The steps of a sign-in with Microsoft in a browser, on an app that starts before each test. */
export const useMicrosoftSignIn = () => {
  let started: SignInApp | undefined;
  beforeEach(async () => {
    started = await startSignInApp();
  });
  afterEach(() => started?.close());
  const app = (): SignInApp => {
    if (started === undefined) throw new Error('The app starts before each test, not while tests are declared.');
    return started;
  };
  const begin = async (query = '', headers: Readonly<Record<string, string>> = {}, instance = app()) => {
    const reply = await instance.ask({ target: `/api/v1/userlogin/redirectUrl${query}`, headers });
    return { reply, cookie: cookieOf(reply), url: (reply.data as { url?: string } | null)?.url ?? '' };
  };
  const goBack = (url: URL, cookie: string | null, instance = app()) =>
    instance.ask({ target: url.pathname + url.search, headers: cookie === null ? {} : { Cookie: cookie } });
  const exchange = (code: string, cookie: string, headers: Readonly<Record<string, string>> = {}, instance = app()) =>
    instance.post('/api/v1/userlogin/exchange', { code }, { ...ownOrigin, Cookie: cookie, ...headers });
  /** Signs in with Microsoft and returns the code of the redirect, which is not yet exchanged for a session. */
  const signInAt = async (person = ann, query = '', headers = {}, instance = app()) => {
    instance.entra.signsIn(person);
    const { cookie, url } = await begin(query, headers, instance);
    const landing = await goBack(await instance.entra.authorize(url), cookie, instance);
    return { cookie, landing, code: codeIn(landing) };
  };
  return { app, begin, goBack, exchange, signInAt };
};
