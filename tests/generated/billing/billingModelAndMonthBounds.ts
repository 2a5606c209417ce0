import type { Org } from './billingScenario.ts';

// Computes from the events alone who is billed in a month and the cost of each person. Imports no code of the product.

export interface Event {
  readonly org: Org;
  readonly who: string;
  readonly what: 'ANSWER' | 'TASK';
  readonly report: string | null;
  readonly ms: number;
}

/** An expected line of the ledger. It allows several first events, because two events may share a millisecond. */
export interface Expected {
  readonly who: string;
  readonly at: string;
  readonly firsts: readonly string[];
  readonly cents: number;
  readonly ms: number;
}

export const monthAt = (ms: number): string => {
  const date = new Date(ms);
  return String(date.getUTCFullYear() * 100 + date.getUTCMonth() + 1);
};

/** Returns the first millisecond after a month. */
export const monthEnd = (month: string): number => Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)), 1);

export const nameOf = ({ what, report }: Pick<Event, 'what' | 'report'>): string => `${what} ${report ?? '-'}`;

export const expectedLedger = (
  events: readonly Event[],
  { org, month, trialEndMs, priceCents }: { org: Org; month: string; trialEndMs: number; priceCents: number },
): Expected[] => {
  const own = events.filter((event) => event.org === org && monthAt(event.ms) === month);
  return [...new Set(own.map((event) => event.who))].map((who) => {
    const theirs = own.filter((event) => event.who === who);
    const ms = Math.min(...theirs.map((event) => event.ms));
    return {
      who,
      at: new Date(ms).toISOString(),
      firsts: theirs.filter((event) => event.ms === ms).map(nameOf),
      cents: ms < trialEndMs ? 0 : priceCents,
      ms,
    };
  });
};
