import type { Page } from 'playwright-core';
import type { Screen } from './screenStateType.ts';
import { fill, gives, neverAnswers, press, refuses, signingIn, state } from '../fakeRepliesAndScreenSteps.ts';

// Lists each screen of registration, sign-in and recovery, in each of its states. The server's replies are faked,
// because only the screens are under test.

const memberId = '01M7VZGC0000000000000000BB';
const code = 'c'.repeat(43);
/**
 * The server allows five wrong codes an hour from one network, so a screen that shows a wrong code gets a faked reply.
 */
const refusesCode = refuses(400, 'CODE_INVALID', '');
const longName = 'Maximiliane-Charlotte von Württemberg-Hohenzollern';
const longOrg = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const longEmail = `${'maximiliane.charlotte.'.repeat(2)}@${'subdomain.'.repeat(4)}example.test`;

const challenge = { challenge: 'x', mustSetUp: false };
const key = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Rollcall:bob%40rollcall.test?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Rollcall',
};
const recoveryCodes = Array.from({ length: 10 }, (_, index) => `K7QX-${index}M2P-9RW${index}`);

const login: readonly Screen[] = [
  state('login', { at: '/login', shows: 'Password' }),
  state('login-refused', {
    at: '/login',
    answers: { 'account/login': refuses(401, 'INVALID_CREDENTIALS', 'Email or password is not right.') },
    then: signingIn,
    shows: 'Email or password is not right.',
  }),
  state('login-incomplete', {
    at: '/login',
    then: (page) => press(page, 'Sign in'),
    shows: 'Please enter your password.',
  }),
  state('login-expired', {
    at: '/',
    answers: {
      'team/list': refuses(401, 'UNAUTHENTICATED', ''),
      'account/refreshtoken': refuses(401, 'UNAUTHENTICATED', ''),
    },
    shows: 'Your session has ended',
    who: 'bob',
  }),
  state('login-microsoft', {
    at: '/login',
    answers: { 'v1/userlogin/options': gives({ microsoft: true, teams: true }) },
    shows: 'Sign in with Microsoft',
  }),
  state('login-limited', {
    at: '/login',
    answers: {
      'account/login': refuses(429, 'TOO_MANY_REQUESTS', 'Too many tries. Please wait a moment and try again.'),
    },
    then: signingIn,
    shows: 'Too many tries',
  }),
  state('login-not-confirmed', {
    at: '/login',
    answers: { 'account/login': refuses(403, 'EMAIL_NOT_CONFIRMED', 'Please confirm your email address first.') },
    then: signingIn,
    shows: 'Send the link again',
  }),
  state('second-factor', {
    at: '/login',
    answers: { 'account/login': gives(challenge) },
    then: signingIn,
    shows: 'Use a recovery code',
  }),
  state('second-factor-wrong', {
    at: '/login',
    answers: {
      'account/login': gives(challenge),
      'auth/totp/verify': refuses(400, 'INVALID_INPUT', 'This code is not right.'),
    },
    then: async (page) => {
      await signingIn(page);
      await page.locator('input[name=code]').fill('123456');
      await page.keyboard.press('Enter');
    },
    shows: 'This code is not right.',
  }),
  state('second-factor-recovery', {
    at: '/login',
    answers: { 'account/login': gives(challenge) },
    then: async (page) => {
      await signingIn(page);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
    },
    shows: 'Recovery code',
  }),
  state('set-up-factor', {
    at: '/login',
    answers: { 'account/login': gives({ ...challenge, mustSetUp: true }), 'auth/totp/begin': gives(key) },
    then: signingIn,
    shows: key.secret,
  }),
  state('recovery-codes', {
    at: '/login',
    answers: {
      'account/login': gives({ ...challenge, mustSetUp: true }),
      'auth/totp/begin': gives(key),
      'auth/totp/confirm': gives({ recoveryCodes, session: null }),
    },
    then: async (page) => {
      await signingIn(page);
      await page.locator('input[name=code]').fill('123456');
      await page.keyboard.press('Enter');
    },
    shows: recoveryCodes[0] ?? '',
  }),
  state('logout', { at: '/logout', shows: 'Password', who: 'grace' }),
];

