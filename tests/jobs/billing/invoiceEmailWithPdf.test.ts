import { createMailFolder, readMail } from '../../../bot/src/gateways/mail/mailFolder.ts';
import { createSmtpMail } from '../../../bot/src/gateways/mail/smtpMail.ts';
import type { Mail } from '../../../bot/src/gateways/mailPort.ts';
import { runCharge } from '../../../bot/src/services/billing/collectInvoicePayments.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { billingProfile } from '../../../bot/src/store/kinds/billing/billingProfile.ts';
import { payment } from '../../../bot/src/store/kinds/billing/paymentSettings.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { closeMonths, counted, november } from '../../support/data/seedActivePeopleAndCloseMonths.ts';
import { anOrgId, aPayment } from '../../support/data/idDateAndRecordBuilders.ts';
import { readPdf } from '../../support/files/readPdf.ts';
import { beatOf, fakeMail, registrationWorld } from '../../support/worlds/registrationWorldAndFakeMail.ts';
import { seedTeam } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { startSmtp } from '../../support/fakes/fakeSmtp.ts';
import { useTempDir } from '../../support/files/tempDir.ts';

// The email of an invoice has correct texts and the invoice attached.

const settings = { translateFor: translateFor, publicUrl: 'https://rollcall.test', from: 'no-reply@rollcall.test' };
const inTemp = useTempDir();

/** Creates a world in which Contoso owes the invoice for November and its billing contact gets the email. */
const invoiced = async (tax: { readonly name: string; readonly basisPoints: number } | null = null) => {
  const world = registrationWorld();
  const { store, clock } = world;
  const deps = { ...world.deps, billing: { ...world.deps.billing, tax }, payments: null };
  await seedTeam(store, { people: ['ann', 'bob'], trialEndsAt: '2026-10-01T00:00:00Z' });
  const records = inOrg(store, anOrgId());
  await records.insert(payment, undefined, aPayment());
  await records.touch(billingProfile, undefined, {
    ...{ company: 'Contoso Ltd', address: '1 Main Street', taxId: '', contactName: '', purchaseOrder: '' },
    contactEmail: 'bills@contoso.test',
  });
  for (const name of ['ann', 'bob']) await counted(store, name, '2026-11-19T09:00:00Z');
  clock.set('2026-12-01T00:05:00Z');
  await closeMonths(deps);
  await runCharge(deps, { orgId: anOrgId(), month: november });
  const mail = fakeMail();
  await beatOf(world.deps, mail)();
  const [sent] = mail.sent.filter(({ email }) => email.kind === 'INVOICE_READY');
  if (sent === undefined) throw new Error('no invoice was sent');
  return { ...world, sent };
};

const pagesOf = async ({ attachments = [] }: Mail): Promise<string[]> =>
  (await readPdf(attachments[0]?.content ?? Buffer.alloc(0))).pages.map((page) => page.join(' '));

it('carries the PDF, which reports number, period, due date, how to pay and every person with the reason', async () => {
  const { sent } = await invoiced();
  expect(sent).toMatchObject({
    to: 'bills@contoso.test',
    email: {
      ...{ organization: 'Contoso', number: '2026-000001', amount: '4.00 USD', month: 'November 2026' },
      ...{ dueOn: '2026-12-15', howToPay: 'Example Bank · IBAN DE02 1203 0000 0000 2020 51', isListed: true },
    },
    attachments: [{ fileName: 'rollcall-invoice-2026-000001.pdf', contentType: 'application/pdf' }],
  });
  const [first = '', people = ''] = await pagesOf(sent);
  for (const part of ['2026-000001', 'November 2026', 'Due on 2026-12-15', 'Example Bank', 'IBAN DE02', '4.00 USD'])
    expect(first).toContain(part);
  expect(first).not.toContain('Includes');
  for (const part of ['Ann Answered a prompt 2026-11-19 09:00', 'Bob Answered a prompt'])
    expect(people).toContain(part);
});

it('names the tax that the total includes, where one is set', async () => {
  const { sent } = await invoiced({ name: 'VAT', basisPoints: 1900 });
  expect((await pagesOf(sent))[0]).toContain('Total 4.00 USD Includes VAT 19% 0.64 USD');
});

it('is written with its PDF as a file of a demo, and sent with the same bytes over SMTP', async () => {
  const { sent } = await invoiced();
  const folder = createMailFolder({ ...settings, folder: inTemp('mail') });
  await folder.send(sent, 1000);
  const [written] = await folder.list(1);
  expect(written?.attachments).toEqual(['rollcall-invoice-2026-000001.pdf']);
  expect(written?.text).toContain('Invoice 2026-000001 for Contoso over 4.00 USD is attached to this email as PDF.');
  expect(written?.text).toContain('It covers November 2026 and is due on 2026-12-15. It lists every counted person');
  expect(written?.text).toContain('How to pay: Example Bank');
  const smtp = await startSmtp();
  try {
    await createSmtpMail({ ...settings, url: smtp.url }).send(sent, 10_000);
    const raw = smtp.received[0]?.raw ?? '';
    expect(readMail('', raw)).toMatchObject({ text: written?.text, attachments: written?.attachments });
    const bytes = /Content-Disposition: attachment[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(raw)?.[1] ?? '';
    expect(Buffer.from(bytes, 'base64').equals(sent.attachments?.[0]?.content ?? Buffer.alloc(0))).toBe(true);
  } finally {
    await smtp.stop();
  }
});
