import fc from 'fast-check';

/** ann is the admin; zoe belongs to another organisation; cy can be erased. */
export const members = ['ann', 'bob', 'cy'] as const;
export type Member = (typeof members)[number];
export type Person = Member | 'zoe';
export const reports = ['Daily', 'Second'] as const;
export type Report = (typeof reports)[number];

/** Version of the row that a change sends: none, the newest one that was read, or the first one that was read. */
export type Seen = 'NONE' | 'NEWEST' | 'FIRST';

export type Step =
  | { readonly do: 'wait'; readonly days: number }
  /** `back` = days before today; a negative number = after today. `twice` = the same draft is sent again. */
  | {
      readonly do: 'add';
      readonly who: Person;
      readonly back: number;
      readonly report: Report | null;
      readonly minutes: number;
      readonly twice: boolean;
    }
  /** `row` selects among all rows that ever existed. Fields that are left out stay unchanged. */
  | {
      readonly do: 'edit';
      readonly who: Person;
      readonly row: number;
      readonly seen: Seen;
      readonly minutes?: number | undefined;
      readonly back?: number | undefined;
      readonly report?: Report | null | undefined;
    }
  | { readonly do: 'delete'; readonly who: Person; readonly row: number; readonly seen: Seen }
  | { readonly do: 'copy'; readonly who: Person; readonly back: number }
  /** Answers today's run. Each line is a text with its minutes. */
  | {
      readonly do: 'answer';
      readonly who: Member;
      readonly report: Report;
      readonly lines: readonly (readonly [string, number])[];
    }
  | {
      readonly do: 'week';
      readonly who: Person;
      readonly of: Member;
      readonly weeksBack: number;
      readonly what: 'submit' | 'approve' | 'return' | 'reopen';
      readonly seen: Seen;
    }
  | { readonly do: 'drop'; readonly report: Report }
  | { readonly do: 'erase' };

export interface Scenario {
  readonly steps: readonly Step[];
}

// Bob takes most steps, so that several changes concern the same rows.
const member = fc.constantFrom<Member>('bob', 'bob', 'bob', 'ann', 'cy');
const who: fc.Arbitrary<Person> = fc.oneof(
  { weight: 12, arbitrary: member },
  { weight: 1, arbitrary: fc.constant('zoe' as const) },
);
const report = fc.constantFrom(...reports);
const place = fc.option(report, { nil: null, freq: 3 });
const seen = fc.constantFrom<Seen>('NONE', 'NEWEST', 'FIRST');
const row = fc.oneof(fc.nat({ max: 4 }), fc.nat({ max: 40 }));
const back = fc.constantFrom(0, 0, 1, 2, 3, 6, 7, 9, -1);
const minutes = fc.constantFrom(0, 1, 20, 45, 60, 90, 479, 23 * 60 + 59);
const line = fc.tuple(fc.constantFrom('Alpha', 'Beta', 'Gamma', 'Delta'), fc.constantFrom(0, 30, 60, 100));
const lines = fc.uniqueArray(line, { minLength: 1, maxLength: 4, selector: ([text]) => text });

/** Owners submit their weeks and the admin decides about them; a few steps try to act on another person's week. */
const week: fc.Arbitrary<Step> = fc
  .record({
    ...{
      of: member,
      seen,
      weeksBack: fc.constantFrom(0, 0, 0, 0, 1, -1),
      stranger: fc.option(who, { nil: null, freq: 2 }),
    },
    what: fc.constantFrom(
      'submit' as const,
      'submit' as const,
      'approve' as const,
      'approve' as const,
      'return' as const,
      'reopen' as const,
    ),
    isStranger: fc.constantFrom(true, false, false, false, false),
  })
  .map(({ stranger, isStranger, ...fields }): Step => {
    const right = fields.what === 'submit' ? fields.of : 'ann';
    return { do: 'week', ...fields, who: isStranger ? (stranger ?? right) : right };
  });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(1, 1, 2, 5) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('add' as const), who, back, report: place, minutes, twice: fc.boolean() }),
  },
  {
    weight: 6,
    arbitrary: fc.record(
      { do: fc.constant('edit' as const), who, row, seen, minutes, back, report: place },
      { requiredKeys: ['do', 'who', 'row', 'seen'] },
    ),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), who, row, seen }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('copy' as const), who, back }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('answer' as const), who: member, report, lines }) },
  { weight: 8, arbitrary: week },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop' as const), report }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'erase' }) },
);

export const scenario: fc.Arbitrary<Scenario> = fc.record({
  steps: fc.array(step, { minLength: 8, maxLength: 60, size: 'max' }),
});