const person = {
  'First name': 'Dana',
  'Last name': 'Kim',
  Email: 'dana@fabrikam.test',
  Password: 'otter-violin-42-lamp',
};
const registering = async (page: Page): Promise<void> => {
  await fill(page, { ...person, 'Organization name': 'Fabrikam' });
  await press(page, 'Create account');
};
const confirming = (page: Page): Promise<void> => press(page, 'Confirm address');
const invited = { id: memberId, name: longName, email: longEmail, orgName: longOrg, isEmailProven: true };
const getMember = 'member/getMember/**';
const emailExists = 'Email already registered. Please reset password or contact support for assistance.';

const registration: readonly Screen[] = [
  state('register', { at: '/register', shows: 'Organization name' }),
  state('register-incomplete', {
    at: '/register',
    then: (page) => press(page, 'Create account'),
    shows: 'Please enter your first name.',
  }),
  state('register-taken', {
    at: '/register',
    answers: { 'account/register': refuses(409, 'EMAIL_EXISTS', emailExists) },
    then: registering,
    shows: emailExists,
  }),
  state('register-weak', {
    at: '/register',
    answers: { 'account/register': refuses(400, 'PASSWORD_WEAK', 'This password is easy to guess.') },
    then: registering,
    shows: 'This password is easy to guess.',
  }),
  state('register-invited', {
    at: `/register/${memberId}?code=${code}`,
    answers: { [getMember]: gives(invited) },
    shows: 'Join Donau',
  }),
  state('register-invite-failed', {
    at: `/register/${memberId}?code=${code}`,
    answers: { [getMember]: refuses(404, 'NOT_FOUND', '') },
    shows: 'It may have expired or been used',
  }),
  state('register-loading', {
    at: `/register/${memberId}?code=${code}`,
    answers: { [getMember]: neverAnswers },
    shows: 'Loading',
  }),
  state('register-success', {
    at: '/register',
    answers: { 'account/register': gives(memberId) },
    then: registering,
    shows: 'dana@fabrikam.test',
  }),
  state('register-success-unknown', { at: `/register/success/${memberId}`, shows: 'Send again' }),
  state('register-ready', {
    at: `/register/${memberId}?code=${code}`,
    answers: { [getMember]: gives({ ...invited, email: 'bob@fabrikam.test' }), 'account/register': gives(memberId) },
    then: async (page) => {
      await fill(page, { Password: person.Password });
      await press(page, 'Create account');
    },
    shows: 'Your account is ready',
  }),
  state('register-join', {
    at: `/register/${memberId}?code=${code}`,
    answers: { [getMember]: gives(invited) },
    shows: 'Join with this account',
    who: 'bob',
  }),
  state('register-join-refused', {
    at: `/register/${memberId}?code=${code}`,
    answers: {
      [getMember]: gives(invited),
      'member/join': refuses(409, 'CONFLICT', 'Your account belongs to another member of this organization already.'),
    },
    then: (page) => press(page, 'Join with this account'),
    shows: 'belongs to another member',
    who: 'bob',
  }),
  state('existing-user', { at: '/register/existing-user', shows: 'You are already registered' }),
  state('confirm', { at: `/confirm/${code}`, shows: 'Press the button if you registered' }),
  state('confirm-loading', {
    at: `/confirm/${code}`,
    answers: { 'account/ConfirmRegisterEmail': neverAnswers },
    then: confirming,
    shows: 'Confirming your email address',
  }),
  state('confirm-password', {
    at: `/confirm/${code}`,
    answers: { 'account/ConfirmRegisterEmail': refuses(403, 'PASSWORD_NEEDED', 'not shown') },
    then: async (page) => {
      await confirming(page);
      await page.getByText('You did not register in this browser').waitFor();
      await confirming(page);
    },
    shows: 'Please enter your password.',
  }),
  state('confirmed', {
    at: `/confirm/${code}`,
    answers: { 'account/ConfirmRegisterEmail': gives(true), 'user/PostRegistration': gives(true) },
    then: confirming,
    shows: 'Your email address is confirmed',
  }),
  state('confirm-failed', {
    at: `/confirm/${code}`,
    answers: { 'account/ConfirmRegisterEmail': refusesCode },
    then: confirming,
    shows: 'This link did not work',
  }),
  state('register-again', { at: `/register?code=${code}`, shows: 'Enter the address that received our email' }),
  state('first-steps', { at: '/setup', shows: 'Connect with Microsoft Teams' }),
];

const resetLink = { 'account/ConfirmResetPasswordEmail': gives(true) };

