import fc from 'fast-check';
import type { Death } from '../billing/billingScenario.ts';

/** Members are numbers within the organisation, so that a person can belong to several teams. */
export interface OrgPlan {
  readonly trialEndsAt: string;
  readonly teams: readonly (readonly number[])[];
}

/**
 * Positions in the lists of organisations, teams and members. A number beyond the end of a list begins again at 0, so
 * that every step fits every organisation.
 */
interface Place {
  readonly org: number;
  readonly team: number;
  readonly who: number;
}

export type Step =
  | { readonly do: 'wait'; readonly to: 'NOW' | 'MONTH_END' | 'TRIAL_END'; readonly ms: number; readonly org: number }
  | ({ readonly do: 'task'; readonly dies?: Death | undefined } & Place)
  | ({ readonly do: 'leave' | 'join' | 'erase' } & Place)
  /** Sets the price of invoices that are issued from now on. */
  | { readonly do: 'price'; readonly cents: number }
  | { readonly do: 'beat'; readonly dies?: Death | undefined };

export interface Scenario {
  readonly orgs: readonly OrgPlan[];
  readonly steps: readonly Step[];
  /** For each of the last months, the write of the month close at which the server dies; null = the server survives. */
  readonly closings: readonly (Death | null)[];
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
export const startsAt = '2026-11-20T08:00:00.000Z';

const number = fc.nat(11);
const place = { org: number, team: number, who: number };
const death = (calls: number): fc.Arbitrary<Death> =>
  fc.record({
    call: fc.integer({ min: 1, max: calls }),
    how: fc.constantFrom('before' as const, 'unknown' as const, 'crash' as const),
  });
const dies = fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: death(14) });

const org: fc.Arbitrary<OrgPlan> = fc.record({
  trialEndsAt: fc
    .constantFrom(-30 * day, 0, 3 * day, 10 * day + 16 * hour, 20 * day, 45 * day)
    .map((ms) => new Date(Date.parse(startsAt) + ms).toISOString()),
  teams: fc.array(fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      to: fc.constant('NOW' as const),
      ms: fc.constantFrom(1, minute, hour, day, 9 * day, 31 * day),
      org: number,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      to: fc.constantFrom('MONTH_END' as const, 'TRIAL_END' as const),
      ms: fc.constantFrom(-1, 0, 1, 5 * minute - 1, 5 * minute, 6 * minute),
      org: number,
    }),
  },
  { weight: 10, arbitrary: fc.record({ do: fc.constant('task' as const), dies, ...place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('leave' as const, 'join' as const), ...place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), ...place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('price' as const), cents: fc.constantFrom(150, 200, 333) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('beat' as const), dies }) },
);

export const scenario: fc.Arbitrary<Scenario> = fc.record({
  orgs: fc.array(org, { minLength: 1, maxLength: 5 }),
  steps: fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }),
  closings: fc.array(fc.option(death(12)), { minLength: 2, maxLength: 2 }),
});
