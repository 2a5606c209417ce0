import fc from 'fast-check';

/** The members of each team when the scenario begins. ann, bob and dee belong to both teams of Contoso. */
export const seats = {
  platform: ['ann', 'bob', 'cy', 'dee'],
  sales: ['ann', 'bob', 'dee', 'eve'],
  mars: ['zoe', 'yan'],
} as const;
export type Team = keyof typeof seats;
export const orgs = { contoso: ['platform', 'sales'], fabrikam: ['mars'] } as const;
export type Org = keyof typeof orgs;
export const admins: Readonly<Record<Org, string>> = { contoso: 'ann', fabrikam: 'zoe' };
export const orgOf = (team: Team): Org => (team === 'mars' ? 'fabrikam' : 'contoso');
export const people = ['ann', 'bob', 'cy', 'dee', 'eve', 'zoe', 'yan'] as const;
export type Person = (typeof people)[number];
/** Each report opens at midnight in UTC and accepts answers for the whole day. */
export const reports = {
  'platform daily': 'platform',
  'platform second': 'platform',
  'sales daily': 'sales',
  'mars daily': 'mars',
} as const;
export type Report = keyof typeof reports;

/**
 * A crash of a process at one call to the store. `how` is the kind of failure (support/store/storeFailingAtNthCall.ts): with
 * `before`, the call has no effect.
 */
export interface Death {
  readonly call: number;
  readonly how: 'before' | 'unknown' | 'crash';
}

export type Step =
  /** Moves the clock to the instant `to` plus `ms` milliseconds; a negative number = an instant before `to`. */
  | { readonly do: 'wait'; readonly to: 'NOW' | 'MONTH_END' | 'TRIAL_END'; readonly ms: number }
  | { readonly do: 'answer'; readonly who: Person; readonly report: Report; readonly dies?: Death | undefined }
  | { readonly do: 'task'; readonly who: Person; readonly report: Report | Team; readonly dies?: Death | undefined }
  | { readonly do: 'leave' | 'join'; readonly who: Person; readonly team: Team }
  | { readonly do: 'erase'; readonly who: Person }
  /** Runs the engine. With `dies`, the process crashes, and another process starts a minute later. */
  | { readonly do: 'beat'; readonly dies?: Death | undefined };

export interface Scenario {
  readonly start: string;
  readonly trialEndsAt: string;
  readonly steps: readonly Step[];
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const instantOf = (first: string, ...spans: readonly number[]) =>
  fc.constantFrom(...spans).map((ms) => new Date(Date.parse(first) + ms).toISOString());

const death = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc.record({
      call: fc.integer({ min: 1, max: 14 }),
      how: fc.constantFrom('before' as const, 'unknown' as const, 'crash' as const),
    }),
  },
);

const who = fc.constantFrom(...people);
const team = fc.constantFrom(...(Object.keys(seats) as Team[]));
const report = fc.constantFrom(...(Object.keys(reports) as Report[]));
/** People in two teams, whom the product might count twice. Most answers and tasks are made by them. */
const busy = fc.constantFrom('bob' as const, 'dee' as const, 'ann' as const);
const ownPlace = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ who: busy, report: fc.constantFrom('platform daily', 'platform second', 'sales daily') }),
  },
  { weight: 2, arbitrary: fc.constantFrom({ who: 'zoe', report: 'mars daily' }, { who: 'yan', report: 'mars daily' }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ who: 'cy', report: 'platform second' }, { who: 'eve', report: 'sales daily' }),
  },
  { weight: 1, arbitrary: fc.record({ who, report }) },
) as fc.Arbitrary<{ who: Person; report: Report }>;

const moment = fc.constantFrom(-1000, -1, 0, 1, minute, 5 * minute - 1, 5 * minute, 6 * minute);
const later = (...spans: readonly number[]) =>
  fc.record({ to: fc.constant('NOW' as const), ms: fc.constantFrom(...spans) });
const wait = fc.oneof(
  { weight: 6, arbitrary: later(1, 1000, 7 * minute) },
  { weight: 2, arbitrary: later(hour, 9 * hour, day) },
  { weight: 1, arbitrary: later(3 * day, 12 * day) },
  { weight: 2, arbitrary: fc.record({ to: fc.constantFrom('MONTH_END' as const, 'TRIAL_END' as const), ms: moment }) },
);

const doing = <What extends string>(kind: What) => fc.constant(kind);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: wait.map((item) => ({ do: 'wait' as const, ...item })) },
  {
    weight: 8,
    arbitrary: fc
      .tuple(ownPlace, death)
      .map(([place, dies]): Step => ({ do: 'answer', ...place, ...(dies === undefined ? {} : { dies }) })),
  },
  {
    weight: 8,
    arbitrary: fc.tuple(ownPlace, fc.boolean(), death).map(([place, hasReport, dies]): Step => ({
      ...{ do: 'task', who: place.who, report: hasReport ? place.report : reports[place.report] },
      ...(dies === undefined ? {} : { dies }),
    })),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('leave' as const, 'join' as const), who, team }) },
  { weight: 1, arbitrary: fc.record({ do: doing('erase'), who }) },
  { weight: 2, arbitrary: death.map((dies): Step => (dies === undefined ? { do: 'beat' } : { do: 'beat', dies })) },
);

export const scenario: fc.Arbitrary<Scenario> = fc.record({
  start: instantOf('2026-11-20T08:00:00Z', 0, 5 * day, 10 * day),
  trialEndsAt: instantOf('2026-11-22T12:00:00Z', -30 * day, 0, 3 * day, 12 * day, 30 * day),
  steps: fc.array(step, { minLength: 4, maxLength: 45, size: 'max' }),
});
