import fc from 'fast-check';

/** ann reads the roll-up; cy is in another time zone; dee can leave or be erased. */
export const members = ['ann', 'bob', 'cy', 'dee'] as const;
export type Member = (typeof members)[number];
export const reports = ['Daily', 'Mood'] as const;
export type Report = (typeof reports)[number];
export const goalChoices = ['DONE', 'CARRIED', 'DROPPED', 'OPEN'] as const;
export type GoalChoice = (typeof goalChoices)[number];

export type Step =
  /** Moves the clock to the opening of the next working day. */
  | { readonly do: 'next' }
  /** Moves the clock beyond the close of the day's window, so that further answers are late. */
  | { readonly do: 'close' }
  | {
      readonly do: 'answer';
      readonly who: Member;
      readonly report: Report;
      /** Date of the answered run: 0 = today, 1 = the next working day. */
      readonly ahead: 0 | 1;
      readonly isBlocked: boolean;
      readonly mood: number;
      /** The member's choice for each of the three possible goals, in their order. */
      readonly goals: readonly GoalChoice[];
    }
  | { readonly do: 'skip' | 'resolve'; readonly who: Member; readonly report: Report }
  | {
      readonly do: 'task';
      readonly who: Member;
      readonly report: Report | null;
      readonly minutes: number;
      readonly back: number;
    }
  | { readonly do: 'cancel' | 'delete'; readonly report: Report }
  | { readonly do: 'vacation' | 'unreachable'; readonly who: Member }
  | { readonly do: 'holiday' }
  | { readonly do: 'leave' | 'erase' };

export interface Scenario {
  readonly steps: readonly Step[];
}

const who = fc.constantFrom(...members);
const report = fc.constantFrom<Report>('Daily', 'Daily', 'Mood');

const answer: fc.Arbitrary<Step> = fc.record({
  ...{
    do: fc.constant('answer' as const),
    who,
    report,
    ahead: fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const),
  },
  ...{ isBlocked: fc.boolean(), mood: fc.integer({ min: 1, max: 5 }) },
  goals: fc.array(fc.constantFrom(...goalChoices), { minLength: 3, maxLength: 3 }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 9, arbitrary: fc.constant<Step>({ do: 'next' }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'close' }) },
  { weight: 24, arbitrary: answer },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('skip' as const), who, report }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('resolve' as const), who, report }) },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ do: fc.constant('task' as const), who, report: fc.option(report, { nil: null, freq: 3 }) },
      ...{ minutes: fc.integer({ min: 1, max: 600 }), back: fc.nat({ max: 4 }) },
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'cancel' as const, 'delete' as const), report }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('vacation' as const, 'unreachable' as const), who }) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ do: 'holiday' }, { do: 'leave' }, { do: 'erase' }) },
);

export const scenario: fc.Arbitrary<Scenario> = fc.record({
  steps: fc.array(step, { minLength: 30, maxLength: 110, size: 'max' }),
});
