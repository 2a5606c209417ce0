import fc from 'fast-check';

// Defines the random choices from which scenarioGenerator.ts builds a scenario. fast-check shrinks them when a scenario
// fails.

export interface Place {
  readonly from: string;
  readonly zones: readonly string[];
}

/**
 * First dates and zones of the scenarios: dates with difficult calendars, such as clock changes, and ordinary weeks.
 */
export const places: readonly Place[] = [
  { from: '2026-11-16', zones: ['Europe/Athens', 'Europe/London', 'America/New_York', 'Asia/Tokyo'] },
  { from: '2026-10-23', zones: ['Europe/Berlin', 'Europe/London', 'America/New_York', 'Asia/Kolkata'] },
  { from: '2026-03-27', zones: ['Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Chatham', 'America/St_Johns'] },
  { from: '2026-04-03', zones: ['Australia/Lord_Howe', 'Pacific/Chatham', 'Asia/Kathmandu', 'Pacific/Auckland'] },
  { from: '2026-03-06', zones: ['America/Havana', 'America/New_York', 'America/Los_Angeles', 'UTC'] },
  { from: '2011-12-28', zones: ['Pacific/Apia', 'Pacific/Honolulu', 'Pacific/Auckland', 'Pacific/Kiritimati'] },
  { from: '1993-08-19', zones: ['Pacific/Kwajalein', 'Pacific/Honolulu', 'Asia/Tokyo', 'Pacific/Auckland'] },
  { from: '2026-06-01', zones: ['Pacific/Kiritimati', 'Pacific/Niue', 'Europe/Berlin', 'Asia/Kolkata'] },
];

export const names = ['ann', 'bob', 'cy', 'dee'];

/**
 * A random instant near the opening, a reminder or the close of a run. `meeting` and `member` are positions in the
 * lists of the scenario, `day` selects one of its days, and `seconds` is the distance after that instant (negative:
 * before it).
 */
export interface Near {
  readonly meeting: number;
  readonly member: number;
  readonly day: number;
  readonly which: 'opens' | 'first' | 'second' | 'closes';
  readonly seconds: number;
}

const offsets = [
  ...[0, 1, -1, 30, -30, 61, 300, -300, 600, -600, 1_800, -1_800, 3_000, -3_000, 3_599, 3_601, 7_200, -7_200],
  ...[-20 * 3_600, -23 * 3_600, -25 * 3_600, 12 * 3_600, 24 * 3_600],
];

const near: fc.Arbitrary<Near> = fc.record({
  meeting: fc.nat({ max: 1 }),
  member: fc.nat({ max: 3 }),
  day: fc.nat({ max: 3 }),
  which: fc.constantFrom('opens', 'first', 'second', 'closes'),
  seconds: fc.constantFrom(...offsets),
});

const lengths = [1, 60, 300, 1_800, 3_000, 3_599, 3_600, 3_601, 3_660, 5_400, 10_800, 43_200, 86_400, 180_000];

export interface Period {
  readonly near: Near;
  readonly seconds: number;
}

const period: fc.Arbitrary<Period> = fc.record({ near, seconds: fc.constantFrom(...lengths) });
const shortPeriod: fc.Arbitrary<Period> = fc.record({ near, seconds: fc.constantFrom(1, 60, 600, 1_800, 3_600) });

const meeting = fc.record({
  time: fc.constantFrom(0, 30, 150, 570, 600, 615, 720, 1_020, 1_380, 1_439),
  zone: fc.nat({ max: 3 }),
  isByMember: fc.constantFrom(true, true, false),
  window: fc.constantFrom(5, 14, 15, 30, 59, 60, 90, 120, 240, 480, 1_380),
  kind: fc.constantFrom('EVERY', 'EVERY', 'EVERY', 'EVERY', 'DAY', 'DAY', 'WEEK', 'ALTWEEK', 'MONTH'),
  hasReminders: fc.constantFrom(true, true, true, false),
  skips: fc.nat({ max: 3 }),
});

const eventKinds = [
  ...[
    'edit',
    'edit',
    'deactivate',
    'activate',
    'delete',
    'cancel',
    'cancel today',
    'start',
    'holiday',
    'workday',
    'vacation',
    'back',
  ],
  ...['join', 'leave', 'disable', 'enable', 'move', 'move', 'mute', 'unmute', 'block', 'unblock'],
  ...['skip', 'snooze', 'snooze', 'snooze', 'quiet', 'quiet'],
] as const;
type EventKind = (typeof eventKinds)[number];

const change = fc.record(
  {
    time: fc.constantFrom(0, 540, 600, 660, 900, 1_380),
    zone: fc.nat({ max: 3 }),
    window: fc.constantFrom(15, 60, 120, 480),
    hasReminders: fc.boolean(),
    everyDay: fc.constant(true),
    skips: fc.nat({ max: 3 }),
  },
  { requiredKeys: [] },
);
export type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * Quiet hours in minutes after midnight: some around the openings, reminders and closes of reports, some across
 * midnight.
 */
const quietHours = fc.constantFrom(
  ...[
    [1_320, 480],
    [1_200, 600],
    [540, 660],
    [1_380, 120],
    [0, 960],
    [615, 645],
    [30, 150],
    [720, 1_020],
  ].map(([from = 0, to = 0]) => ({ from, to })),
);

const happening = fc.record({
  kind: fc.constantFrom<EventKind>(...eventKinds),
  near,
  zone: fc.nat({ max: 3 }),
  change,
  quiet: fc.option(quietHours, { freq: 3 }),
});

/**
 * A person who observes a report from the start, becomes an observer later, or stops observing later and is prompted
 * from then on.
 */
const observing = fc.record({
  kind: fc.constantFrom('from the start', 'from the start', 'later', 'no longer'),
  meeting: fc.nat({ max: 1 }),
  member: fc.nat({ max: 3 }),
  near,
});

export const seed = fc.record({
  place: fc.nat({ max: places.length - 1 }),
  days: fc.integer({ min: 1, max: 4 }),
  zones: fc.array(fc.integer({ min: -1, max: 3 }), { minLength: 1, maxLength: 4 }),
  meetings: fc.array(meeting, { minLength: 1, maxLength: 2 }),
  answers: fc.array(near, { maxLength: 8 }),
  joiners: fc.nat({ max: 1 }),
  holidays: fc.array(fc.nat({ max: 5 }), { maxLength: 1 }),
  vacations: fc.array(fc.record({ member: fc.nat({ max: 3 }), day: fc.nat({ max: 5 }) }), { maxLength: 2 }),
  quiet: fc.array(fc.record({ member: fc.nat({ max: 3 }), hours: quietHours }), { maxLength: 2 }),
  refusing: fc.constantFrom(-1, -1, -1, 0, 1, 2),
  events: fc.array(happening, { maxLength: 5 }),
  downtime: fc.array(period, { maxLength: 3 }),
  weather: fc.option(
    fc.record({
      kind: fc.constantFrom('429', '429 after', '503', 'lost', 'kill before', 'kill after', 'two', 'marks'),
      period: shortPeriod,
    }),
    { nil: undefined },
  ),
  // Must be the last field, so that the other choices of a seed do not depend on it.
  observers: fc.array(observing, { maxLength: 2 }),
});
export type Seed = typeof seed extends fc.Arbitrary<infer Value> ? Value : never;
