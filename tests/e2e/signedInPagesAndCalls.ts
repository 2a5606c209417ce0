import type { Page } from 'playwright-core';
import type { Session as FullSession, UserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import { memoryStorage } from '../../tab/src/api/client/safeBrowserStorage.ts';
import { createSession } from '../../tab/src/api/client/sessionStore.ts';
import type { Session, TestServer } from './startServerBrowserAndChat.ts';

// Signs people of the test server in: on the page, by calls, and for the storage of a new page.

export const signIn = async (
  page: Page,
  server: Pick<TestServer, 'address'>,
  email: string,
  password: string,
): Promise<void> => {
  await page.goto(`${server.address}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${server.address}/`);
  await page.getByRole('heading', { level: 1 }).waitFor();
};

type Server = Pick<TestServer, 'address'>;

interface SignInData {
  readonly email: string;
  readonly password: string;
}

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

const callWith =
  ({ address }: Server, token: string | null): Call =>
  async (method, where, body) => {
    const reply = await fetch(`${address}${where}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const envelope = (await reply.json()) as { status: string; data: unknown; message: string };
    if (envelope.status !== 'Success') throw new Error(`${method} ${where}: ${envelope.message}`);
    return envelope.data;
  };

const signInByCall = async (server: Server, who: SignInData): Promise<FullSession> =>
  (await callWith(server, null)('POST', '/api/account/login', who)) as FullSession;

export const callAs = async (server: Server, who: SignInData): Promise<Call> =>
  callWith(server, (await signInByCall(server, who)).token);

/**
 * Signs in by a call, and returns the storage that the sign-in page would leave. The page itself has its own tests, and
 * needs about a second of processor time.
 */
export const sessionOf = async (server: Server, who: SignInData): Promise<Session> => {
  const signedIn = await signInByCall(server, who);
  const storage = memoryStorage();
  const session = createSession(storage, () => performance.timeOrigin + performance.now());
  session.signedIn(signedIn, who.email);
  session.detailsKnown((await callWith(server, signedIn.token)('GET', '/api/auth/getuserdetails')) as UserDetails);
  const localStorage = Object.values(storageKeys).flatMap((name) => {
    const value = storage.get(name);
    return value === null ? [] : [{ name, value }];
  });
  return { cookies: [], origins: [{ origin: server.address, localStorage }] };
};
