import type { Ledger, LedgerEntry } from '#contracts/billing/billing.ts';
import { csvOf } from '#contracts/core/csv.ts';
import type { WebWords } from '../../ui/text/words.ts';
import { isoMonth } from './billingFigures.ts';

export const eventText = ({ event }: Pick<LedgerEntry, 'event'>, words: WebWords): string =>
  words(event === 'ANSWER' ? 'billing.eventAnswer' : 'billing.eventTask');

/** "2026-11-19 09:41" in UTC, as billing months are. */
export const whenText = ({ at }: Pick<LedgerEntry, 'at'>): string => at.slice(0, 16).replace('T', ' ');

/** Returns one line for each person, in the order of the page. */
export const ledgerCsv = ({ currency }: Pick<Ledger, 'currency'>, items: readonly LedgerEntry[], words: WebWords) =>
  csvOf([
    (['person', 'event', 'when', 'report', 'amount', 'csvCurrency', 'billedIn', 'csvMember'] as const).map((key) =>
      words(`billing.${key}`),
    ),
    ...items.map((item) => [
      item.name ?? words('billing.formerMember'),
      eventText(item, words),
      whenText(item),
      item.meetingName ?? '',
      (item.amount / 100).toFixed(2),
      currency,
      item.billedIn === null ? '' : isoMonth(item.billedIn),
      item.memberId,
    ]),
  ]);
