import type { Ledger, LedgerEntry } from '#contracts/billing/invoiceAndLedgerCalls.ts';
import { csvOf } from '#contracts/core/csvText.ts';
import type { WebTranslate } from '../../ui/text/translate.ts';
import { isoMonth } from './formatBillingMonth.ts';

export const eventText = ({ event }: Pick<LedgerEntry, 'event'>, t: WebTranslate): string =>
  t(event === 'ANSWER' ? 'billing.eventAnswer' : 'billing.eventTask');

/** Returns the instant of an entry in UTC, such as "2026-11-19 09:41". Billing months are in UTC too. */
export const whenText = ({ at }: Pick<LedgerEntry, 'at'>): string => at.slice(0, 16).replace('T', ' ');

export const ledgerCsv = ({ currency }: Pick<Ledger, 'currency'>, items: readonly LedgerEntry[], t: WebTranslate) =>
  csvOf([
    (['person', 'event', 'when', 'report', 'amount', 'csvCurrency', 'billedIn', 'csvMember'] as const).map((key) =>
      t(`billing.${key}`),
    ),
    ...items.map((item) => [
      item.name ?? t('billing.formerMember'),
      eventText(item, t),
      whenText(item),
      item.meetingName ?? '',
      (item.amount / 100).toFixed(2),
      currency,
      item.billedIn === null ? '' : isoMonth(item.billedIn),
      item.memberId,
    ]),
  ]);
