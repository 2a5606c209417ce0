import { screen, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { Instant } from '#contracts/ids.ts';
import type { UserDetails } from '#contracts/account.ts';
import { me } from '../testing/builders.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { answering, server } from '../testing/server.ts';

const standing = (billing: UserDetails['billing'], role: UserDetails['role'] = 'admin'): void => {
  server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, role, billing })));
};
const banner = () => screen.findByRole('complementary', { name: 'Trial and payment' });
const until = '2026-12-08T09:00:00.000Z' as Instant;

describe('what is said of trial and payment', () => {
  it.each([
    [{ state: 'TRIAL', daysLeft: 12, readOnlyFrom: null }, 'Your trial ends in 11 days.'],
    [{ state: 'TRIAL', daysLeft: 2, readOnlyFrom: null }, 'Your trial ends tomorrow.'],
    [{ state: 'TRIAL', daysLeft: 1, readOnlyFrom: null }, 'Your trial ends today.'],
    [
      { state: 'TRIAL_ENDED', daysLeft: 0, readOnlyFrom: until },
      'Your trial has ended. Until Tuesday, 8 December 2026 everything goes on as before.',
    ],
    [
      { state: 'METHOD_LOST', daysLeft: 0, readOnlyFrom: until },
      'Your payment method is no longer there. Until Tuesday, 8 December 2026 everything goes on as before.',
    ],
    [
      { state: 'READ_ONLY', daysLeft: 0, readOnlyFrom: until },
      'Nobody is asked at the moment, because a payment is missing. Your reports stay readable.',
    ],
  ] as const)('%j: %s', async (billing, said) => {
    standing(billing);
    renderApp('/');
    expect(await banner()).toHaveTextContent(said);
    expect(within(await banner()).getByRole('link', { name: 'Add a payment method' })).toHaveAttribute(
      'href',
      '/payment/add',
    );
  });

  it('offers the way on to admins only', async () => {
    standing({ state: 'OVERDUE', daysLeft: 0, readOnlyFrom: until }, 'user');
    renderApp('/');
    expect(within(await banner()).queryByRole('link')).not.toBeInTheDocument();
  });

  it.each([null, { state: 'PAYING', daysLeft: 0, readOnlyFrom: null } as const])(
    'is nothing when nothing is asked for: %j',
    async (billing) => {
      standing(billing);
      renderApp('/');
      await screen.findByRole('heading', { level: 1 });
      expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
    },
  );
});
