import { screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import { memoryStorage } from '../../api/client/safeBrowserStorage.ts';
import { aSession } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

const openAt = async (mustSetUp: boolean) => {
  server.use(answering('post', '/api/account/login', () => ({ challenge: 'the-challenge', mustSetUp })));
  const view = renderApp('/login?redirectUrl=%2Fhome', { storage: memoryStorage() });
  await view.user.type(await screen.findByLabelText('Email'), 'alex@rollcall.test');
  await view.user.type(screen.getByLabelText('Password'), 'Rollcall-demo-1');
  await view.user.click(screen.getByRole('button', { name: 'Sign in' }));
  return view;
};
const codeField = () => screen.findByLabelText(/^Code/);

describe('the second step of signing in', () => {
  it('asks for the code, which managers and phones may fill in, and continues', async () => {
    const bodies: unknown[] = [];
    server.use(
      answering('post', '/api/auth/totp/verify', ({ body, authorization }) => {
        bodies.push([body, authorization]);
        return aSession();
      }),
    );
    const view = await openAt(false);
    const field = await codeField();
    expect(screen.getAllByRole('heading').map((item) => item.textContent)).toEqual(['Second step']);
    expect(screen.queryByRole('link', { name: 'Create an account' })).not.toBeInTheDocument();
    expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    expect(field).toHaveAttribute('inputmode', 'numeric');
    expect(view.storage.get('HRA.USER.TOKEN')).toBeNull();
    await view.user.type(field, '123456{Enter}');
    await screen.findByRole('heading', { level: 1, name: /20 November 2026/ });
    expect(view.address()).toBe('/home');
    expect(bodies).toEqual([[{ challenge: 'the-challenge', code: '123456' }, null]]);
    expect(view.storage.get('HRA.USER.REFRESH.TOKEN')).toBe('refresh-0');
    expect(view.services.api.session.state()).toMatchObject({ email: 'alex@rollcall.test' });
  });

  it('takes a recovery code instead', async () => {
    const bodies: unknown[] = [];
    server.use(
      answering('post', '/api/auth/totp/verify', ({ body }) => {
        bodies.push(body);
        return aSession();
      }),
    );
    const { user } = await openAt(false);
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    const field = screen.getByLabelText(/^Recovery code/);
    expect(field).toHaveAttribute('autocomplete', 'off');
    await user.type(field, 'ABCD-EFGH-JKMN-PQRS');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('heading', { level: 1, name: /20 November 2026/ });
    expect(bodies).toEqual([{ challenge: 'the-challenge', code: 'ABCD-EFGH-JKMN-PQRS' }]);
  });

  it('shows the error and keeps the typed text', async () => {
    server.use(
      answering('post', '/api/auth/totp/verify', () => refusal(400, 'INVALID_INPUT', 'This code is not right.')),
    );
    const { user } = await openAt(false);
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Please enter the code.')).toBeVisible();
    await user.type(await codeField(), '000000{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('This code is not right.');
    const field = await codeField();
    expect(field).toHaveValue('000000');
    expect(field).toHaveFocus();
    expect(field).toHaveAccessibleDescription('This code is not right.');
  });

  it('shows for a recovery code no error of the app’s code', async () => {
    server.use(
      answering('post', '/api/auth/totp/verify', () => refusal(400, 'INVALID_INPUT', 'This code is not right.')),
    );
    const { user } = await openAt(false);
    await user.type(await codeField(), '000000{Enter}');
    await screen.findByRole('alert');
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    expect(screen.getByLabelText(/^Recovery code/)).not.toHaveAccessibleDescription();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('returns to the password when it took too long, with a message until the next try', async () => {
    server.use(answering('post', '/api/auth/totp/verify', () => refusal(401, 'UNAUTHENTICATED', 'Please sign in.')));
    const { user } = await openAt(false);
    await user.type(await codeField(), '123456{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('That took too long. Please sign in again.');
    expect(screen.getByLabelText('Email')).toHaveValue('alex@rollcall.test');
    expect(screen.getByLabelText('Password')).toHaveValue('');
    await user.type(screen.getByLabelText('Password'), 'Rollcall-demo-1{Enter}');
    expect(await codeField()).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('the second step of signing in can be cancelled', async () => {
    const { user } = await openAt(false);
    await user.click(await screen.findByRole('button', { name: 'Start again' }));
    expect(await screen.findByLabelText('Password')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a second step that has to be set up first', () => {
  const codes = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'];

  it('shows key and picture, takes a code, shows the recovery codes, and only then continues', async () => {
    const bodies: unknown[] = [];
    server.use(
      answering('post', '/api/auth/totp/begin', ({ body }) => {
        bodies.push(body);
        return { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Rollcall:alex?secret=JBSWY3DPEHPK3PXP' };
      }),
      answering('post', '/api/auth/totp/confirm', ({ body }) => {
        bodies.push(body);
        return { recoveryCodes: codes, session: aSession() };
      }),
    );
    const view = await openAt(true);
    expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    expect(screen.getByText('JBSWY3DPEHPK3PXP')).toBeVisible();
    await view.user.type(await codeField(), '123456{Enter}');
    for (const code of codes) expect(await screen.findByText(code)).toBeVisible();
    expect(view.storage.get('HRA.USER.TOKEN')).toBeNull();
    await view.user.click(screen.getByRole('button', { name: 'I have saved the codes' }));
    await screen.findByRole('heading', { level: 1, name: /20 November 2026/ });
    expect(view.address()).toBe('/home');
    expect(bodies).toEqual([{ challenge: 'the-challenge' }, { challenge: 'the-challenge', code: '123456' }]);
  });

  it('shows when the code is wrong, and starts again when it took too long', async () => {
    server.use(
      answering('post', '/api/auth/totp/begin', () => ({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' })),
      answering('post', '/api/auth/totp/confirm', () => refusal(400, 'INVALID_INPUT', 'This code is not right.')),
    );
    const { user } = await openAt(true);
    await screen.findByRole('img');
    await user.type(await codeField(), '000000{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('This code is not right.');
    server.use(answering('post', '/api/auth/totp/confirm', () => refusal(401, 'UNAUTHENTICATED', 'Please sign in.')));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('That took too long. Please sign in again.');
  });
});

describe('an address that is not confirmed', () => {
  it('can have the link sent again', async () => {
    const bodies: unknown[] = [];
    server.use(
      answering('post', '/api/account/login', () =>
        refusal(403, 'EMAIL_NOT_CONFIRMED', 'Please confirm your email address first.'),
      ),
      answering('post', '/api/account/resendConfirm', ({ body }) => {
        bodies.push(body);
        return true;
      }),
    );
    const { user } = renderApp('/login', { storage: memoryStorage() });
    await user.type(await screen.findByLabelText('Email'), 'alex@rollcall.test');
    await user.type(screen.getByLabelText('Password'), 'Rollcall-demo-1{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Send the link again' }));
    expect(await screen.findByText('A new link is on its way.')).toBeVisible();
    expect(bodies).toEqual([{ email: 'alex@rollcall.test' }]);
  });
});
