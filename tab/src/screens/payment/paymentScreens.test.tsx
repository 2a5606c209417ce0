import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { PaymentInfo } from '#contracts/billing/paymentAndBillingContactCalls.ts';
import { aSession, me } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { aPerson } from '../../testing/fakeReportFormServer.ts';
import { answering, refusal, server } from '../../testing/mockServer.ts';

const contact = {
  name: 'Contoso Ltd',
  email: 'bills@contoso.test',
  address: '1 Main Street',
  taxId: '',
  purchaseOrder: '',
};
const payment = (change: Partial<PaymentInfo> = {}): PaymentInfo => ({
  ...{ provider: 'invoice', state: 'TRIAL', trialEndsAt: '2026-12-01T09:00:00.000Z' as PaymentInfo['trialEndsAt'] },
  ...{ readOnlyFrom: null, contact: null, method: null },
  ...change,
});
const bodies: unknown[] = [];
const answers = (info: PaymentInfo, url: string | null = null): void => {
  server.use(
    answering('get', '/api/payment/get', () => info),
    answering('post', '/api/payment/CreateSubscription', ({ body }) => {
      bodies.push(body);
      return { url };
    }),
  );
};
beforeEach(() => {
  bodies.length = 0;
});
const field = (name: string) => screen.findByLabelText(name);

describe('adding a payment method', () => {
  it('shows the missing fields, saves the contact and opens the dashboard', async () => {
    answers(payment());
    const { user, address } = renderApp('/payment/add');
    expect(
      await screen.findByText('Your trial runs until 1 Dec 2026, 09:00 (UTC). Nothing is charged before it ends.'),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('Please provide the name for the invoice.')).toBeVisible();
    expect(await field('Name on the invoice')).toHaveFocus();
    await user.type(await field('Name on the invoice'), contact.name);
    await user.clear(await field('Email for invoices'));
    await user.type(await field('Email for invoices'), contact.email);
    await user.type(await field('Billing address'), contact.address);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => {
      expect(address()).toBe('/');
    });
    expect(bodies).toEqual([contact]);
    expect(await screen.findByText('Your payment method is saved.')).toBeVisible();
  });

  it('ends the banner at once, without loading the page again', async () => {
    answers(payment({ contact }));
    const standing = { state: 'TRIAL', daysLeft: 8, trialEndsAt: '2026-12-01T09:00:00.000Z', readOnlyFrom: null };
    let isSaved = false;
    server.use(
      answering('get', '/api/auth/getuserdetails', () => ({
        ...{ ...me, role: 'admin' },
        billing: isSaved ? { ...standing, state: 'PAYING' } : standing,
      })),
      answering('post', '/api/payment/CreateSubscription', () => {
        isSaved = true;
        return { url: null };
      }),
    );
    const { user, address } = renderApp('/');
    const banner = await screen.findByRole('complementary', { name: 'Trial and payment' });
    await user.click(within(banner).getByRole('link', { name: 'Add a payment method' }));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => {
      expect(address()).toBe('/');
    });
    expect(await screen.findByText('Your payment method is saved.')).toBeVisible();
    expect(screen.queryByRole('complementary', { name: 'Trial and payment' })).not.toBeInTheDocument();
  });

  it('shows what a person costs and what a month like this would cost', async () => {
    answers(payment());
    server.use(
      answering('get', '/api/billing/getsummary', () => ({
        ...{ month: '202611', currentMau: 4, currentFree: 4, currentMonthForecast: 0, fullMonthAmount: 1_230 },
        ...{ stillDue: 2, expected: 2, lastMonthAmount: 0, currency: 'USD', pricePerUser: 200, usage: [] },
        ...{ trend: { direction: 'SAME', percent: 0 }, trialEndsAt: '2026-12-01T09:00:00.000Z', isTrial: true },
      })),
    );
    renderApp('/payment/add');
    expect(await screen.findByText(/^Each active person costs 2\.00 USD a month\./)).toHaveTextContent(
      'Estimate: a month like this one costs 12.00 USD for 6 people.',
    );
  });

  it('can be filled in when the price cannot be loaded', async () => {
    answers(payment());
    server.use(answering('get', '/api/billing/getsummary', () => refusal(503, 'UNAVAILABLE', 'Busy.')));
    renderApp('/payment/add');
    expect(await field('Name on the invoice')).toBeVisible();
    expect(screen.queryByText(/costs/)).not.toBeInTheDocument();
  });

  it('opens the provider’s card page after it saved the form', async () => {
    answers(payment({ provider: 'stripe', contact }), 'https://checkout.stripe.test/c/pay/1');
    const leaveFor = jest.fn();
    const { user } = renderApp('/payment/add', { leaveFor });
    await user.click(await screen.findByRole('button', { name: 'Continue to the secure payment page' }));
    await waitFor(() => {
      expect(leaveFor).toHaveBeenCalledWith('https://checkout.stripe.test/c/pay/1');
    });
    expect(bodies).toEqual([contact]);
  });

  it('keeps the typed text when it fails', async () => {
    answers(payment({ contact }));
    server.use(answering('post', '/api/payment/CreateSubscription', () => refusal(503, 'UNAVAILABLE', 'Busy.')));
    const { user } = renderApp('/payment/add');
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Busy.');
    expect(await field('Name on the invoice')).toHaveValue(contact.name);
  });

  it('keeps the typed text when the session ends', async () => {
    answers(payment());
    server.use(answering('post', '/api/account/login', () => aSession()));
    const { user, address, services } = renderApp('/payment/add');
    await user.type(await field('Name on the invoice'), contact.name);
    act(() => {
      services.api.session.expire();
    });
    expect(await field('Email')).toHaveValue('alex@rollcall.test');
    await user.type(screen.getByLabelText('Password'), 'Rollcall-demo-1');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await field('Name on the invoice')).toHaveValue(contact.name);
    expect(address()).toBe('/payment/add');
  });

  it('can be sent again after the browser’s way back from the provider’s page', async () => {
    answers(payment({ provider: 'stripe', contact }), 'https://checkout.stripe.test/c/pay/1');
    const { user } = renderApp('/payment/add');
    await user.click(await screen.findByRole('button', { name: 'Continue to the secure payment page' }));
    expect(await screen.findByRole('button', { name: 'Saving' })).toBeVisible();
    fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));
    await user.click(await screen.findByRole('button', { name: 'Continue to the secure payment page' }));
    await waitFor(() => {
      expect(bodies).toEqual([contact, contact]);
    });
  });

  it.each([
    ['TRIAL', 'Add a payment method', 'Ask one of them'],
    ['TRIAL_ENDED', 'Your trial has ended', 'Ask one of them'],
    ['METHOD_LOST', 'Your payment method was removed', 'Ask one of them'],
    ['PAYING', 'How invoices are paid', 'you need to do nothing'],
  ] as const)('names the admins to a reader who is no admin: %s', async (state, title, text) => {
    const admins = [aPerson('Alex Wilber', { role: 'admin' }), aPerson('Bob Lee')];
    server.use(answering('get', '/api/member/list/:teamId', () => admins));
    const billing = { state, daysLeft: 0, trialEndsAt: '2026-11-01T09:00:00.000Z', readOnlyFrom: null };
    server.use(answering('get', '/api/payment/get', () => refusal(403, 'FORBIDDEN', 'No.')));
    server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, billing })));
    renderApp('/payment/add');
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.getByText(new RegExp(text))).toBeVisible();
    expect(await screen.findByText('Admins: Alex Wilber')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', '/support');
  });

  it('shows why it cannot begin, and offers a retry', async () => {
    server.use(answering('get', '/api/payment/get', () => refusal(503, 'UNAVAILABLE', 'Busy.')));
    const { user } = renderApp('/payment/add');
    expect(await screen.findByRole('alert')).toHaveTextContent('Busy.');
    answers(payment());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await field('Name on the invoice')).toBeVisible();
  });
});

