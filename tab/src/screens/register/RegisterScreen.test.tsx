import { screen, waitFor } from '@testing-library/react';
import '@testing-library/jest-dom';
import { memoryStorage } from '../../api/client/safeBrowserStorage.ts';
import { storageKeys } from '#contracts/core/limits.ts';
import { aToken, now, ulid } from '../../testing/builders.ts';
import { boxOf, saying } from '../../testing/dom.ts';
import { renderApp, signedInStorage } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

const open = (path: string) => renderApp(path, { storage: memoryStorage() });
type View = ReturnType<typeof renderApp>;
const id = ulid('new');
const code = 'c'.repeat(43);
const bob = ulid('bob');

const typed = {
  'First name': 'Ann',
  'Last name': 'Lee',
  Email: 'ann@example.test',
  Password: 'otter-violin-42-lamp',
  'Organization name': 'Fabrikam',
};
const fill = async ({ user }: View, values: Readonly<Record<string, string>> = typed): Promise<void> => {
  await screen.findByLabelText('First name');
  for (const [label, value] of Object.entries(values)) {
    await user.clear(screen.getByLabelText(label));
    if (value !== '') await user.type(screen.getByLabelText(label), value);
  }
  await user.click(screen.getByRole('button', { name: 'Create account' }));
};
const refusing = (status: number, errorCode: string, message: string): void => {
  server.use(answering('post', '/api/account/register', () => refusal(status, errorCode, message)));
};

