import { screen, waitFor } from '@testing-library/react';
import '@testing-library/jest-dom';
import { memoryStorage } from '../../api/client/safeBrowserStorage.ts';
import { aSession, me } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp, signedInStorage } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

const home = () => screen.findByRole('heading', { level: 1, name: /20 November 2026/ });
const offering = () => answering('get', '/api/v1/userlogin/options', () => ({ microsoft: true, teams: true }));
const microsoft = 'https://login.microsoftonline.com/organizations/oauth2/v2.0/authorize?state=s';
const button = () => screen.findByRole('button', { name: 'Sign in with Microsoft' });

describe('the Microsoft button', () => {
  it('is shown only if it is configured', async () => {
    const view = renderApp('/login', { storage: memoryStorage() });
    await screen.findByLabelText('Email');
    expect(screen.queryByRole('button', { name: 'Sign in with Microsoft' })).not.toBeInTheDocument();
    view.unmount();
    server.use(offering());
    renderApp('/login', { storage: memoryStorage() });
    expect(await button()).toBeVisible();
  });

  it('hides the button if the server does not answer', async () => {
    server.use(answering('get', '/api/v1/userlogin/options', () => Response.error()));
    renderApp('/login', { storage: memoryStorage() });
    await screen.findByLabelText('Email');
    expect(screen.queryByRole('button', { name: 'Sign in with Microsoft' })).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('opens the page of Microsoft, and passes on the requested page', async () => {
    const requested: string[] = [];
    server.use(
      offering(),
      answering('get', '/api/v1/userlogin/redirectUrl', ({ url }) => {
        requested.push(url.search);
        return { url: microsoft };
      }),
    );
    const leaveFor = jest.fn();
    const view = renderApp('/login?redirectUrl=%2Fhome', { storage: memoryStorage(), leaveFor });
    await view.user.click(await button());
    expect(leaveFor.mock.calls).toEqual([[microsoft]]);
    expect(requested).toEqual(['?purpose=SIGN_IN&target=%2Fhome']);
  });

  it('the Microsoft button never passes on an address outside the app', async () => {
    const requested: string[] = [];
    server.use(
      offering(),
      answering('get', '/api/v1/userlogin/redirectUrl', ({ url }) => {
        requested.push(url.search);
        return { url: microsoft };
      }),
    );
    const view = renderApp('/login?redirectUrl=%2F%2Fevil.test', { storage: memoryStorage() });
    await view.user.click(await button());
    expect(requested).toEqual(['?purpose=SIGN_IN']);
  });

  it('shows that the service cannot be reached when the network fails', async () => {
    server.use(
      offering(),
      answering('get', '/api/v1/userlogin/redirectUrl', () => Response.error()),
    );
    const view = renderApp('/login', { storage: memoryStorage() });
    await view.user.click(await button());
    expect(await screen.findByRole('alert')).toHaveTextContent('The service cannot be reached.');
    expect(view.services.api.session.attempt()).toMatchObject({
      status: 'failed',
      error: { code: 'INVALID_ENDPOINT' },
    });
  });

  it('shows a message if it is not configured', async () => {
    const none = () => refusal(404, 'ENTRA_NOT_CONFIGURED', 'Microsoft sign-in is not set up here.');
    server.use(offering(), answering('get', '/api/v1/userlogin/redirectUrl', none));
    const view = renderApp('/login', { storage: memoryStorage() });
    await view.user.click(await button());
    expect(await screen.findByRole('alert')).toHaveTextContent('Microsoft sign-in is not set up here.');
  });
});

const code = 'c'.repeat(43);
const swapped: unknown[] = [];
const exchanging = (answer: () => object | Response = () => aSession()) =>
  answering('post', '/api/v1/userlogin/exchange', ({ body, authorization }) => {
    swapped.push([body, authorization]);
    const answered = answer();
    return answered instanceof Response ? answered : { ...answered };
  });

describe('back from Microsoft', () => {
  beforeEach(() => {
    swapped.length = 0;
  });

  it('the code becomes a session once, and is removed from the address', async () => {
    server.use(exchanging());
    const view = renderApp(`/login?redirectUrl=%2Fhome#code=${code}`, { storage: memoryStorage() });
    await home();
    expect(swapped).toEqual([[{ code }, null]]);
    expect(view.address()).toBe('/home');
    expect(view.router.state().location.hash).toBe('');
    expect(view.storage.get('HRA.USER.TOKEN')).toBe(aSession().token);
  });

  it('knows the address, which pages show', async () => {
    server.use(exchanging());
    const view = renderApp(`/login#code=${code}`, { storage: memoryStorage() });
    await home();
    expect(view.storage.get('email')).toBe(me.email);
  });

  it('signs in without the address if it cannot be loaded', async () => {
    const busy = answering('get', '/api/auth/getuserdetails', () => refusal(503, 'UNAVAILABLE', 'Busy.'));
    server.use(exchanging(), busy);
    const view = renderApp(`/login#code=${code}`, { storage: memoryStorage() });
    await home();
    expect(view.storage.get('email')).toBe('');
  });

  it('leads nowhere outside the app', async () => {
    server.use(exchanging());
    const view = renderApp(`/login?redirectUrl=%2F%2Fevil.test#code=${code}`, { storage: memoryStorage() });
    await home();
    expect(view.address()).toBe('/');
  });

  it.each([
    ['CANCELLED', 'You did not complete the sign-in at Microsoft.'],
    ['EXPIRED', 'Signing in took too long, or was started in another browser. Please try again.'],
    ['REFUSED', 'Microsoft did not confirm your identity. Please try again.'],
    ['UNAVAILABLE', 'Microsoft cannot be reached at the moment. Please try again in a while.'],
    ['NOT_IN_ROSTER', 'You are not yet in a connected team. Ask an owner of your team to add this app to it.'],
    ['<script>', 'Microsoft did not confirm your identity. Please try again.'],
    ['constructor', 'Microsoft did not confirm your identity. Please try again.'],
  ])('the fault %s is shown above the form', async (fault, message) => {
    const view = renderApp(`/login?redirectUrl=%2Fhome#error=${encodeURIComponent(fault)}`, {
      storage: memoryStorage(),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByLabelText('Email')).toBeVisible();
    expect(view.address()).toBe('/login?redirectUrl=%2Fhome');
    expect(view.router.state().location.hash).toBe('');
  });

  it('an expired code shows a message to try again', async () => {
    server.use(exchanging(() => refusal(400, 'CODE_INVALID', 'This link is not good.')));
    renderApp(`/login#code=${code}`, { storage: memoryStorage() });
    expect(await screen.findByRole('alert')).toHaveTextContent('Signing in took too long');
  });

  it('asks for the code of a second factor where the account has one', async () => {
    server.use(
      exchanging(() => ({ challenge: 'c', mustSetUp: false })),
      answering('post', '/api/auth/totp/verify', () => aSession()),
    );
    const view = renderApp(`/login?redirectUrl=%2Fhome#code=${code}`, { storage: memoryStorage() });
    await view.user.type(await screen.findByRole('textbox', { name: 'Code' }), '123456{Enter}');
    await home();
    expect(view.services.api.session.state().status).toBe('signedIn');
  });

  it('joins the signed-in account, whose session is sent along', async () => {
    server.use(exchanging());
    const storage = signedInStorage();
    const before = storage.get('HRA.USER.TOKEN');
    const view = renderApp(`/login?redirectUrl=%2Fhome#code=${code}`, { storage });
    await home();
    expect(swapped).toEqual([[{ code }, `Bearer ${before}`]]);
    expect(view.services.api.session.state()).toMatchObject({ email: 'alex@rollcall.test' });
  });

  it('the reader stays signed in and sees the reason if linking at Microsoft fails', async () => {
    server.use(exchanging(() => refusal(409, 'USER_ALREADY_REGISTERED', 'This person has another account.')));
    const view = renderApp(`/login?redirectUrl=%2Fhome#code=${code}`, { storage: signedInStorage() });
    expect(await screen.findByRole('heading', { name: 'Your accounts were not linked' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('This person has another account.');
    await view.user.click(screen.getByRole('link', { name: 'Continue without it' }));
    await home();
    expect(view.services.api.session.state().status).toBe('signedIn');
  });
});

describe('signing out', () => {
  const away = 'https://login.microsoftonline.com/organizations/oauth2/v2.0/logout?post_logout_redirect_uri=x';
  const leaving = () => [
    answering('post', '/api/auth/logout', () => true),
    answering('get', '/api/v1/userlogin/logouturl', () => ({ url: away })),
  ];
  const comeIn = async () => {
    const leaveFor = jest.fn();
    const view = renderApp(`/login#code=${code}`, { storage: memoryStorage(), leaveFor });
    await home();
    return { ...view, leaveFor };
  };

  it('signing out of a session from Microsoft continues to Microsoft, with no data left in the browser', async () => {
    server.use(exchanging(), ...leaving());
    const view = await comeIn();
    await view.visit('/logout');
    await waitFor(() => {
      expect(view.leaveFor.mock.calls).toEqual([[away]]);
    });
    expect(view.address()).toBe('/logout');
    expect([view.storage.get('HRA.USER.TOKEN'), view.storage.get('microsoft')]).toEqual([null, null]);
  });

  it('stays here when Microsoft cannot be reached', async () => {
    server.use(
      exchanging(),
      ...leaving().slice(0, 1),
      answering('get', '/api/v1/userlogin/logouturl', () => refusal(503, 'UNAVAILABLE', 'Busy.')),
    );
    const view = await comeIn();
    await view.visit('/logout');
    expect(await screen.findByLabelText('Email')).toBeVisible();
    expect(view.address()).toBe('/login');
    expect(view.leaveFor).not.toHaveBeenCalled();
  });

  it('signing out of a session with a password does not ask for Microsoft', async () => {
    // The fake server has no handler for Microsoft's sign-out address, so a call for it would fail the test.
    server.use(...leaving().slice(0, 1));
    const leaveFor = jest.fn();
    const view = renderApp('/logout', { storage: signedInStorage(), leaveFor });
    expect(await screen.findByLabelText('Email')).toBeVisible();
    expect(view.address()).toBe('/login');
    expect(leaveFor).not.toHaveBeenCalled();
  });
});
