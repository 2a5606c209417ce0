import type { BillingMonth, BillingSummary, Currency } from '#contracts/billing.ts';
import { AppError } from '#contracts/errors.ts';
import type { MemberId } from '#contracts/ids.ts';

// What usage costs (decisions.md D8). Every amount is an integer of the currency's smallest unit.

export interface BillingTerms {
  readonly priceCents: number;
  readonly currency: Currency;
  /** Who bills: name, address and tax id as they stand on an invoice, a line each. */
  readonly issuer: readonly string[];
}

/** Refuses an amount of any other currency: nothing here converts one. */
export const requireCurrency = (given: string, currency: Currency): void => {
  if (given !== currency) throw new AppError('CURRENCY_MISMATCH', { values: { given, currency } });
};

export interface Expected {
  readonly counted: number;
  readonly due: number;
  /** Of last month's people: how many were asked, and how many of those became active. */
  readonly lastAsked: number;
  readonly lastActive: number;
}

/** Price × (counted + still due × last month's share of asked that became active); the share is 1 when nobody was asked. */
export const forecastCents = (priceCents: number, { counted, due, lastAsked, lastActive }: Expected): number => {
  // One division of integers, so that the same people always make the same cents.
  const expected = lastAsked === 0 ? priceCents * due : Math.round((priceCents * due * lastActive) / lastAsked);
  return priceCents * counted + expected;
};

/** How many of those still due last month lets expect, in whole people. */
export const expectedPeople = ({ due, lastAsked, lastActive }: Expected): number =>
  lastAsked === 0 ? due : Math.round((due * lastActive) / lastAsked);

/** How far the forecast is from last month's amount: absolute percent with one decimal, 0 when that amount is 0. */
export const billingTrend = (currentCents: number, lastCents: number): BillingSummary['trend'] => {
  if (lastCents === 0 || currentCents === lastCents) return { direction: 'SAME', percent: 0 };
  const percent = Math.round((Math.abs(currentCents - lastCents) / lastCents) * 1000) / 10;
  return { direction: currentCents > lastCents ? 'UP' : 'DOWN', percent };
};

/** Somebody who counted in a month. */
export interface Counted {
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

/** What the people of a month cost: nothing for who was first counted during the trial. */
export const chargesFor = (
  month: BillingMonth,
  people: readonly Counted[],
  { priceCents, trialEndsAt }: { readonly priceCents: number; readonly trialEndsAt: string },
): Charge[] => {
  const isFree = ({ at }: Counted): boolean => at < trialEndsAt;
  const paying = people.filter((one) => !isFree(one));
  const free = people.filter(isFree);
  const charge = (price: number, members: readonly Counted[]): Charge[] =>
    members.length === 0 ? [] : [{ month, priceCents: price, members: members.map((one) => one.memberId) }];
  return [...charge(priceCents, paying), ...charge(0, free)];
};

/** One month's people on an invoice, together. */
export interface InvoiceLine {
  readonly month: BillingMonth;
  readonly people: number;
  /** Of them, who costs nothing. */
  readonly free: number;
  /** What each of the others costs; 0 when there is none. */
  readonly priceCents: number;
  readonly cents: number;
}

/** The charges summed up by month, the invoice's own first, then adjustments, oldest first. */
export const linesOf = (own: BillingMonth, charges: readonly Charge[]): InvoiceLine[] => {
  const months = [...new Set(charges.map((one) => one.month))].sort();
  const lines = months.map((month): InvoiceLine => {
    const those = charges.filter((one) => one.month === month);
    const count = (some: readonly Charge[]): number => some.reduce((sum, one) => sum + one.members.length, 0);
    const free = count(those.filter((one) => one.priceCents === 0));
    return {
      ...{ month, people: count(those), free, priceCents: Math.max(...those.map((one) => one.priceCents)) },
      cents: those.reduce((sum, one) => sum + one.priceCents * one.members.length, 0),
    };
  });
  return [...lines.filter((one) => one.month === own), ...lines.filter((one) => one.month !== own)];
};

export const totalOf = (lines: readonly Pick<InvoiceLine, 'cents'>[]): number =>
  lines.reduce((sum, one) => sum + one.cents, 0);

/** `2026-000042`: counted through within the year it is issued in. */
export const invoiceNumber = (year: string, count: number): string => `${year}-${String(count).padStart(6, '0')}`;