const recovery: readonly Screen[] = [
  state('forgot', { at: '/forgot-password', shows: 'Send link' }),
  state('forgot-unknown', {
    at: '/forgot-password',
    then: async (page) => {
      await fill(page, { Email: 'nobody@example.test' });
      await press(page, 'Send link');
    },
    shows: 'do not know',
  }),
  state('forgot-sent', {
    at: '/forgot-password',
    answers: { 'account/forgotPassword/**': gives(true) },
    then: async (page) => {
      await fill(page, { Email: longEmail });
      await press(page, 'Send link');
    },
    shows: /^If .* has an account/,
  }),
  state('reset', { at: `/reset-password/${code}`, answers: resetLink, shows: 'Confirm password' }),
  state('reset-different', {
    at: `/reset-password/${code}`,
    answers: resetLink,
    then: async (page) => {
      await fill(page, { 'New password': person.Password, 'Confirm password': 'something else' });
      await press(page, 'Set password');
    },
    shows: 'Two passwords are inconsistent.',
  }),
  state('reset-loading', {
    at: `/reset-password/${code}`,
    answers: { 'account/ConfirmResetPasswordEmail': neverAnswers },
    shows: /Checking|Loading/,
  }),
  state('reset-bad-code', {
    at: `/reset-password/${code}`,
    answers: { 'account/ConfirmResetPasswordEmail': refusesCode },
    shows: 'This link is no longer valid',
  }),
  state('reset-done', { at: '/reset/success', shows: 'Your new password is saved' }),
];

const restoring = `/organization/restore/${code}`;
const restoration: readonly Screen[] = [
  state('restore', { at: restoring, shows: 'Restore' }),
  state('restored', {
    at: restoring,
    answers: { 'org/undelete': gives({ name: longOrg }) },
    then: (page) => press(page, 'Restore'),
    shows: 'Your organization is restored',
  }),
  state('restore-failed', {
    at: restoring,
    answers: { 'org/undelete': refuses(400, 'CODE_INVALID', '') },
    then: (page) => press(page, 'Restore'),
    shows: 'the time to restore has passed',
  }),
];

const found = {
  isConnected: false,
  tenantId: '3b241101-e2bb-4255-8caf-4136c566a962',
  tenantName: longOrg,
  installer: longName,
  team: '<b>Platform</b>',
  members: 12,
};
const typeCode = async (page: Page): Promise<void> => {
  await page.getByLabel(/^Code/).fill('ABCD-EFGH-JKMN');
  await press(page, 'Continue');
};

const connecting: readonly Screen[] = [
  state('setup', { at: '/teams/setup', shows: 'Click Add.' }),
  state('privacy', { at: '/privacy', shows: 'Access to your data' }),
  state('prices', { at: '/prices', shows: 'How you pay' }),
  state('terms', { at: '/terms', shows: 'Your account' }),
  state('help', { at: '/help', shows: 'Ask the admins of your organization first' }),
  state('setup-admin', { at: '/teams/setup', shows: 'Added it already?', who: 'ann' }),
  state('connect', { at: '/settings/connect', shows: 'Continue', who: 'ann' }),
  state('connect-refused', {
    at: '/settings/connect',
    answers: { 'org/connect': refuses(409, 'CONNECT_REFUSED', 'This code has expired: it was valid for an hour.') },
    then: typeCode,
    shows: 'This code has expired',
    who: 'ann',
  }),
  state('connect-confirm', {
    at: '/settings/connect',
    answers: { 'org/connect': gives(found) },
    then: typeCode,
    shows: 'This is not my organization',
    who: 'ann',
  }),
  state('connect-password', {
    at: '/settings/connect',
    answers: {
      'org/connect': (route) => {
        const { confirm = false } = route.request().postDataJSON() as { confirm?: boolean };
        return (confirm ? refuses(403, 'REAUTH', 'Please sign in again to do this.') : gives(found))(route);
      },
    },
    then: async (page) => {
      await typeCode(page);
      await press(page, 'Connect');
      await page.getByLabel(/Your password, once more/).waitFor();
      await press(page, 'Connect');
    },
    shows: 'Please enter your password.',
    who: 'ann',
  }),
  state('connected', {
    at: '/settings/connect',
    answers: { 'org/connect': gives({ ...found, isConnected: true, team: 'Platform' }) },
    then: typeCode,
    shows: 'You are connected',
    who: 'ann',
  }),
];

