import fc from 'fast-check';

// Actions of people in chats with the bot on several days, as plain data.

/**
 * ann is an admin; dee and bob share a second team; zoe belongs to another organisation; kim is in the tenant but in no
 * team.
 */
export const seats = {
  platform: ['ann', 'bob', 'cy'],
  sales: ['dee', 'bob'],
  mars: ['zoe'],
} as const;
export type Team = keyof typeof seats;
export const people = ['ann', 'bob', 'cy', 'dee', 'zoe', 'kim'] as const;
export type Person = (typeof people)[number];
export const tenantOf = (who: Person): 'contoso' | 'fabrikam' => (who === 'zoe' ? 'fabrikam' : 'contoso');
export const orgOf = (team: Team): 'contoso' | 'fabrikam' => (team === 'mars' ? 'fabrikam' : 'contoso');

/**
 * Each report opens on working days, `time` minutes after midnight UTC, and closes two hours later. The run of "Night"
 * is still open on the next date.
 */
export const reports = {
  Daily: { team: 'platform', time: 9 * 60 },
  Night: { team: 'platform', time: 23 * 60 },
  Sales: { team: 'sales', time: 10 * 60 },
  Mars: { team: 'mars', time: 9 * 60 },
} as const satisfies Readonly<Record<string, { readonly team: Team; readonly time: number }>>;
export type Report = keyof typeof reports;
export const windowMinutes = 120;

export const places = ['PERSONAL', 'CHANNEL', 'GROUP'] as const;
export type Place = (typeof places)[number];

export type Step =
  | { readonly do: 'wait'; readonly minutes: number }
  | { readonly do: 'say'; readonly who: Person; readonly where: Place; readonly text: string }
  /** Presses a button of any earlier card; index 0 = the newest card. */
  | {
      readonly do: 'press';
      readonly who: Person;
      readonly card: number;
      readonly button: number;
      readonly how: 'EXECUTE' | 'SUBMIT';
      readonly fill: 'GOOD' | 'EMPTY';
    }
  /** As `press`, but the owner of the card presses the button. */
  | {
      readonly do: 'pressOwn';
      readonly card: number;
      readonly button: number;
      readonly how: 'EXECUTE' | 'SUBMIT';
      readonly fill: 'GOOD' | 'EMPTY';
    }
  | { readonly do: 'leave' | 'join'; readonly who: Person; readonly team: Team }
  | { readonly do: 'manage'; readonly what: 'CANCEL' | 'OFF' | 'ON' | 'DELETE'; readonly report: Report };

export interface Scenario {
  readonly steps: readonly Step[];
}

const texts = [
  ...[
    'hi',
    'help',
    'start',
    'start daily',
    'start night',
    'start sales',
    'start nothing',
    'tomorrow',
    'tomorrow night',
  ],
  ...['why', 'why daily', 'mute', 'unmute', 'connect', 'stop', 'cancel', '', '???', 'start 01ARZ3NDEKTSV4RRFFQ69G5FAV'],
];

const who = fc.constantFrom(...people);
const team = fc.constantFrom(...(Object.keys(seats) as Team[]));
const pressing = {
  card: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.nat({ max: 60 })),
  button: fc.nat({ max: 3 }),
  how: fc.constantFrom('EXECUTE' as const, 'SUBMIT' as const),
  fill: fc.constantFrom('GOOD' as const, 'GOOD' as const, 'EMPTY' as const),
};

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 31, 90, 150, 13 * 60, 16 * 60, 26 * 60),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ do: fc.constant('say' as const), who, text: fc.constantFrom(...texts) },
      where: fc.constantFrom('PERSONAL' as const, 'PERSONAL' as const, 'CHANNEL' as const, 'GROUP' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('press' as const), who, ...pressing }) },
  { weight: 9, arbitrary: fc.record({ do: fc.constant('pressOwn' as const), ...pressing }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('leave' as const, 'join' as const), who, team }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('manage' as const),
      what: fc.constantFrom('CANCEL' as const, 'OFF' as const, 'ON' as const, 'DELETE' as const),
      report: fc.constantFrom(...(Object.keys(reports) as Report[])),
    }),
  },
);

export const scenario: fc.Arbitrary<Scenario> = fc.record({
  steps: fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }),
});