describe('coming back from the provider', () => {
  const confirms = (answer: () => object | Response): unknown[] => {
    const asked: unknown[] = [];
    server.use(
      answering('post', '/api/payment/confirm', ({ body }) => {
        asked.push(body);
        return answer();
      }),
    );
    return asked;
  };

  it('stores the new payment method and opens the dashboard', async () => {
    const asked = confirms(() => payment({ provider: 'stripe', state: 'PAYING', method: 'Visa •••• 4242' }));
    const { address } = renderApp('/payment/success?session_id=cs_test_1');
    await waitFor(() => {
      expect(address()).toBe('/');
    });
    expect(asked).toEqual([{ sessionId: 'cs_test_1' }]);
  });

  it('shows that it has not arrived yet, and offers a retry', async () => {
    confirms(() => refusal(409, 'PAYMENT_INCOMPLETE', 'No payment method was saved. Please try again.'));
    const { user, address } = renderApp('/payment/success?session_id=cs_test_1');
    expect(await screen.findByRole('alert')).toHaveTextContent('No payment method was saved.');
    confirms(() => payment());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => {
      expect(address()).toBe('/');
    });
  });

  it('reports an unknown payment page, and offers no second try', async () => {
    confirms(() => refusal(404, 'NOT_FOUND', 'Not found.'));
    renderApp('/payment/success?session_id=cs_test_1');
    expect(await screen.findByRole('heading', { name: 'This payment page is not known here' })).toBeVisible();
    expect(screen.queryByText('Try again')).toBeNull();
    expect(screen.getByRole('link', { name: 'Go to Billing' })).toHaveAttribute('href', '/billing');
    expect(screen.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', '/support');
  });

  it('coming back from the provider without a finished entry shows that nothing was saved', async () => {
    renderApp('/payment/cancel');
    expect(await screen.findByRole('heading', { name: 'Nothing was saved' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/payment/add');
  });
});
