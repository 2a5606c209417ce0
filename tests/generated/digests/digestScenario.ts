import fc from 'fast-check';

// Random digests over weeks with changed clocks, days off, downtimes, and changes of the people who own or get them.

/** Ann and Eve can be recipients, and Bob saves the digest. Ann stays an admin in every scenario. */
export type Recipient = 'ann' | 'eve';

export interface Schedule {
  readonly cadence: 'DAILY' | 'WEEKLY' | 'SPRINT';
  readonly weekday: 'monday' | 'friday' | 'sunday';
  readonly sprintWeeks: 1 | 2;
  /** Days between the start and the last day of the first sprint. */
  readonly anchorDays: number;
  /** Time of the sending in minutes after midnight in `timezone`. */
  readonly time: number;
  readonly timezone: string;
  readonly isWorkingDaysOnly: boolean;
  readonly isHolidayAware: boolean;
}

/** A change that happens `wait` minutes after the previous step. */
export type Step = { readonly wait: number } & (
  | { readonly do: 'disableBob' | 'enableBob' | 'leaveBob' | 'demoteBob' | 'disableEve' | 'enableEve' | 'demoteEve' }
  | { readonly do: 'muteEve' | 'unmuteEve' | 'unsubscribe' | 'agree' | 'pause' | 'resume' | 'disconnect' | 'connect' }
  | { readonly do: 'holiday' | 'workday'; readonly days: number }
  /** Ann saves the digest with another schedule. */
  | { readonly do: 'edit'; readonly schedule: Schedule }
  /** No instance of the server runs for these minutes. */
  | { readonly do: 'down'; readonly minutes: number }
);

export interface Scenario {
  /** The first day; the clocks of some zones change within the following days. */
  readonly from: string;
  readonly isOrganisation: boolean;
  readonly isTwice: boolean;
  readonly members: readonly Recipient[];
  readonly hasEmail: boolean;
  readonly inChannel: boolean;
  readonly hasWebhook: boolean;
  readonly schedule: Schedule;
  readonly steps: readonly Step[];
}

const schedule: fc.Arbitrary<Schedule> = fc.record({
  cadence: fc.constantFrom('DAILY', 'DAILY', 'WEEKLY', 'WEEKLY', 'SPRINT'),
  weekday: fc.constantFrom('monday', 'friday', 'sunday'),
  sprintWeeks: fc.constantFrom(1, 2),
  anchorDays: fc.integer({ min: -20, max: 10 }),
  time: fc.constantFrom(0, 30, 150, 540, 1020, 1439),
  timezone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'UTC'),
  isWorkingDaysOnly: fc.boolean(),
  isHolidayAware: fc.boolean(),
});

const wait = fc.constantFrom(1, 59, 60, 61, 300, 719, 1439, 1440, 1441, 2880, 4320);
const simple = fc.constantFrom(
  ...([
    'disableBob',
    'enableBob',
    'enableBob',
    'leaveBob',
    'demoteBob',
    'disableEve',
    'enableEve',
    'demoteEve',
  ] as const),
  ...(['muteEve', 'unmuteEve', 'unsubscribe', 'agree', 'pause', 'resume', 'resume', 'disconnect', 'connect'] as const),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ wait, do: simple }) },
  {
    weight: 2,
    arbitrary: fc.record({ wait, do: fc.constantFrom('holiday', 'workday'), days: fc.integer({ min: 0, max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ wait, do: fc.constant('edit'), schedule }) },
  {
    weight: 2,
    arbitrary: fc.record({ wait, do: fc.constant('down'), minutes: fc.constantFrom(1, 45, 61, 600, 1500, 6000) }),
  },
);

export const scenario: fc.Arbitrary<Scenario> = fc.record({
  from: fc.constantFrom('2026-03-26', '2026-10-22', '2026-03-05', '2026-04-02', '2026-11-16'),
  isOrganisation: fc.constantFrom(false, false, true),
  isTwice: fc.boolean(),
  members: fc.constantFrom<Recipient[]>(['ann', 'eve'], ['eve'], ['ann']),
  hasEmail: fc.boolean(),
  inChannel: fc.boolean(),
  hasWebhook: fc.boolean(),
  schedule,
  steps: fc.array(step, { minLength: 6, maxLength: 16 }),
});
