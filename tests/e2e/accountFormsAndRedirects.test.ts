import type { Browser, Page } from 'playwright-core';
import { accountScreenStates } from './screens/accountSetupAndPublicScreenStates.ts';
import { ann, bob, grace, startsAt } from './demo/demoInstantsDatesAndPeople.ts';
import { gives, readPartsAlone, refuses } from './fakeRepliesAndScreenSteps.ts';
import type { Answer } from './fakeRepliesAndScreenSteps.ts';
import { openPage, startServer } from './startServerBrowserAndChat.ts';
import { sessionOf } from './signedInPagesAndCalls.ts';
import { closePages, sharedBrowser } from './sharedBrowser.ts';
import type { Session, TestServer } from './startServerBrowserAndChat.ts';
import { freePort } from '../support/files/freePortsAndBundledPrograms.ts';

// Tests that account forms can be filled with the keyboard and by password managers, and that each page leads to the
// page that docs/product-rules.md (Screens, limits and texts) defines.

let server: TestServer;
let browser: Browser;
let sessions: Readonly<Record<'ann' | 'bob' | 'grace', Session>>;

beforeAll(async () => {
  browser = await sharedBrowser();
  server = await startServer(await freePort(), true, startsAt);
  sessions = {
    ann: await sessionOf(server, ann),
    bob: await sessionOf(server, bob),
    grace: await sessionOf(server, grace),
  };
});

afterAll(async () => {
  await closePages();
  await server.stop();
});

const memberId = '01M7VZGC0000000000000000BB';
const code = 'c'.repeat(43);
const password = 'otter-violin-42-lamp';

const open = async (name: string): Promise<Page> => {
  const screen = accountScreenStates.find((accountScreen) => accountScreen.name === name);
  if (screen === undefined) throw new Error(`There is no screen ${name}.`);
  const page = await openPage(browser, server, undefined, screen.who === 'ann' ? sessions.ann : undefined);
  await screen.open(page, server.address);
  return page;
};

/** A field of a form with the attributes by which password managers recognise it, and the text that the test types. */
type Field = readonly [name: string, type: string, autocomplete: string, typed: string];
interface Form {
  readonly screen: string;
  readonly fields: readonly Field[];
  readonly sends: string;
  readonly body: Readonly<Record<string, unknown>> | null;
}

const email: Field = ['email', 'email', 'username', 'dana@fabrikam.test'];
const newAddress: Field = ['email', 'email', 'email', 'dana@fabrikam.test'];
const newPassword: Field = ['password', 'password', 'new-password', password];
const names: readonly Field[] = [
  ['firstName', 'text', 'given-name', 'Dana'],
  ['lastName', 'text', 'family-name', 'Kim'],
];
const person = { firstName: 'Dana', lastName: 'Kim', email: 'dana@fabrikam.test', password };
const oneTime: Field = ['code', 'text', 'one-time-code', '123456'];

const forms: readonly Form[] = [
  {
    screen: 'login',
    fields: [email, ['password', 'password', 'current-password', password]],
    sends: 'account/login',
    body: { email: person.email, password },
  },
  { screen: 'second-factor', fields: [oneTime], sends: 'auth/totp/verify', body: { challenge: 'x', code: '123456' } },
  {
    screen: 'second-factor-recovery',
    fields: [['recoveryCode', 'text', 'off', 'ABCD-EFGH-JKMN']],
    sends: 'auth/totp/verify',
    body: { challenge: 'x', code: 'ABCD-EFGH-JKMN' },
  },
  { screen: 'set-up-factor', fields: [oneTime], sends: 'auth/totp/confirm', body: { challenge: 'x', code: '123456' } },
  {
    screen: 'register',
    fields: [...names, newAddress, newPassword, ['organization', 'text', 'organization', 'Fabrikam']],
    sends: 'account/register',
    body: { ...person, organizationName: 'Fabrikam' },
  },
  {
    screen: 'register-invited',
    fields: [...names, newAddress, newPassword],
    sends: 'account/register',
    body: { ...person, memberId, code },
  },
  {
    screen: 'register-success-unknown',
    fields: [newAddress],
    sends: 'account/resendConfirm',
    body: { email: person.email },
  },
  { screen: 'forgot', fields: [email], sends: 'account/forgotPassword/dana%40fabrikam.test', body: {} },
  {
    screen: 'reset',
    fields: [
      ['newPassword', 'password', 'new-password', password],
      ['passwordConfirmation', 'password', 'new-password', password],
    ],
    sends: 'account/resetPassword',
    body: { code, newPassword: password, passwordConfirmation: password },
  },
  {
    screen: 'connect',
    fields: [['code', 'text', 'off', 'ABCD-EFGH-JKMN']],
    sends: 'org/connect',
    body: { code: 'ABCD-EFGH-JKMN' },
  },
  {
    screen: 'connect-password',
    fields: [['password', 'password', 'current-password', password]],
    sends: 'org/connect',
    body: { code: 'ABCD-EFGH-JKMN', confirm: true, password },
  },
];

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element instanceof HTMLInputElement
      ? { name: element.name, id: element.id, type: element.type, autocomplete: element.autocomplete }
      : null;
  });

/** Presses Tab until a field has the focus. Skips buttons between fields, such as the one that shows a password. */
const nextField = async (page: Page) => {
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    const field = await focused(page);
    if (field !== null) return field;
  }
  throw new Error('Tab comes to no field.');
};

