import { limited } from '../routeNoteType.ts';
import type { RouteNote } from '../routeNoteType.ts';

export const billingNotes = {
  'GET /api/billing/getsummary': {
    does: 'Reads active users, forecast and last amount. Amounts are whole hundredths of the currency.',
  },
  'GET /api/billing/getinvoices': { does: 'Lists invoices, newest first.' },
  'GET /api/billing/ledger/{month}': { does: 'Lists who was counted in a month and why, a page at a time.' },
  'GET /api/billing/invoice/{month}': {
    does: 'Downloads an invoice as PDF.',
    file: ['application/pdf'],
    refuses: [limited],
  },
  'POST /api/billing/invoicetoken': {
    does: 'Creates a token for the `token` of the download of an invoice, valid for 60 seconds.',
    refuses: [limited],
  },
  'GET /api/payment/get': { does: 'Returns how the organisation pays.' },
  'POST /api/payment/CreateSubscription': {
    does: 'Saves the billing contact, and returns the address of the page for the card, if the organisation pays by card.',
    refuses: ['PAYMENT_MISMATCH', 'PAYMENT_INCOMPLETE'],
  },
  'POST /api/payment/confirm': {
    does: 'Reads the data that the payer entered at the payment provider.',
    refuses: ['PAYMENT_INCOMPLETE', 'PAYMENT_MISMATCH'],
  },
  'POST /api/payment/paid/{orgId}/{month}': {
    does: 'Marks an invoice as paid by other means.',
    refuses: ['PAYMENT_MISMATCH'],
  },
} as const satisfies Readonly<Record<string, RouteNote>>;
