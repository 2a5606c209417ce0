import { screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import { boxOf, named } from '../../testing/domQueries.ts';
import { renderApp, signedInStorage } from '../../testing/renderApp.tsx';
import { answering, server } from '../../testing/mockServer.ts';
import { open, id, typed, fill, refusing } from '../../testing/openAndFillRegistration.ts';

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
    expect(screen.getByText(named(/We have sent a link to ann@example.test/))).toBeVisible();
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

  it('names the trial and the price of a person, with a link to the explanation of billing', async () => {
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
    expect(await screen.findByText(named(/You are signed in as alex@rollcall.test/))).toBeVisible();
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

  it('moves the focus to the first of several wrong fields', async () => {
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

describe('the first steps', () => {
  it('go on to the setup guide', async () => {
    const view = open('/setup');
    await view.user.click(await screen.findByRole('button', { name: 'Connect with Microsoft Teams' }));
    expect(view.address()).toBe('/teams/setup');
  });
});