describe('registering', () => {
  it('sends what was typed, without a token, and shows where the email went', async () => {
    const calls: unknown[] = [];
    server.use(
      answering('post', '/api/account/register', ({ body, authorization }) => {
        calls.push([body, authorization]);
        return id;
      }),
    );
    const view = open('/register');
    await fill(view);
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeVisible();
    expect(view.address()).toBe(`/register/success/${id}`);
    expect(screen.getByText(saying(/We have sent a link to ann@example.test/))).toBeVisible();
    const { firstName, lastName, email, password, organizationName } = {
      firstName: 'Ann',
      lastName: 'Lee',
      email: typed['Email'],
      password: typed.Password,
      organizationName: 'Fabrikam',
    };
    expect(calls).toEqual([[{ firstName, lastName, email, password, organizationName }, null]]);
  });

  it('names the terms once, as links that end the sentence about them', async () => {
    open('/register');
    const terms = await screen.findByRole('link', { name: 'Terms of use' });
    expect(terms).toHaveAttribute('href', '/terms');
    expect(boxOf(terms)).toHaveTextContent(/^By creating an account you agree to these terms: Terms of use Privacy$/);
  });

  const installed = (price: object | null): void => {
    server.use(answering('get', '/api/installation', () => ({ price })));
  };

  it('names the trial and the price of a person, with a link to how billing works', async () => {
    installed({ perPerson: 350, currency: 'EUR', trialDays: 14 });
    open('/register');
    const sentence = 'The first 14 days are free. After that: 3.50 EUR per active person and month.';
    expect(await screen.findByText(sentence, { exact: false })).toBeVisible();
    const link = screen.getByRole('link', { name: 'Price and billing' });
    expect(link).toHaveAttribute('href', '/prices');
    expect(link).toHaveAttribute('target', '_blank');
  });

  it('promises no free days where there are none', async () => {
    installed({ perPerson: 200, currency: 'USD', trialDays: 0 });
    open('/register');
    expect(await screen.findByText(/^2\.00 USD per active person and month\./)).toBeVisible();
    expect(screen.queryByText(/free/)).not.toBeInTheDocument();
  });

  it('names no price where nothing is billed', async () => {
    installed(null);
    open('/register');
    await screen.findByLabelText('First name');
    await screen.findByRole('link', { name: 'Terms of use' });
    expect(screen.queryByRole('link', { name: 'Price and billing' })).not.toBeInTheDocument();
  });

  it('names the account that is signed in, and leads back to its dashboard', async () => {
    renderApp('/register', { storage: signedInStorage() });
    expect(await screen.findByText(saying(/You are signed in as alex@rollcall.test/))).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/');
  });

  it('lets browsers and password managers fill in every field', async () => {
    open('/register');
    await screen.findByLabelText('First name');
    const filled = Object.keys(typed).map((label) => screen.getByLabelText(label).getAttribute('autocomplete'));
    expect(filled).toEqual(['given-name', 'family-name', 'email', 'new-password', 'organization']);
  });

  it.each([
    ['First name', '', 'Please enter your first name.'],
    ['Last name', ' ', 'Please enter your last name.'],
    ['Email', 'ann', 'Please enter a valid email address.'],
    ['Email', 'ann@home', 'Please enter a valid email address.'],
    ['Password', '', 'Please enter your password.'],
    ['Password', 'short', 'Please use at least 10 characters.'],
    ['Organization name', '', 'Please enter the name of your organization.'],
  ])('shows the error of %s %j beside it, without a call, and focuses it', async (label, value, message) => {
    const view = open('/register');
    await fill(view, { ...typed, [label]: value });
    expect(await screen.findByText(message)).toBeVisible();
    const field = screen.getByLabelText(label);
    expect(field).toHaveFocus();
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription(expect.stringContaining(message));
  });

  it('goes to the first of several wrong fields', async () => {
    const view = open('/register');
    await fill(view, { ...typed, 'Last name': '', Password: '' });
    expect(screen.getByLabelText('Last name')).toHaveFocus();
  });

  it('shows beside the address that it is taken, and keeps what was typed', async () => {
    const message = 'Email already registered. Please reset password or contact support for assistance.';
    refusing(409, 'EMAIL_EXISTS', message);
    const view = open('/register');
    await fill(view);
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(message);
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.getByLabelText('Password')).toHaveValue(typed.Password);
    expect(screen.getByRole('link', { name: 'Reset password' })).toHaveAttribute('href', '/forgot-password');
    expect(screen.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', '/support');
  });

  it('shows beside the password why the server does not take it', async () => {
    refusing(400, 'PASSWORD_WEAK', 'This password is easy to guess.');
    await fill(open('/register'));
    expect(await screen.findByText('This password is easy to guess.')).toBeVisible();
    expect(screen.getByLabelText('Password')).toHaveFocus();
  });

  it('shows every other error above the form', async () => {
    refusing(429, 'TOO_MANY_REQUESTS', 'Too many tries. Please wait a moment and try again.');
    await fill(open('/register'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many tries.');
  });

  it('shows the password when asked, and hides it again', async () => {
    const { user } = open('/register');
    expect(await screen.findByLabelText('Password')).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  });
});

describe('an invitation', () => {
  const member = { id: bob, name: 'Bob van Ray', email: 'bob@example.test', orgName: 'Contoso', isEmailProven: true };

  it('is looked up with its code and filled in; its own address needs no email', async () => {
    const calls: unknown[] = [];
    server.use(
      answering('get', '/api/member/getMember/:id', ({ url, params }) => {
        calls.push([params['id'], url.searchParams.get('code')]);
        return member;
      }),
      answering('post', '/api/account/register', ({ body }) => {
        calls.push(body);
        return id;
      }),
    );
    const view = open(`/register/${bob}?code=${code}`);
    expect(await screen.findByRole('heading', { name: 'Join Contoso' })).toBeVisible();
    expect(screen.queryByLabelText('Organization name')).not.toBeInTheDocument();
    // An invited member does not pay, so the page has no link about the price.
    expect(screen.queryByRole('link', { name: 'Price and billing' })).not.toBeInTheDocument();
    await fill(view, { Password: typed.Password });
    expect(await screen.findByRole('heading', { name: 'You have joined Contoso' })).toBeVisible();
    await waitFor(() => {
      expect(document.title).toBe('You have joined Contoso – Rollcall');
    });
    expect(calls).toEqual([
      [bob, code],
      {
        firstName: 'Bob van',
        lastName: 'Ray',
        email: 'bob@example.test',
        password: typed.Password,
        memberId: bob,
        code,
      },
    ]);
  });

  it('shows that another address has to be confirmed', async () => {
    server.use(
      answering('get', '/api/member/getMember/:id', () => member),
      answering('post', '/api/account/register', () => id),
    );
    const view = open(`/register/${bob}?code=${code}`);
    await fill(view, { Email: 'bob@home.test', Password: typed.Password });
    expect(await screen.findByText(saying(/We have sent a link to bob@home.test/))).toHaveTextContent(
      'Open it to confirm the address and to join Contoso, then sign in.',
    );
    await waitFor(() => {
      expect(document.title).toBe('Check your email – Rollcall');
    });
  });

  it('leads a person with an account to the sign-in page, and back', async () => {
    server.use(answering('get', '/api/member/getMember/:id', () => member));
    open(`/register/${bob}?code=${code}`);
    const link = await screen.findByRole('link', { name: 'Sign in' });
    const back = encodeURIComponent(`/register/${bob}?code=${code}`);
    expect(link).toHaveAttribute('href', `/login?redirectUrl=${back}`);
  });

  const existing = aToken(now + 1_200_000);
  const signedIn = () => {
    const calls: unknown[] = [];
    server.use(
      answering('get', '/api/member/getMember/:id', () => member),
      answering('post', '/api/member/join', ({ body }) => {
        calls.push(['join', body]);
        return { orgId: ulid('contoso') };
      }),
      answering('post', '/api/auth/switch/:orgId', ({ params }) => {
        calls.push(['switch', params['orgId']]);
        return { token: existing, warnings: [], memberId: bob, orgId: ulid('contoso') };
      }),
    );
    const storage = signedInStorage();
    storage.set(storageKeys.refreshToken, 'mine');
    return { calls, view: renderApp(`/register/${bob}?code=${code}`, { storage }) };
  };

  it('can be taken with the signed-in account, and leads into its organisation', async () => {
    const { calls, view } = signedIn();
    expect(await screen.findByText(saying(/You are signed in as alex@rollcall.test/))).toBeVisible();
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
    await view.user.click(screen.getByRole('button', { name: 'Join with this account' }));
    await waitFor(() => {
      expect(view.address()).toBe('/');
    });
    expect(calls).toEqual([
      ['join', { memberId: bob, code }],
      ['switch', ulid('contoso')],
    ]);
    expect(view.storage.get(storageKeys.token)).toBe(existing);
    expect(view.storage.get(storageKeys.refreshToken)).toBe('mine');
  });

  it('an invitation that cannot be taken with this account shows why', async () => {
    const { view } = signedIn();
    const sentence = 'Your account belongs to another member of this organization already.';
    server.use(answering('post', '/api/member/join', () => refusal(409, 'CONFLICT', sentence)));
    await view.user.click(await screen.findByRole('button', { name: 'Join with this account' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(view.address()).toBe(`/register/${bob}?code=${code}`);
  });

  it('can be taken with another account: signing out shows the form', async () => {
    const { view } = signedIn();
    server.use(answering('post', '/api/auth/logout', () => true));
    await view.user.click(await screen.findByRole('button', { name: 'Use another account' }));
    expect(await screen.findByLabelText('Password')).toBeVisible();
  });

  it('an invitation of a person who has an account leads to signing in', async () => {
    server.use(
      answering('get', '/api/member/getMember/:id', () =>
        refusal(409, 'USER_ALREADY_REGISTERED', 'You are already registered.'),
      ),
    );
    const view = open(`/register/${bob}`);
    expect(await screen.findByRole('heading', { name: 'You are already registered' })).toBeVisible();
    expect(view.address()).toBe('/register/existing-user');
    await view.user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(view.address()).toBe('/login');
  });

  it.each([
    [404, 'NOT_FOUND', 'It may have expired or been used. Please ask the person who invited you for a new one.'],
    [400, 'INVALID_INPUT', 'It may have expired or been used. Please ask the person who invited you for a new one.'],
    [503, 'UNAVAILABLE', 'The service is busy at the moment.'],
  ])('an invitation that is invalid (%s %s) shows a message', async (status, errorCode, message) => {
    server.use(
      answering('get', '/api/member/getMember/:id', () =>
        refusal(status, errorCode, 'The service is busy at the moment.'),
      ),
    );
    open(`/register/${bob}?code=${code}`);
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
  });
});

describe('the email', () => {
  it('is sent again to the same address', async () => {
    const bodies: unknown[] = [];
    server.use(
      answering('post', '/api/account/register', () => id),
      answering('post', '/api/account/resendConfirm', ({ body }) => {
        bodies.push(body);
        return true;
      }),
    );
    const view = open('/register');
    await fill(view);
    await view.user.click(await screen.findByRole('button', { name: 'Send again' }));
    expect(await screen.findByRole('status')).toHaveTextContent('Sent.');
    expect(bodies).toEqual([{ email: 'ann@example.test' }]);
  });

  it('is asked for by address where that is not known, and a limit is explained', async () => {
    server.use(
      answering('post', '/api/account/resendConfirm', () =>
        refusal(429, 'TOO_MANY_REQUESTS', 'Too many tries. Please wait a moment and try again.'),
      ),
    );
    const { user } = open(`/register/success/${id}`);
    await user.click(await screen.findByRole('button', { name: 'Send again' }));
    expect(screen.getByText('Please enter a valid email address.')).toBeVisible();
    await user.type(screen.getByLabelText('Email'), 'ann@example.test{Enter}');
    expect(await screen.findByText('Too many tries. Please wait a moment and try again.')).toBeVisible();
  });
});

describe('the link in the email', () => {
  const confirming = (...answers: readonly (() => unknown)[]): unknown[] => {
    const asked: unknown[] = [];
    const left = [...answers];
    server.use(
      answering('post', '/api/account/ConfirmRegisterEmail', ({ body }) => {
        asked.push(body);
        return left.shift()?.() ?? true;
      }),
      answering('post', '/api/user/PostRegistration', ({ body }) => {
        asked.push(['PostRegistration', body]);
        return true;
      }),
    );
    return asked;
  };
  const press = async ({ user }: View): Promise<void> =>
    user.click(await screen.findByRole('button', { name: 'Confirm address' }));
  const passwordNeeded = () => refusal(403, 'PASSWORD_NEEDED', 'not shown');

  it('changes nothing when it is opened, and explains the button', async () => {
    const asked = confirming();
    open(`/confirm/${code}`);
    expect(await screen.findByRole('heading', { name: 'Confirm your email address' })).toBeVisible();
    expect(screen.getByText(/^Press the button if you registered for Rollcall/)).toBeVisible();
    expect(asked).toEqual([]);
  });

  it('confirms at the press of the button, finishes the registration, and leads on', async () => {
    const asked = confirming();
    const view = open(`/confirm/${code}`);
    await press(view);
    expect(await screen.findByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
    expect(asked).toEqual([{ code }, ['PostRegistration', { code }]]);
    expect(screen.getByRole('link', { name: 'What comes next' })).toHaveAttribute('href', '/setup');
    await view.user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(view.address()).toBe('/login');
  });

  it('asks for the password of the registration in another browser, and takes it', async () => {
    const wrong = () => refusal(401, 'INVALID_CREDENTIALS', 'This is not the password you chose when you registered.');
    const asked = confirming(passwordNeeded, wrong);
    const view = open(`/confirm/${code}`);
    await press(view);
    expect(await screen.findByText(/^You did not register in this browser/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Forgot your password' })).toHaveAttribute('href', '/forgot-password');
    await press(view);
    expect(await screen.findByText('Please enter your password.')).toBeVisible();
    await view.user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
    expect(await screen.findByText('This is not the password you chose when you registered.')).toBeVisible();
    expect(screen.getByLabelText('Password')).toHaveFocus();
    await view.user.clear(screen.getByLabelText('Password'));
    await view.user.type(screen.getByLabelText('Password'), 'right{Enter}');
    expect(await screen.findByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
    const confirmations = [{ code }, { code, password: 'wrong' }, { code, password: 'right' }];
    expect(asked).toEqual([...confirmations, ['PostRegistration', { code }]]);
  });

  it.each([
    [400, 'CODE_INVALID', /^It may have expired, or a part of it is missing/],
    [409, 'CODE_USED', 'This link has already been used.'],
  ])(
    'the link in the email that has expired (%s %s) shows the reason and offers a new one',
    async (status, errorCode, message) => {
      confirming(() => refusal(status, errorCode, 'not shown'));
      await press(open(`/confirm/${code}`));
      expect(await screen.findByRole('alert')).toHaveTextContent(message);
      expect(screen.getByRole('heading', { name: 'This link did not work' })).toBeVisible();
      expect(screen.getByRole('button', { name: 'Send again' })).toBeVisible();
    },
  );

  it('the link in the email that failed for another reason shows why and can be tried again', async () => {
    confirming(() => refusal(429, 'TOO_MANY_REQUESTS', 'Too many tries. Please try again in 51 minutes.'));
    const view = open(`/confirm/${code}`);
    await press(view);
    expect(await screen.findByRole('alert')).toHaveTextContent('Please try again in 51 minutes.');
    await press(view);
    await press(view);
    expect(await screen.findByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  });
});

describe('the link of an email that proves the address', () => {
  it('leads to the form, whose code replaces the registration that no one confirmed', async () => {
    const bodies: unknown[] = [];
    server.use(
      answering('post', '/api/account/register', ({ body }) => {
        bodies.push(body);
        return id;
      }),
    );
    const view = open(`/register?code=${code}`);
    expect(await screen.findByText(/^Enter the address that received our email/)).toBeVisible();
    expect(bodies).toEqual([]);
    await fill(view);
    expect(await screen.findByRole('heading', { name: 'Your account is ready' })).toBeVisible();
    await waitFor(() => {
      expect(document.title).toBe('Your account is ready – Rollcall');
    });
    expect(bodies).toEqual([
      expect.objectContaining({ code, email: 'ann@example.test', organizationName: 'Fabrikam' }),
    ]);
  });

  it('shows beside the address that the email went to another one', async () => {
    const sentence = 'The link was sent to another email address. Please enter that one.';
    server.use(
      answering('post', '/api/account/register', () => refusal(400, 'INVALID_INPUT', sentence, { path: ['email'] })),
    );
    await fill(open(`/register?code=${code}`));
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveFocus();
  });
});

describe('every link of an email', () => {
  it.each([
    `/confirm/${code}`,
    `/register?code=${code}`,
    `/register/${bob}?code=${code}`,
    `/reset-password/${code}`,
    `/organization/restore/${code}`,
    '/forgot-password',
    '/login',
  ])('%s changes nothing by being opened', async (path) => {
    const requested: string[] = [];
    const reads = ['GET', 'POST /api/account/ConfirmResetPasswordEmail'];
    server.events.on('request:start', ({ request }) => {
      requested.push(`${request.method} ${new URL(request.url).pathname}`);
    });
    server.use(
      answering('get', '/api/member/getMember/:id', () => ({
        ...{ id: bob, name: 'Bob Ray', email: 'bob@example.test', orgName: 'Contoso', isEmailProven: true },
      })),
      answering('post', '/api/account/ConfirmResetPasswordEmail', () => true),
    );
    open(path);
    await screen.findByRole('heading', { level: 1 });
    await screen.findAllByRole('button');
    server.events.removeAllListeners();
    expect(requested.filter((text) => !reads.some((read) => text.startsWith(read)))).toEqual([]);
  });
});

describe('the first steps', () => {
  it('go on to the setup guide', async () => {
    const view = open('/setup');
    await view.user.click(await screen.findByRole('button', { name: 'Connect with Microsoft Teams' }));
    expect(view.address()).toBe('/teams/setup');
  });
});
