import { screen, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { Instant, LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { UserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { me } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, server } from '../../testing/mockServer.ts';

type Standing = Omit<NonNullable<UserDetails['billing']>, 'trialEndsAt'>;
const standing = (input: Standing | null, role: UserDetails['role'] = 'admin'): void => {
  const billing = input === null ? null : { ...input, trialEndsAt: '2026-12-01T09:00:00.000Z' };
  server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, role, billing })));
};
const banner = () => screen.findByRole('complementary', { name: 'Trial and payment' });
const until = '2026-12-08T09:00:00.000Z' as Instant;

describe('notices about trial and payment', () => {
  it.each([
    [{ state: 'TRIAL', daysLeft: 11, readOnlyFrom: null }, 'Your trial ends in 11 days: 1 Dec 2026, 09:00 (UTC).'],
    [{ state: 'TRIAL', daysLeft: 1, readOnlyFrom: null }, 'Your trial ends tomorrow: 1 Dec 2026, 09:00 (UTC).'],
    [{ state: 'TRIAL', daysLeft: 0, readOnlyFrom: null }, 'Your trial ends today: 1 Dec 2026, 09:00 (UTC).'],
    [
      { state: 'TRIAL_ENDED', daysLeft: 0, readOnlyFrom: until },
      'Your trial has ended. Until Tuesday, 8 December 2026 everything works as before.',
    ],
    [
      { state: 'METHOD_LOST', daysLeft: 0, readOnlyFrom: until },
      'Your payment method was removed. Until Tuesday, 8 December 2026 everything works as before.',
    ],
    [
      { state: 'READ_ONLY', daysLeft: 0, readOnlyFrom: until },
      'A payment is missing, so nothing new can be saved and no questions are sent.',
    ],
  ] as const)('%j: %s', async (billing, text) => {
    standing(billing);
    renderApp('/');
    expect(await banner()).toHaveTextContent(text);
    expect(within(await banner()).getByRole('link', { name: 'Add a payment method' })).toHaveAttribute(
      'href',
      '/payment/add',
    );
  });

  it('offers the link to admins only', async () => {
    standing({ state: 'READ_ONLY', daysLeft: 0, readOnlyFrom: until }, 'user');
    renderApp('/');
    expect(within(await banner()).queryByRole('link')).not.toBeInTheDocument();
  });

  it.each(['TRIAL', 'TRIAL_ENDED', 'METHOD_LOST', 'OVERDUE'] as const)(
    'shows nothing to a member who cannot act on it: %s',
    async (state) => {
      standing({ state, daysLeft: 0, readOnlyFrom: until }, 'user');
      renderApp('/');
      await screen.findByRole('heading', { level: 1 });
      expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
    },
  );

  const overdue = { number: '2026-000007', dueOn: '2026-12-15' as LocalDate, count: 1 };
  const owing = (change: Partial<UserDetails> = {}): void => {
    server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, overdueInvoice: overdue, ...change })));
  };

  it.each([
    [1, 'Invoice 2026-000007 was due on 15 Dec 2026 and is not recorded as paid.'],
    [3, '3 invoices are overdue. The oldest, 2026-000007, was due on 15 Dec 2026.'],
  ])('announces %i overdue invoices to an admin, with a link to them', async (count, sentence) => {
    owing({ overdueInvoice: { ...overdue, count } });
    renderApp('/');
    expect(await banner()).toHaveTextContent(sentence);
    expect(within(await banner()).getByRole('link', { name: 'Show invoices' })).toHaveAttribute('href', '/billing');
  });

  it.each(['TRIAL_ENDED', 'METHOD_LOST', 'OVERDUE', 'READ_ONLY'] as const)(
    'shows one banner, that with the nearer consequence: %s',
    async (state) => {
      const trialEndsAt = '2026-12-01T09:00:00.000Z' as Instant;
      owing({ billing: { state, daysLeft: 0, trialEndsAt, readOnlyFrom: until } });
      renderApp('/');
      expect(await banner()).not.toHaveTextContent('2026-000007');
      expect(screen.getAllByRole('complementary')).toHaveLength(1);
    },
  );

  it.each([null, { state: 'PAYING', daysLeft: 0, readOnlyFrom: null } as const])(
    'is hidden when nothing is due: %j',
    async (billing) => {
      standing(billing);
      renderApp('/');
      await screen.findByRole('heading', { level: 1 });
      expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
    },
  );
});
