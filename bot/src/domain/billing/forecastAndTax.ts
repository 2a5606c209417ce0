import type { BillingMonth, BillingSummary, Currency, Invoice } from '#contracts/billing/billingCalls.ts';
import { AppError } from '#contracts/core/errors.ts';
import type { LocalDate, MemberId } from '#contracts/core/ids.ts';

// Cost of the usage (docs/product-rules.md, Billing). Every amount is an integer of the currency's smallest unit.

export interface BillingTerms {
  readonly priceCents: number;
  readonly currency: Currency;
  /** Name, address and tax id of the issuer as printed on an invoice, one line each. */
  readonly issuer: readonly string[];
  /** Instructions for paying an invoice, one line each; empty where a card is charged. */
  readonly paymentDetails: readonly string[];
  /** Days between issue and due date. */
  readonly dueDays: number;
  /** The tax that prices include; null = none is shown. */
  readonly tax: TaxRate | null;
}

export interface TaxRate {
  readonly name: string;
  /** In hundredths of a percent: 1900 is 19 %. */
  readonly basisPoints: number;
}

/** Refuses an amount of any other currency: nothing here converts one. */
export const requireCurrency = (input: string, currency: Currency): void => {
  if (input !== currency) throw new AppError('CURRENCY_MISMATCH', { values: { given: input, currency } });
};

export interface ExpectedPerson {
  readonly counted: number;
  readonly due: number;
  /** Of last month's people: how many were asked, and how many of those became active. */
  readonly lastAsked: number;
  readonly lastActive: number;
}

/**
 * Price × (counted + still due × last month's share of asked members who became active). The share is 1 if last month asked no
 * member.
 */
export const forecastCents = (priceCents: number, { counted, due, lastAsked, lastActive }: ExpectedPerson): number => {
  // One division of integers, so that the same people always make the same cents.
  const expected = lastAsked === 0 ? priceCents * due : Math.round((priceCents * due * lastActive) / lastAsked);
  return priceCents * counted + expected;
};

/** Of the members who are still due, the number expected to become active by last month's share, in whole people. */
export const expectedPeople = ({ due, lastAsked, lastActive }: ExpectedPerson): number =>
  lastAsked === 0 ? due : Math.round((due * lastActive) / lastAsked);

export interface MonthSoFar {
  readonly month: BillingMonth;
  readonly counted: readonly CountedPerson[];
  /** Members still due, and those of them whose first event can fall after the trial. */
  readonly due: number;
  readonly dueAfterTrial: number;
  readonly lastAsked: number;
  readonly lastActive: number;
}

export interface MonthForecast {
  readonly free: number;
  readonly cents: number;
  /** Price of the month if there were no trial. */
  readonly fullCents: number;
}

/** Leaves out people counted during the trial, and people who can only be counted during it, because no invoice charges them. */
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

/** Difference between the forecast and last month's amount: absolute percent with one decimal, 0 when that amount is 0. */
export const billingTrend = (currentCents: number, lastCents: number): BillingSummary['trend'] => {
  if (lastCents === 0 || currentCents === lastCents) return { direction: 'SAME', percent: 0 };
  const percent = Math.round((Math.abs(currentCents - lastCents) / lastCents) * 1000) / 10;
  return { direction: currentCents > lastCents ? 'UP' : 'DOWN', percent };
};

/** A member who counted as active in a month. */
export interface CountedPerson {
  readonly memberId: MemberId;
  /** First qualifying event, ISO 8601 in UTC. */
  readonly at: string;
}

/** People of one month on one invoice who pay the same. */
export interface Charge {
  readonly month: BillingMonth;
  readonly priceCents: number;
  readonly members: readonly MemberId[];
}

/** Price of a month's people. A person who was first counted during the trial costs nothing. */
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

/** One month's people on an invoice, together. */
export interface InvoiceLine {
  readonly month: BillingMonth;
  readonly people: number;
  /** Of them, the people who cost nothing. */
  readonly free: number;
  /** Price of each paying person; 0 when there is none. */
  readonly priceCents: number;
  readonly cents: number;
}

/** The charges summed up by month, the invoice's own first, then adjustments, oldest first. */
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

/** `2026-000042`: counted through within the year it is issued in. */
export const invoiceNumber = (year: string, count: number): string => `${year}-${String(count).padStart(6, '0')}`;

/** The tax within a total that includes it. */
export const includedTax = (cents: number, { basisPoints }: Pick<TaxRate, 'basisPoints'>): number =>
  Math.round((cents * basisPoints) / (10_000 + basisPoints));

export interface InvoiceFacts {
  readonly cents: number;
  readonly dueOn: LocalDate | null;
  readonly charge: 'OPEN' | 'PROCESSING' | 'FAILED' | 'PAID' | null;
}

/** `today` is a date in UTC, like the due date. */
export const invoiceStateOf = ({ cents, dueOn, charge }: InvoiceFacts, today: string): Invoice['state'] => {
  if (cents <= 0) return 'VOID';
  if (charge === 'PAID') return 'PAID';
  return charge === 'FAILED' || (dueOn !== null && dueOn < today) ? 'OVERDUE' : 'OPEN';
};
