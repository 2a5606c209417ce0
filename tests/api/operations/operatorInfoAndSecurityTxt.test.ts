import { getInstallation } from '#contracts/operations/operatorInfo.ts';
import { readConfig } from '../../../bot/src/startup/config.ts';
import { securityText } from '../../../bot/src/http/routes/operations/operatorAndSecurityTxtRoutes.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { publicUrl, startTestApp } from '../../support/apps/testApp.ts';
import type { TestApp } from '../../support/apps/testApp.ts';

const open: TestApp[] = [];
const started = async (more: Readonly<Record<string, string>> = {}): Promise<TestApp> => {
  const app = await startTestApp(undefined, more);
  open.push(app);
  return app;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.stop()));
});

it('returns the settings of the operator without sign-in, and redirects to help', async () => {
  const app = await started({ OPERATOR_NAME: ' Contoso IT ', OPERATOR_CONTACT: 'IT@Contoso.test' });
  const reply = await app.ask(null, getInstallation, {});
  expect(reply.envelope.data).toEqual({
    ...{ operator: 'Contoso IT', contact: 'it@contoso.test', isInAzure: false },
    ...{ sendsMail: false, isMeasured: false, hasInvoices: true },
    price: { perPerson: 200, currency: 'USD', trialDays: 30 },
  });
  const support = await app.send({ target: '/support' });
  expect([support.status, support.headers['location']]).toEqual([302, '/help']);
  const security = await app.send({ target: '/.well-known/security.txt' });
  expect(security.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(security.text.split('\n')).toEqual([
    'Contact: mailto:it@contoso.test',
    'Expires: 2027-05-19T00:00:00Z',
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ]);
});

it('contains the support address of the settings', async () => {
  const app = await started({ SUPPORT_URL: 'https://help.contoso.test/rollcall/', OPERATOR_NAME: '' });
  const support = await app.send({ target: '/support' });
  expect(support.headers['location']).toBe('https://help.contoso.test/rollcall');
  expect((await app.ask(null, getInstallation, {})).envelope.data).toMatchObject({ operator: null, contact: null });
});

it('contains price and trial of the settings, and no price without billing', async () => {
  const priced = await started({ PRICE_PER_ACTIVE_USER_CENTS: '350', CURRENCY: 'EUR', TRIAL_DAYS: '14' });
  const price = { perPerson: 350, currency: 'EUR', trialDays: 14 };
  expect((await priced.ask(null, getInstallation, {})).envelope.data).toMatchObject({ price });
  const free = await started({ BILLING_ENABLED: 'false' });
  expect((await free.ask(null, getInstallation, {})).envelope.data).toMatchObject({ hasInvoices: false, price: null });
});

describe('security.txt', () => {
  const clock = fakeClock('2026-12-31T23:59:59Z');
  const text = (securityContact: string | null, supportUrl: string | null) =>
    securityText({
      ...{ clock, publicUrl: 'https://r.test', securityContact, supportUrl },
      installation: {
        operator: null,
        contact: null,
        isInAzure: true,
        sendsMail: true,
        isMeasured: true,
        hasInvoices: true,
        price: null,
      },
    });

  it.each([
    ['sec@contoso.test', 'https://s.test', 'Contact: mailto:sec@contoso.test'],
    ['https://sec.test/report', 'https://s.test', 'Contact: https://sec.test/report'],
    [null, 'https://s.test', 'Contact: https://s.test'],
    [null, null, 'Contact: https://r.test/help'],
  ])('security.txt with %s and %s reports %s', (contact, support, line) => {
    expect(text(contact, support).split('\n')[0]).toBe(line);
  });

  it('has every field once, and expires within a year of the request', () => {
    const fields = text(null, null)
      .trim()
      .split('\n')
      .map((line) => line.split(': '));
    expect(fields.map(([name]) => name)).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical']);
    const days = (Date.parse(fields[1]?.[1] ?? '') - clock.now()) / 86_400_000;
    expect(days).toBeGreaterThan(100);
    expect(days).toBeLessThan(365);
  });
});

it('rejects a contact that is neither an email nor a web address', () => {
  expect(() =>
    readConfig({ DEMO: 'true', OPERATOR_CONTACT: 'javascript:alert(1)', SECURITY_CONTACT: 'ring me' }),
  ).toThrow(/OPERATOR_CONTACT: must be an email address or an http or https address\n.*SECURITY_CONTACT: must be/);
});