it.each(forms)(
  'the form of $screen is filled with Tab and sent with Enter, and shows what each field is',
  async ({ screen, fields, sends, body }) => {
    const page = await open(screen);
    await page.evaluate(() => {
      (document.activeElement as HTMLElement | null)?.blur();
    });
    for (const [name, type, autocomplete, typed] of fields) {
      expect(await nextField(page)).toEqual({ name, id: name, type, autocomplete });
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(typed);
    }
    const request = page.waitForRequest(`**/api/${sends}`);
    await page.keyboard.press('Enter');
    const sent = await request;
    expect([sent.method(), sent.postDataJSON()]).toEqual(['POST', body]);
    await page.context().close();
  },
);

/** The token expires at the beginning of 2100, later than any test clock. */
const token = `x.${Buffer.from(JSON.stringify({ exp: 4_102_444_800 })).toString('base64url')}.z`;
const session = { token, refreshToken: 'r', warnings: [] as string[], memberId, orgId: memberId };

interface Way {
  readonly name: string;
  readonly from: string;
  /** True = signed in as bob; 'grace' = signed in as grace; undefined = signed out. */
  readonly isIn?: true | 'grace';
  readonly answers?: Readonly<Record<string, Answer>>;
  readonly then?: (page: Page) => Promise<void>;
  readonly to: string;
}

const signIn = async (page: Page): Promise<void> => {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};
const answeringLogin = (change: object) => ({ 'account/login': gives({ ...session, ...change }) });

const ways: readonly Way[] = [
  { name: 'the landing page', from: '/teamslanding', isIn: true, to: '/teams/home' },
  { name: 'no session', from: '/home?date=2026-11-17', to: '/login?redirectUrl=%2Fhome%3Fdate%3D2026-11-17' },
  {
    name: 'a session that has ended',
    from: '/home',
    isIn: true,
    answers: {
      'team/list': refuses(401, 'UNAUTHENTICATED', 'No.'),
      'account/refreshtoken': refuses(401, 'UNAUTHENTICATED', 'No.'),
    },
    to: '/login?redirectUrl=%2Fhome',
  },
  {
    name: 'nobody in a team',
    from: '/login?redirectUrl=/home',
    answers: answeringLogin({ memberId: null }),
    then: signIn,
    to: '/teams/setup',
  },
  {
    name: 'a trial that has ended',
    from: '/login?redirectUrl=/home',
    answers: {
      ...answeringLogin({ warnings: ['ORG_TRIAL_ENDED'] }),
      'payment/get': refuses(403, 'FORBIDDEN', 'No.'),
      'team/list': gives([]),
      'auth/getuserdetails': gives({
        role: 'user',
        billing: { state: 'TRIAL_ENDED', daysLeft: 0, trialEndsAt: '2026-11-19T09:00:00.000Z', readOnlyFrom: null },
      }),
    },
    then: signIn,
    to: '/payment/add',
  },
  { name: 'a stranger’s link', from: '/login?redirectUrl=//evil.test', isIn: true, to: '/' },
  { name: 'somebody signed in already', from: '/login?redirectUrl=/home', isIn: true, to: '/home' },
  // Logging out revokes the session, so this case uses a person whom no other case needs.
  { name: 'logging out', from: '/logout', isIn: 'grace', to: '/login' },
  {
    name: 'a registration',
    from: '/register',
    answers: { 'account/register': gives(memberId) },
    then: async (page) => {
      for (const [label, value] of Object.entries({ 'First name': 'Dana', 'Last name': 'Kim', Email: person.email }))
        await page.getByLabel(label).fill(value);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByLabel('Organization name').fill('Fabrikam');
      await page.keyboard.press('Enter');
    },
    to: `/register/success/${memberId}`,
  },
  {
    name: 'an invitation of somebody registered',
    from: `/register/${memberId}?code=${code}`,
    answers: { 'member/getMember/**': refuses(409, 'USER_ALREADY_REGISTERED', 'No.') },
    to: '/register/existing-user',
  },
  {
    name: 'the first steps',
    from: '/setup',
    then: (page) => page.getByRole('button', { name: 'Connect with Microsoft Teams' }).click(),
    to: '/teams/setup',
  },
  {
    name: 'the guide, outside the chat tool',
    from: '/teams/setup',
    isIn: true,
    then: (page) => page.getByRole('button', { name: 'Continue' }).click(),
    to: '/',
  },
  {
    name: 'a forgotten password',
    from: '/forgot-password',
    answers: { 'account/forgotPassword/**': gives(true) },
    then: async (page) => {
      await page.getByLabel('Email').fill(person.email);
      await page.keyboard.press('Enter');
    },
    to: '/forgot-password/success',
  },
  {
    name: 'a new password',
    from: `/reset-password/${code}`,
    answers: { 'account/ConfirmResetPasswordEmail': gives(true), 'account/resetPassword': gives(true) },
    then: async (page) => {
      await page.getByLabel('New password').fill(password);
      await page.getByLabel('Confirm password').fill(password);
      await page.keyboard.press('Enter');
    },
    to: '/reset/success',
  },
];

it.each(ways)('$name leads to $to', async ({ from, isIn, answers = {}, then, to }) => {
  const session = isIn === undefined ? undefined : sessions[isIn === true ? 'bob' : isIn];
  const page = await openPage(browser, server, undefined, session);
  await readPartsAlone(page);
  for (const [call, how] of Object.entries(answers)) await page.route(`**/api/${call}`, how);
  await page.goto(`${server.address}${from}`);
  // The landing page waits on the browser's fake clock before it redirects.
  if (from === '/teamslanding') await page.clock.runFor(1000);
  await then?.(page);
  await page.waitForURL(`${server.address}${to}`);
  // The page must contain a heading, and the address must still be the expected one.
  expect(await page.getByRole('heading').first().innerText()).not.toBe('');
  expect(page.url()).toBe(server.address + to);
  await page.context().close();
});
