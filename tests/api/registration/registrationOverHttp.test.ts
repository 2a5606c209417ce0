import { login } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import {
  confirmRegisterEmail,
  forgotPassword,
  postRegistration,
  register,
  resendConfirm,
  resetPassword,
  validateEmail,
} from '#contracts/registration/registrationAndPasswordResetCalls.ts';
import { getMember, inviteMember } from '#contracts/registration/memberInvitationCalls.ts';
import { aMemberId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { send } from '../../support/http/rawHttpClient.ts';
import { goodPassword } from '../../support/worlds/registrationWorldAndFakeMail.ts';
import { emailOf, publicUrl, requestOf, startTestApp } from '../../support/apps/testApp.ts';
import type { TestApp } from '../../support/apps/testApp.ts';

let app: TestApp;
afterEach(() => app.stop());

const person = { firstName: 'Ann', lastName: 'Lee', password: goodPassword, organizationName: 'Fabrikam' };
const newcomer = { ...person, email: 'new@example.test' };

/** Reads the page on which demo mode shows the emails that it would send. */
const mailbox = async (): Promise<string> => {
  await app.beat();
  const reply = await send(app.port, { target: '/mail' });
  expect(reply.status).toBe(200);
  return reply.body.toString('utf8');
};
const codeOn = (page: string, path: string): string => new RegExp(`${path}([\\w-]{43})"`).exec(page)?.[1] ?? '';
const text = (value: unknown): string => JSON.stringify(value);

describe('registering over HTTP', () => {
  it('leads from the form through the email to a session', async () => {
    app = await startTestApp();
    const done = await app.ask(null, register, newcomer);
    expect(done).toMatchObject({
      status: 200,
      envelope: { status: 'Success', data: expect.stringMatching(/^[0-9A-Z]{26}$/) as string },
    });
    const code = codeOn(await mailbox(), `href="${publicUrl}/confirm/`);
    const foreign = await app.ask(null, confirmRegisterEmail, { code });
    expect(foreign).toMatchObject({ status: 403, envelope: { errorCode: 'PASSWORD_NEEDED' } });
    const wrong = await app.ask(null, confirmRegisterEmail, { code, password: `${goodPassword}x` });
    expect(wrong).toMatchObject({ status: 401, envelope: { errorCode: 'INVALID_CREDENTIALS' } });
    expect(wrong.envelope.message).toBe('This is not the password you chose when you registered.');
    expect((await app.ask(null, confirmRegisterEmail, { code, password: goodPassword })).envelope.data).toBe(true);
    expect((await app.ask(null, postRegistration, { code })).envelope.data).toBe(true);
    const session = await app.ask(null, login, { email: newcomer.email, password: goodPassword });
    expect(session.envelope.data).toMatchObject({ memberId: null, warnings: [] });
  });

  it('lets the same browser confirm without the password, by a cookie that no script can read', async () => {
    app = await startTestApp();
    const done = await app.ask(null, register, newcomer);
    const cookie = done.headers['set-cookie'] ?? '';
    expect(cookie).toMatch(/^__Host-registration=[\w-]{43}; Max-Age=86400; Path=\/; Secure; HttpOnly; SameSite=Lax$/);
    const [pair = ''] = cookie.split(';');
    const code = codeOn(await mailbox(), `href="${publicUrl}/confirm/`);
    const confirming = (sent: string) => {
      const request = requestOf(confirmRegisterEmail, { code });
      return app.send({ ...request, headers: { ...request.headers, Cookie: sent } });
    };
    for (const sent of [`${pair}x`, `${pair}; ${pair}`, '__Host-registration=', pair.replace('__Host-', '')])
      expect(await confirming(sent)).toMatchObject({ status: 403, envelope: { errorCode: 'PASSWORD_NEEDED' } });
    expect((await confirming(pair)).envelope.data).toBe(true);
  });

  it('keeps the secret of a browser that registers twice, and replaces an unknown one', async () => {
    app = await startTestApp();
    const registering = async (email: string, sent: string): Promise<string> => {
      const request = requestOf(register, { ...newcomer, email });
      const { headers } = await app.send({ ...request, headers: { ...request.headers, Cookie: sent } });
      return (headers['set-cookie'] ?? '').split(';')[0] ?? '';
    };
    const first = await registering('one@example.test', '');
    expect(await registering('two@example.test', first)).toBe(first);
    expect(await registering('three@example.test', '__Host-registration=short')).toMatch(/=[\w-]{43}$/);
  });

  it('leads from a forgotten password through the email to a new one', async () => {
    app = await startTestApp();
    expect((await app.ask(null, forgotPassword, { email: emailOf('bob') })).envelope.data).toBe(true);
    const code = codeOn(await mailbox(), `href="${publicUrl}/reset-password/`);
    const next = { code, newPassword: goodPassword, passwordConfirmation: `${goodPassword}x` };
    const wrong = await app.ask(null, resetPassword, next);
    expect(wrong).toMatchObject({ status: 400, envelope: { message: 'Two passwords are inconsistent.' } });
    expect((await app.ask(null, resetPassword, { ...next, passwordConfirmation: goodPassword })).status).toBe(200);
    expect((await app.ask(null, login, { email: emailOf('bob'), password: goodPassword })).status).toBe(200);
    expect(await mailbox()).toContain('Your password was changed');
  });

  it('rejects with the code and text of EMAIL_EXISTS', async () => {
    app = await startTestApp();
    expect(await app.ask(null, register, { ...newcomer, email: emailOf('ann') })).toMatchObject({
      status: 409,
      envelope: {
        errorCode: 'EMAIL_EXISTS',
        message: 'Email already registered. Please reset password or contact support for assistance.',
      },
    });
    const unknown = await app.ask(null, forgotPassword, { email: 'nobody@example.test' });
    expect(unknown).toMatchObject({ status: 404, envelope: { errorCode: 'USER_NOT_FOUND' } });
    const known = await app.ask(null, getMember, { id: aMemberId('bob') });
    expect(known).toMatchObject({ status: 409, envelope: { errorCode: 'USER_ALREADY_REGISTERED', data: null } });
    const unknownMember = await app.ask(null, getMember, { id: aMemberId('nobody') });
    expect(unknownMember).toMatchObject({ status: 404, envelope: { errorCode: 'NOT_FOUND', data: null } });
    expect((await app.ask(null, confirmRegisterEmail, { code: 'x' })).envelope.errorCode).toBe('CODE_INVALID');
    expect((await app.ask(null, inviteMember, { teamId: aTeamId(), memberId: aMemberId('bob') })).status).toBe(401);
    expect((await app.ask('bob', inviteMember, { teamId: aTeamId(), memberId: aMemberId('cy') })).status).toBe(403);
  });

  it('replies with the same status, keys and order to known and unknown addresses when accounts are hidden', async () => {
    app = await startTestApp(undefined, { ACCOUNT_ENUMERATION_SAFE: 'true' });
    const shape = ({ status, text: body }: Awaited<ReturnType<TestApp['ask']>>) =>
      `${status} ${body.replace(/[0-9A-Z]{26}/, 'ID')}`;
    const repliesFor = async (email: string): Promise<string[]> => [
      shape(await app.ask(null, register, { ...newcomer, email })),
      shape(await app.ask(null, validateEmail, { email })),
      shape(await app.ask(null, resendConfirm, { email })),
      shape(await app.ask(null, forgotPassword, { email })),
    ];
    expect(await repliesFor(emailOf('ann'))).toEqual(await repliesFor('nobody@example.test'));
    await app.beat();
    const log = app.lines.join('\n');
    expect(log).not.toMatch(/ann@|nobody@/);
  });

  it.each([
    ['a@b.co', 'a@b.co'],
    ['A@B.CO', 'a@b.co'],
    ['a@sub.b.co.uk', 'a@sub.b.co.uk'],
    ['a@xn--exmple-cua.de', 'a@xn--exmple-cua.de'],
    ['1@b.co', '1@b.co'],
    ['a@b.co  ', 'a@b.co'],
    ["o'neil+tag@b.co", "o'neil+tag@b.co"],
  ])('accepts the address %j as %j', async (email, same) => {
    app = await startTestApp();
    expect((await app.ask(null, register, { ...person, email })).status).toBe(200);
    expect((await app.ask(null, validateEmail, { email: same })).envelope.data).toEqual({ isExists: true });
  });

  it('rejects an invalid address and a list of addresses', async () => {
    app = await startTestApp();
    const bad = [
      '"a b"@b.co',
      'a..b@b.co',
      'a@b',
      'a@b.co\r\nBcc: x@y.z',
      'a@b.co\nBcc: x@y.z',
      'a@b.co\n',
      '\ta@b.co',
      '<a@b.co>',
      '"x@evil.com x"@b.co',
      'a@b_c.co',
      'mrs.\u03bf@b.co',
      '%0aa@b.co',
      'a@b.co;c@d.co',
      'a@b.co,c@d.co',
      'x (a@evil.co) <a@b.co>',
      `a@${'b'.repeat(250)}.co`,
      `${'a'.repeat(65)}@b.co`,
      'a@good.com(.evil.com)',
      'user@ex\u00e4mple.de',
      ['a@b.co', 'c@d.co'],
      { address: 'a@b.co' },
    ];
    for (const email of bad) {
      const reply = await app.ask(null, register, { ...person, email: email as string });
      expect(`${text(email)} ${reply.status} ${reply.envelope.message}`).toBe(
        `${text(email)} 400 Please enter a valid email address.`,
      );
      for (const call of [validateEmail, forgotPassword, resendConfirm])
        expect((await app.ask(null, call, { email: text(email) })).status).toBeGreaterThanOrEqual(400);
    }
    expect(await mailbox()).toContain('No email has been sent yet.');
  });

  it('builds links from PUBLIC_URL, whatever host the request names', async () => {
    app = await startTestApp();
    const request = requestOf(register, newcomer);
    const reply = await app.send({ ...request, host: 'localhost:9' });
    expect(reply.status).toBe(200);
    const hosts = ['evil.com', '127.0.0.1:evil', '127.0.0.1, evil.com'];
    for (const host of hosts) expect((await app.send({ ...request, host })).status).toBeGreaterThanOrEqual(400);
    for (const header of ['X-Forwarded-Host', 'Forwarded'])
      expect((await app.send({ ...request, headers: { ...request.headers, [header]: 'host=evil.com' } })).status).toBe(
        403,
      );
    const page = await mailbox();
    expect(codeOn(page, `href="${publicUrl}/confirm/`)).toHaveLength(43);
    expect(page).not.toMatch(/evil|localhost/);
  });

  it('counts floods by the caller’s real address, not by its claimed one', async () => {
    app = await startTestApp();
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1)
      statuses.push((await app.ask(null, register, { ...person, email: `f${index}@example.test` })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429]);
    const last = await app.ask(null, register, newcomer);
    const seconds = Number(last.headers['retry-after']);
    expect(seconds).toBeGreaterThan(60);
    const minutes = Math.ceil(seconds / 60);
    expect(last.envelope.message).toBe(`Too many tries. Please try again in ${minutes} minutes.`);
    const request = requestOf(register, newcomer);
    const inGerman = await app.send({ ...request, headers: { ...request.headers, 'Accept-Language': 'de' } });
    expect(inGerman.envelope.message).toContain(`in ${minutes} Minuten`);
  });
});

describe('the mailbox page', () => {
  it('is a page of the product that is not cached and shows texts of people as plain text', async () => {
    app = await startTestApp();
    await app.ask(null, forgotPassword, { email: emailOf('bob') });
    await app.beat();
    const reply = await send(app.port, { target: '/mail' });
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.headers['content-security-policy']).toContain("script-src 'self'");
    expect(reply.body.toString('utf8')).toContain('Hello bob,');
  });

  it('exists only in demo mode without a mail server', async () => {
    app = await startTestApp(undefined, { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@rollcall.test' });
    expect((await send(app.port, { target: '/mail' })).status).toBe(404);
  });
});
