import { screen, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import { memoryStorage } from '../../api/client/safeBrowserStorage.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

const plain = {
  ...{ operator: null, contact: null, isInAzure: false, sendsMail: false, isMeasured: false, hasInvoices: false },
  price: null,
};
const installed = (change: Partial<Record<keyof typeof plain, unknown>> = {}) =>
  answering('get', '/api/installation', ({ authorization }) => {
    expect(authorization).toBeNull();
    return { ...plain, ...change };
  });
const open = (at: string) => renderApp(at, { storage: memoryStorage() });

describe('the page on privacy', () => {
  it('names the operator, a contact and the location of the data', async () => {
    server.use(
      installed({
        operator: 'Contoso IT',
        contact: 'it@contoso.test',
        isInAzure: true,
        sendsMail: true,
        hasInvoices: true,
      }),
    );
    open('/privacy');
    expect(await screen.findByRole('heading', { name: 'Privacy', level: 1 })).toBeVisible();
    expect(screen.getByText(/is run by Contoso IT\./)).toBeVisible();
    const contact = screen.getByRole('link', { name: /^it@/ });
    expect(contact).toHaveAttribute('href', 'mailto:it@contoso.test');
    expect(contact).toHaveTextContent('it@contoso.test');
    expect(screen.getByText(/Azure Table Storage/)).toBeVisible();
    expect(screen.getByText(/emails through the mail server/)).toBeVisible();
    expect(screen.getByText(/Card numbers never reach this server/)).toBeVisible();
  });

  it('shows a message when the settings name no operator, and leaves out features that are off', async () => {
    server.use(installed());
    const view = open('/privacy');
    expect(await screen.findByText(/is run by the operator of this installation\./)).toBeVisible();
    expect(screen.getByText('Contact: the admins of your organization.')).toBeVisible();
    expect(screen.getByText(/In a database on the server/)).toBeVisible();
    expect(screen.queryByText(/recipients of invoices|Azure|emails/)).not.toBeInTheDocument();
    const others = within(screen.getByRole('navigation', { name: 'Privacy, terms and help' }));
    await view.user.click(others.getByRole('link', { name: 'Terms of use' }));
    expect(await screen.findByRole('heading', { name: 'Terms of use', level: 1 })).toBeVisible();
  });

  it('offers a retry when it cannot be loaded', async () => {
    server.use(
      answering('get', '/api/installation', () => refusal(503, 'UNAVAILABLE', 'Please try again in a moment.')),
    );
    const view = open('/privacy');
    expect(await screen.findByRole('alert')).toHaveTextContent('Please try again in a moment.');
    server.use(installed());
    await view.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/Under Settings, Privacy/)).toBeVisible();
  });
});

it('the help page names the contact, with a web address exactly as configured', async () => {
  server.use(installed({ contact: 'https://help.contoso.test/' }));
  open('/help');
  expect(await screen.findByRole('link', { name: 'https://help.contoso.test/' })).toHaveAttribute(
    'href',
    'https://help.contoso.test/',
  );
  expect(screen.getByText(/\.well-known\/security\.txt/)).toBeVisible();
});

describe('the page on prices', () => {
  it('names the price, the trial and the way to pay from the settings', async () => {
    server.use(installed({ price: { perPerson: 350, currency: 'EUR', trialDays: 14 } }));
    open('/prices');
    expect(await screen.findByRole('heading', { name: 'Price and billing', level: 1 })).toBeVisible();
    expect(screen.getByText(/^3\.50 EUR per active person and month\./)).toBeVisible();
    expect(screen.getByText(/^The first 14 days after you create an organization are free\./)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'How you pay' })).toBeVisible();
  });

  it('names no price if billing is off', async () => {
    server.use(installed({ price: null }));
    open('/prices');
    expect(await screen.findByText('Nothing is billed on this installation.')).toBeVisible();
    expect(screen.queryByText(/free|per active person/)).not.toBeInTheDocument();
  });
});

it('mentions no payments, prices or trials on any of the pages', async () => {
  server.use(installed({ hasInvoices: true }));
  for (const at of ['/privacy', '/terms', '/help']) {
    const { unmount } = open(at);
    const article = await screen.findByRole('article');
    expect(article).not.toHaveTextContent(/\bpay|\bprice|\btrial|\bsubscri|\bbuy/i);
    unmount();
  }
});
