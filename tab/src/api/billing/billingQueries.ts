import { useMutation, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type {
  BillingMonth,
  BillingSummary,
  getBillingSummary,
} from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import type {
  getInvoices,
  getLedger,
  Invoice,
  invoiceToken,
  Ledger,
} from '#contracts/billing/invoiceAndLedgerCalls.ts';
import type { PaymentInfo } from '#contracts/billing/paymentAndBillingContactCalls.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';
import { findPayment } from './paymentCalls.ts';

export const useBillingSummary = (): UseQueryResult<BillingSummary> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['billing', 'summary'],
    queryFn: ({ signal }) =>
      call<typeof getBillingSummary>({ method: 'GET', path: '/api/billing/getsummary' }, {}, signal),
  });
};

export const useInvoices = (): UseQueryResult<readonly Invoice[]> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['billing', 'invoices'],
    queryFn: ({ signal }) => call<typeof getInvoices>({ method: 'GET', path: '/api/billing/getinvoices' }, {}, signal),
  });
};

export const usePaymentInfo = (): UseQueryResult<PaymentInfo> => {
  const { call } = useApi();
  return useQuery({ queryKey: ['billing', 'payment'], queryFn: ({ signal }) => findPayment(call, signal) });
};

export const useLedger = (month: BillingMonth): UseQueryResult<Ledger> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['billing', 'ledger', month],
    queryFn: async ({ signal }) => {
      const page = (cursor: Ledger['next']): Promise<Ledger> =>
        call<typeof getLedger>(
          { method: 'GET', path: '/api/billing/ledger/{month}' },
          cursor === null ? { month } : { month, cursor },
          signal,
        );
      const first = await page(null);
      const items = [...first.items];
      for (let { next } = first; next !== null;) {
        const more = await page(next);
        items.push(...more.items);
        ({ next } = more);
      }
      return { ...first, items, next: null };
    },
  });
};

/** Returns a mutation that requests the address of an invoice's PDF. The address is valid for one minute. */
export const useInvoiceLink = () => {
  const { call } = useApi();
  return useMutation({
    mutationFn: async ({ month, url }: Pick<Invoice, 'month' | 'url'>) => {
      const { token } = await call<typeof invoiceToken>(
        { method: 'POST', path: '/api/billing/invoicetoken' },
        { month },
      );
      return `${url}?token=${encodeURIComponent(token)}`;
    },
  });
};
