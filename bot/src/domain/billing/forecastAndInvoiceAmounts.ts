import type { BillingMonth, BillingSummary, Currency } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import type { Invoice } from '#contracts/billing/invoiceAndLedgerCalls.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { LocalDate, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';

// Computes the cost of usage (docs/product-rules.md, Billing). Every amount is an integer of the currency's smallest
// unit.

export interface BillingTerms {
  readonly priceCents: number;
  readonly currency: Currency;
  /** Name, address and tax id of the issuer as printed on an invoice, one line each. */
  readonly issuer: readonly string[];
  /** Instructions for paying an invoice, one line each; empty if a card is charged. */
  readonly paymentDetails: readonly string[];
  readonly dueDays: number;
  /** Tax that the prices include; null = invoices show no tax. */
  readonly tax: TaxRate | null;
}

export interface TaxRate {
  readonly name: string;
  /** Rate in hundredths of a percent: 1900 means 19 %. */
  readonly basisPoints: number;
}

/** Throws if an amount is in another currency, because amounts are never converted. */
export const requireCurrency = (input: string, currency: Currency): void => {
  if (input !== currency) throw new AppError('CURRENCY_MISMATCH', { values: { given: input, currency } });
};

export interface ExpectedPerson {
  readonly counted: number;
  readonly due: number;
  /**
   * `lastAsked`: number of people who were asked last month. `lastActive`: number of these people who became active.
   */
  readonly lastAsked: number;
  readonly lastActive: number;
}

/**
 * Returns the forecast: price × (active people + members still to be asked × last month's share of asked members who
 * became active). The share is 1 if no member was asked last month.
 */
export const forecastCents = (priceCents: number, { counted, due, lastAsked, lastActive }: ExpectedPerson): number => {
  // Divides only once and after the multiplication, so that no rounding error of an intermediate result changes the
  // cents.
  const expected = lastAsked === 0 ? priceCents * due : Math.round((priceCents * due * lastActive) / lastAsked);
  return priceCents * counted + expected;
};

/**
 * Estimates how many of the members still to be asked will become active. The estimate uses last month's share of asked
 * members who became active.
 */
export const expectedPeople = ({ due, lastAsked, lastActive }: ExpectedPerson): number =>
  lastAsked === 0 ? due : Math.round((due * lastActive) / lastAsked);

export interface MonthSoFar {
  readonly month: BillingMonth;
  readonly counted: readonly CountedPerson[];
  /**
   * `due`: number of members still to be asked this month. `dueAfterTrial`: number of these members whose first event
   * can be after the trial.
   */
  readonly due: number;
  readonly dueAfterTrial: number;
  readonly lastAsked: number;
  readonly lastActive: number;
}

export interface MonthForecast {
  readonly free: number;
  readonly cents: number;
  /** Forecast for the month as if there were no trial. */
  readonly fullCents: number;
}

/**
 * Returns the forecast of a month. People whose first event was during the trial, or can only be during the trial, are
 * left out, because no invoice charges them.
 */
export const forecastMonth = (
  { month, counted, due, dueAfterTrial, ...last }: MonthSoFar,
  terms: { readonly priceCents: number; readonly trialEndsAt: string },
): MonthForecast => {
  const free = invoiceLines(month, chargesFor(month, counted, terms))[0]?.free ?? 0;
  const { priceCents } = terms;
  return {
    free,
    cents: forecastCents(priceCents, { counted: counted.length - free, due: dueAfterTrial, ...last }),
    fullCents: forecastCents(priceCents, { counted: counted.length, due, ...last }),
  };
};

/**
 * Returns the difference between the forecast and last month's amount. `percent` is absolute and has one decimal; it is
 * 0 if last month's amount is 0.
 */
export const billingTrend = (currentCents: number, lastCents: number): BillingSummary['trend'] => {
  if (lastCents === 0 || currentCents === lastCents) return { direction: 'SAME', percent: 0 };
  const percent = Math.round((Math.abs(currentCents - lastCents) / lastCents) * 1000) / 10;
  return { direction: currentCents > lastCents ? 'UP' : 'DOWN', percent };
};

export interface CountedPerson {
  readonly memberId: MemberId;
  /** Instant of the event that made the person active, ISO 8601 in UTC. */
  readonly at: string;
}

/** People of one month on one invoice who all have the same price. */
export interface Charge {
  readonly month: BillingMonth;
  readonly priceCents: number;
  readonly members: readonly MemberId[];
}

/**
 * Returns the charges for the people of a month. A person who became active for the first time during the trial costs
 * nothing.
 */
export const chargesFor = (
  month: BillingMonth,
  people: readonly CountedPerson[],
  { priceCents, trialEndsAt }: { readonly priceCents: number; readonly trialEndsAt: string },
): Charge[] => {
  const isFree = ({ at }: CountedPerson): boolean => at < trialEndsAt;
  const paying = people.filter((person) => !isFree(person));
  const free = people.filter(isFree);
  const charge = (price: number, members: readonly CountedPerson[]): Charge[] =>
    members.length === 0 ? [] : [{ month, priceCents: price, members: members.map((member) => member.memberId) }];
  return [...charge(priceCents, paying), ...charge(0, free)];
};

export interface InvoiceLine {
  readonly month: BillingMonth;
  readonly people: number;
  readonly free: number;
  /** Price of each paying person; 0 if all people of the month are free. */
  readonly priceCents: number;
  readonly cents: number;
}

/** Sums up the charges by month: first the invoice's own month, then the adjustments, oldest first. */
export const invoiceLines = (own: BillingMonth, charges: readonly Charge[]): InvoiceLine[] => {
  const months = [...new Set(charges.map((charge) => charge.month))].sort();
  const lines = months.map((month): InvoiceLine => {
    const those = charges.filter((charge) => charge.month === month);
    const count = (items: readonly Charge[]): number => items.reduce((sum, charge) => sum + charge.members.length, 0);
    const free = count(those.filter((charge) => charge.priceCents === 0));
    return {
      ...{ month, people: count(those), free, priceCents: Math.max(...those.map((charge) => charge.priceCents)) },
      cents: those.reduce((sum, charge) => sum + charge.priceCents * charge.members.length, 0),
    };
  });
  return [...lines.filter((line) => line.month === own), ...lines.filter((line) => line.month !== own)];
};

export const invoiceTotal = (lines: readonly Pick<InvoiceLine, 'cents'>[]): number =>
  lines.reduce((sum, line) => sum + line.cents, 0);

/** Returns an invoice number such as `2026-000042`. The count starts again in each year of issue. */
export const invoiceNumber = (year: string, count: number): string => `${year}-${String(count).padStart(6, '0')}`;

export const includedTax = (cents: number, { basisPoints }: Pick<TaxRate, 'basisPoints'>): number =>
  Math.round((cents * basisPoints) / (10_000 + basisPoints));

export interface InvoiceFacts {
  readonly cents: number;
  readonly dueOn: LocalDate | null;
  readonly charge: 'OPEN' | 'PROCESSING' | 'FAILED' | 'PAID' | null;
}

/** Returns the state of an invoice. `today` is a date in UTC, like the due date. */
export const invoiceStateOf = ({ cents, dueOn, charge }: InvoiceFacts, today: string): Invoice['state'] => {
  if (cents <= 0) return 'VOID';
  if (charge === 'PAID') return 'PAID';
  return charge === 'FAILED' || (dueOn !== null && dueOn < today) ? 'OVERDUE' : 'OPEN';
};