const owed = {
  ...{ provider: 'invoice', state: 'TRIAL_ENDED', trialEndsAt: '2026-11-15T09:00:00.000Z' },
  ...{ readOnlyFrom: '2026-11-22T09:00:00.000Z', contact: null, method: null },
};
const billTo = { name: longOrg, email: longEmail, address: `${longName}\n${longOrg}`, taxId: '', purchaseOrder: '' };
const card = { provider: 'stripe', state: 'OVERDUE', contact: billTo, method: 'Visa •••• 4242' };
const coming = '/payment/success?session_id=cs_test_1';
const unfinished = 'No payment method was saved. Please try again.';

const paying: readonly Screen[] = [
  state('payment', { at: '/payment/add', shows: 'Your trial runs until', who: 'ann' }),
  state('payment-incomplete', {
    at: '/payment/add',
    then: (page) => press(page, 'Save'),
    shows: 'Please provide the name for the invoice.',
    who: 'ann',
  }),
  state('trial-ended', {
    at: '/payment/add',
    answers: { 'payment/get': gives(owed) },
    shows: 'Your trial has ended',
    who: 'ann',
  }),
  state('payment-overdue', {
    at: '/payment/add',
    answers: { 'payment/get': gives({ ...owed, ...card }) },
    shows: 'A payment failed',
    who: 'ann',
  }),
  state('payment-not-admin', { at: '/payment/add', shows: 'Only an admin', who: 'bob' }),
  state('payment-loading', {
    at: '/payment/add',
    answers: { 'payment/get': neverAnswers },
    shows: 'Loading',
    who: 'ann',
  }),
  state('payment-failed', {
    at: '/payment/add',
    answers: { 'payment/get': refuses(400, 'INVALID_INPUT', 'Please try again later.') },
    shows: 'Please try again later.',
    who: 'ann',
  }),
  state('payment-confirming', {
    at: coming,
    answers: { 'payment/confirm': neverAnswers },
    shows: 'Saving your payment method',
    who: 'ann',
  }),
  state('payment-unfinished', {
    at: coming,
    answers: { 'payment/confirm': refuses(409, 'PAYMENT_INCOMPLETE', unfinished) },
    shows: unfinished,
    who: 'ann',
  }),
  state('payment-cancelled', { at: '/payment/cancel', shows: 'Nothing was saved', who: 'ann' }),
];

const security = '/settings?tab=security';
const microsoftAccount = {
  ...{ memberId: '01M7VZGC0000000000000000BB', name: longName, organisation: longOrg },
  joinedAt: '2026-11-19T08:00:00.000Z',
};
const passwordSince = '2026-10-01T08:00:00.000Z';
const methods = (microsoft: readonly object[]) => ({ 'user/signinmethods': gives({ passwordSince, microsoft }) });
const listed = methods([microsoftAccount, { ...microsoftAccount, memberId: `${'0'.repeat(25)}1`, joinedAt: null }]);

const signInMethods: readonly Screen[] = [
  state('sign-in-methods', { at: security, answers: listed, shows: 'Gives access to your whole account.', who: 'bob' }),
  state('sign-in-methods-none', {
    at: security,
    answers: methods([]),
    shows: 'No Microsoft account signs in to your account.',
    who: 'bob',
  }),
  state('sign-in-methods-loading', {
    at: security,
    answers: { 'user/signinmethods': neverAnswers },
    shows: 'Sign-in methods',
    who: 'bob',
  }),
  state('sign-in-methods-failed', {
    at: security,
    answers: { 'user/signinmethods': refuses(500, 'INTERNAL', 'Please try again later.') },
    shows: 'Please try again later.',
    who: 'bob',
  }),
  state('sign-in-methods-remove', {
    at: security,
    answers: {
      ...listed,
      'user/signinmethods/remove': refuses(403, 'REAUTH', 'Please sign in again to do this.'),
    },
    then: async (page) => {
      await page.getByRole('button', { name: /^Remove the Microsoft account/ }).click();
      await press(page, 'Yes, remove it');
    },
    shows: 'To do this, please confirm once more that it is you.',
    who: 'bob',
  }),
  state('password-joined', {
    at: '/settings?tab=password',
    answers: listed,
    shows: 'Remove the Microsoft accounts that are linked to mine',
    who: 'bob',
  }),
];

export const accountScreenStates: readonly Screen[] = [
  ...[...login, ...registration, ...recovery],
  ...[...restoration, ...connecting, ...paying, ...signInMethods],
];
