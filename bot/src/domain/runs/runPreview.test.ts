import type { LocalDate, MemberId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { PreviewRun } from '#contracts/meetings/nextRunsPreview.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { RunPerson, PlannableMeeting } from './runOpening.ts';
import { previewSteps } from './runPreview.ts';
import type { PreviewFacts } from './runPreview.ts';

const zone = (name: string): ZoneId => name as ZoneId;
const who = (name: string): MemberId => name as MemberId;
const utc = (text: string): number => Date.parse(text);

const workdays = { monday: true, tuesday: true, wednesday: true, thursday: true, friday: true };
const everyDay = { ...workdays, saturday: true, sunday: true };
const noDay = { monday: false, tuesday: false, wednesday: false, thursday: false, friday: false };

const aMeeting = (change: Partial<PlannableMeeting> = {}): PlannableMeeting => ({
  time: 600,
  timezone: zone('Europe/Berlin'),
  sunday: false,
  saturday: false,
  ...workdays,
  type: 'STANDUP',
  interval: 'WEEK',
  timeBasis: 'MEETING',
  members: [who('ann')],
  reportSummaryTime: 120,
  isReminderEnabled: true,
  firstRun: null,
  ...change,
});

const aPerson = (name: string, change: Partial<RunPerson> = {}): RunPerson => ({
  memberId: who(name),
  name,
  timezone: null,
  isEnabled: true,
  leftOn: null,
  ...change,
});

interface Given {
  readonly meeting?: Partial<PlannableMeeting>;
  readonly people?: readonly RunPerson[];
  readonly holidays?: readonly string[];
  /** Vacation days, each in the form "ann 2026-11-20". */
  readonly vacations?: readonly string[];
  readonly there?: Readonly<Record<string, Run['state']>>;
  readonly isEnabled?: boolean;
  readonly now?: string;
  readonly count?: number;
  readonly before?: string;
}

const runsOf = (input: Given = {}): PreviewRun[] => {
  const { holidays = [], vacations = [], there = {}, now = '2026-11-20T08:00:00Z' } = input;
  const facts: PreviewFacts = {
    meeting: aMeeting(input.meeting),
    people: input.people ?? [aPerson('ann')],
    isEnabled: input.isEnabled ?? true,
    isHoliday: (date) => holidays.includes(date),
    isOnVacation: (memberId, date) => vacations.includes(`${memberId} ${date}`),
    stateOf: (date) => there[date],
    now: utc(now),
    count: input.count ?? 3,
    ...(input.before === undefined ? {} : { before: utc(input.before) }),
  };
  return [...previewSteps(facts)];
};

const linesOf = (runs: readonly PreviewRun[]): string[] =>
  runs.map(({ date, at, state, reason, shift }) =>
    [date, at.slice(5, 16), state, reason, shift].filter((item) => item !== undefined).join(' '),
  );

describe('upcoming runs', () => {
  it('are the next dates of the schedule in order, and today only while its opening is in the future', () => {
    expect(linesOf(runsOf())).toEqual([
      '2026-11-20 11-20T09:00 RUN',
      '2026-11-23 11-23T09:00 RUN',
      '2026-11-24 11-24T09:00 RUN',
    ]);
    expect(linesOf(runsOf({ now: '2026-11-20T09:00:00Z', count: 1 }))).toEqual(['2026-11-23 11-23T09:00 RUN']);
  });

  it('lists none without a weekday, and the requested number with one', () => {
    expect(runsOf({ meeting: noDay })).toEqual([]);
    expect(runsOf({ count: 400 })).toHaveLength(400);
  });

  it('are those that open before the given instant', () => {
    const datesBefore = (before: string): string[] => runsOf({ before }).map((run) => run.date);
    expect(datesBefore('2026-11-23T09:00:00Z')).toEqual(['2026-11-20']);
    expect(datesBefore('2026-11-23T09:00:00.001Z')).toEqual(['2026-11-20', '2026-11-23']);
  });

  it('upcoming runs end with the calendar', () => {
    const runs = runsOf({ meeting: everyDay, now: '9999-12-29T00:00:00Z', count: 9 });
    expect(runs.map((run) => run.date)).toEqual(['9999-12-29', '9999-12-30']);
  });

  it('name a reason, a change of the clocks and absent members only where they exist', () => {
    const people = [aPerson('ann'), aPerson('bob')];
    const meeting = { members: [who('ann'), who('bob')] };
    const members = [
      {
        memberId: who('ann'),
        at: '2026-11-20T09:00:00.000Z',
        localTime: '2026-11-20T10:00',
        timezone: 'Europe/Berlin',
      },
    ];
    const first = { date: '2026-11-20', at: '2026-11-20T09:00:00.000Z' };
    const runs = (input: Given) => runsOf({ people, meeting, count: 1, ...input });
    expect(runs({ vacations: ['bob 2026-11-20'] })).toStrictEqual([{ ...first, state: 'RUN', members, away: ['bob'] }]);
    expect(runs({ holidays: ['2026-11-20'] })).toStrictEqual([
      { ...first, state: 'SKIPPED', reason: 'HOLIDAY', members: [] },
    ]);
    expect(runs({ meeting: { members: [who('ann')] } })).toStrictEqual([{ ...first, state: 'RUN', members }]);
    expect(runs({ meeting: { members: [] } })).toStrictEqual([{ ...first, state: 'RUN', members: [] }]);
  });

  it('upcoming runs of a fortnightly retro count from the first one shown, or from its first run', () => {
    const retro = { ...noDay, friday: true, type: 'RETRO', interval: 'ALTWEEK' } as const;
    expect(runsOf({ meeting: retro }).map((run) => run.date)).toEqual(['2026-11-20', '2026-12-04', '2026-12-18']);
    const odd = { ...retro, firstRun: '2026-11-13' as LocalDate };
    expect(runsOf({ meeting: odd }).map((run) => run.date)).toEqual(['2026-11-27', '2026-12-11', '2026-12-25']);
    // Today's opening has passed, so the two-week interval is counted from the next date.
    expect(runsOf({ meeting: retro, now: '2026-11-20T10:00:00Z', count: 2 }).map((run) => run.date)).toEqual([
      '2026-11-27',
      '2026-12-11',
    ]);
  });

  it('upcoming runs of a monthly retro fall on the first such weekday', () => {
    const retro = { ...noDay, friday: true, type: 'RETRO', interval: 'MONTH' } as const;
    expect(runsOf({ meeting: retro }).map((run) => run.date)).toEqual(['2026-12-04', '2027-01-01', '2027-02-05']);
  });
});

describe('a run that asks no member', () => {
  it('returns why', () => {
    const people = [aPerson('ann'), aPerson('bob')];
    const meeting = { members: [who('ann'), who('bob')] };
    const input = {
      ...{ people, meeting, count: 5, holidays: ['2026-11-20'] },
      vacations: ['ann 2026-11-23', 'bob 2026-11-23', 'bob 2026-11-24'],
      there: { '2026-11-25': 'CANCELLED', '2026-11-26': 'OPEN' },
    } as const;
    const runs = runsOf(input);
    expect(linesOf(runs)).toEqual([
      '2026-11-20 11-20T09:00 SKIPPED HOLIDAY',
      '2026-11-23 11-23T09:00 SKIPPED AWAY',
      '2026-11-24 11-24T09:00 RUN',
      '2026-11-25 11-25T09:00 SKIPPED CANCELLED',
      '2026-11-26 11-26T09:00 SKIPPED ALREADY_RUN',
    ]);
    expect(runs.map((run) => run.members.map((member) => member.memberId))).toEqual([[], [], ['ann'], [], []]);
  });

  it('asks no member if all are disabled or gone; a draft without members shows dates only', () => {
    const gone = [aPerson('ann', { isEnabled: false }), aPerson('bob', { leftOn: '2026-11-01T00:00:00.000Z' })];
    const meeting = { members: [who('ann'), who('bob'), who('stranger')] };
    expect(linesOf(runsOf({ people: gone, meeting, count: 1 }))).toEqual(['2026-11-20 11-20T09:00 SKIPPED NOBODY']);
    expect(linesOf(runsOf({ meeting: { members: [] }, count: 1 }))).toEqual(['2026-11-20 11-20T09:00 RUN']);
  });

  it('is every run of a deactivated meeting', () => {
    expect(linesOf(runsOf({ isEnabled: false, count: 1 }))).toEqual(['2026-11-20 11-20T09:00 SKIPPED DEACTIVATED']);
  });

  it('is on a date that its zone skips; the next run reports the clock change', () => {
    const meeting = { ...everyDay, timezone: zone('Pacific/Apia') };
    expect(linesOf(runsOf({ meeting, now: '2011-12-29T00:00:00Z' }))).toEqual([
      '2011-12-29 12-29T20:00 RUN',
      '2011-12-30 12-30T20:00 SKIPPED NO_SUCH_DATE',
      '2011-12-31 12-30T20:00 RUN OFFSET_CHANGED',
    ]);
  });
});

describe('asked members', () => {
  const people = [
    aPerson('ann', { timezone: zone('America/New_York') }),
    aPerson('bob'),
    aPerson('cy', { timezone: zone('Pacific/Auckland') }),
  ];
  const members = people.map((person) => person.memberId);
  const membersOf = (run: PreviewRun | undefined): string[] =>
    (run?.members ?? []).map(({ memberId, at, localTime, timezone }) =>
      [memberId, at.slice(5, 16), localTime, timezone].join(' '),
    );

  it('are asked at one instant by the meeting’s clock, shown in each member’s time', () => {
    const [run] = runsOf({ people, meeting: { members } });
    expect(membersOf(run)).toEqual([
      'ann 11-20T09:00 2026-11-20T04:00 America/New_York',
      'bob 11-20T09:00 2026-11-20T10:00 Europe/Berlin',
      'cy 11-20T09:00 2026-11-20T22:00 Pacific/Auckland',
    ]);
  });

  it('are asked by their own clocks with MEMBER, and the run opens with the first of them', () => {
    const [run] = runsOf({ people, meeting: { members, timeBasis: 'MEMBER' } });
    // In Auckland, the opening on Friday has passed, so Friday has no run in the preview.
    expect(run?.date).toBe('2026-11-23');
    expect(run?.at).toBe('2026-11-22T21:00:00.000Z');
    expect(membersOf(run)).toEqual([
      'ann 11-23T15:00 2026-11-23T10:00 America/New_York',
      'bob 11-23T09:00 2026-11-23T10:00 Europe/Berlin',
      'cy 11-22T21:00 2026-11-23T10:00 Pacific/Auckland',
    ]);
  });

  it('leave out members who are away on their own local date', () => {
    // When it is 23:30 in New York, the next day has already begun in Berlin and Auckland.
    const meeting = { members, time: 23 * 60 + 30, timezone: zone('America/New_York') };
    const [run] = runsOf({ people, meeting, vacations: ['ann 2026-11-21', 'bob 2026-11-21', 'cy 2026-11-21'] });
    expect(run?.date).toBe('2026-11-20');
    // Bob has no known zone, so the meeting's zone applies to him.
    expect(run?.members.map((member) => member.memberId)).toEqual(['ann', 'bob']);
  });

  it('leave out, with MEMBER, members whose zone skips that date', () => {
    const two = [aPerson('ann', { timezone: zone('Pacific/Apia') }), aPerson('bob', { timezone: zone('Asia/Tokyo') })];
    const meeting = {
      ...everyDay,
      members: [who('ann'), who('bob')],
      timeBasis: 'MEMBER' as const,
      timezone: zone('UTC'),
    };
    const runs = runsOf({ people: two, meeting, now: '2011-12-29T00:00:00Z', count: 3 });
    expect(runs.find((item) => item.date === '2011-12-30')?.members.map((member) => member.memberId)).toEqual(['bob']);
  });
});

describe('a change of the clocks', () => {
  const newYork = { ...everyDay, timezone: zone('America/New_York') };

  it('is named at a skipped time, at a repeated time, and at the first run after it', () => {
    const spring = { meeting: { ...newYork, time: 150 }, now: '2026-03-07T00:00:00Z', count: 4 };
    expect(linesOf(runsOf(spring))).toEqual([
      '2026-03-07 03-07T07:30 RUN',
      '2026-03-08 03-08T07:30 RUN GAP',
      '2026-03-09 03-09T06:30 RUN',
      '2026-03-10 03-10T06:30 RUN',
    ]);
    const autumn = { meeting: { ...newYork, time: 90 }, now: '2026-10-31T00:00:00Z', count: 3 };
    expect(linesOf(runsOf(autumn))).toEqual([
      '2026-10-31 10-31T05:30 RUN',
      '2026-11-01 11-01T05:30 RUN OVERLAP',
      '2026-11-02 11-02T06:30 RUN OFFSET_CHANGED',
    ]);
    const workdaysOnly = {
      meeting: { ...newYork, ...{ saturday: false, sunday: false } },
      now: '2026-03-06T00:00:00Z',
      count: 3,
    };
    expect(linesOf(runsOf(workdaysOnly))).toEqual([
      '2026-03-06 03-06T15:00 RUN',
      '2026-03-09 03-09T14:00 RUN OFFSET_CHANGED',
      '2026-03-10 03-10T14:00 RUN',
    ]);
  });

  it('is named at the next run if it lies between now and that run', () => {
    const previewFacts = { meeting: { ...newYork, time: 600 }, now: '2026-03-08T05:00:00Z', count: 2 };
    expect(linesOf(runsOf(previewFacts))).toEqual([
      '2026-03-08 03-08T14:00 RUN OFFSET_CHANGED',
      '2026-03-09 03-09T14:00 RUN',
    ]);
  });

  it('a change of the clocks with MEMBER applies if it affects any asked member', () => {
    const people = [aPerson('ann', { timezone: zone('America/New_York') })];
    const previewFacts = {
      ...{ people, now: '2026-03-07T12:00:00Z', count: 1 },
      meeting: { ...everyDay, time: 150, timeBasis: 'MEMBER', timezone: zone('Asia/Tokyo') },
    } as const;
    expect(linesOf(runsOf(previewFacts))).toEqual(['2026-03-08 03-08T07:30 RUN GAP']);
  });

  it('a change of the clocks with MEETING applies only to the meeting’s zone, as it does with MEMBER while there are no members', () => {
    const people = [aPerson('ann', { timezone: zone('America/New_York') })];
    const tokyo = { ...everyDay, timezone: zone('Asia/Tokyo') };
    const input = { people, now: '2026-03-07T12:00:00Z', count: 2 };
    expect(runsOf({ ...input, meeting: tokyo }).map((run) => run.shift)).toEqual([undefined, undefined]);
    const empty: Partial<PlannableMeeting> = { ...newYork, timeBasis: 'MEMBER', members: [] };
    expect(linesOf(runsOf({ people: [], now: '2026-03-07T16:00:00Z', count: 1, meeting: empty }))).toEqual([
      '2026-03-08 03-08T14:00 RUN OFFSET_CHANGED',
    ]);
  });

  it('names the change if the clocks of only some members change', () => {
    const people = [
      aPerson('ann', { timezone: zone('America/New_York') }),
      aPerson('bob', { timezone: zone('Asia/Tokyo') }),
    ];
    const meeting: Partial<PlannableMeeting> = { ...everyDay, timeBasis: 'MEMBER', members: [who('ann'), who('bob')] };
    const runs = runsOf({ people, meeting, now: '2026-03-07T12:00:00Z', count: 3 });
    expect(runs.map(({ date, shift }) => [date, shift])).toEqual([
      ['2026-03-08', undefined],
      ['2026-03-09', 'OFFSET_CHANGED'],
      ['2026-03-10', undefined],
    ]);
  });
});
