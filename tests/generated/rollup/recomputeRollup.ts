import type { RollupFigures, RollupGrouping } from '#contracts/rollup/rollupQueryAndResult.ts';
import { readAs, scanRows } from '../../../bot/src/store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { answer } from '../../../bot/src/store/kinds/answers/answerAndHistory.ts';
import { blocker } from '../../../bot/src/store/kinds/blockers/blocker.ts';
import { delivery } from '../../../bot/src/store/kinds/runs/delivery.ts';
import { runKind } from '../../../bot/src/store/kinds/runs/run.ts';
import { sheet } from '../../../bot/src/store/kinds/timesheets/sheetAndWeek.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { teamPartition } from '../../../bot/src/store/kinds/core/teamPartitionAndKeyParts.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Recomputes a roll-up from the stored rows. It uses no rule of the product: it reads rows, compares texts and adds
// numbers.

type Run = ValueOf<typeof runKind>;
type Answer = ValueOf<typeof answer>;
type Blocker = ValueOf<typeof blocker> & { readonly meetingId: string };

export interface TeamRows {
  readonly runs: Run[];
  readonly answers: Answer[];
  /** Run and member of each skip, as `date|meeting|member`. */
  readonly skips: Set<string>;
  /** The prompts that a fault of the service prevented, as `date|meeting|member|round`. */
  readonly faults: Set<string>;
  readonly blockers: Blocker[];
  readonly sheets: ValueOf<typeof sheet>[];
  readonly people: Map<string, ValueOf<typeof teamMember>>;
  /** Ids of the reports that still exist; the others were deleted. */
  readonly meetings: Set<string>;
}

/** Reasons of a missing prompt that are faults of the service and not of the member. */
const faultReasons = ['TOO_LATE', 'REJECTED', 'RESTORED', 'PARKED'];

export const readTeamRows = async ({ store, orgId, teamId }: World): Promise<TeamRows> => {
  const rows: TeamRows = {
    runs: [],
    answers: [],
    skips: new Set(),
    faults: new Set(),
    blockers: [],
    sheets: [],
    people: new Map(),
    meetings: new Set(),
  };
  for await (const row of scanRows(store, 'Team', teamPartition(orgId, teamId), { from: '', to: '~' })) {
    const [kind, a = '', b = '', c, d = ''] = row.rk.split('|');
    if (kind === 'D' && c === '0') rows.runs.push(readAs(runKind, row).value);
    if (kind === 'D' && c === 'a') rows.answers.push(readAs(answer, row).value);
    if (kind === 'D' && c === 'k') rows.skips.add(`${a}|${b}|${d}`);
    if (kind === 'D' && c === 's' && row.rk.endsWith('|prompt')) {
      const { reason, round } = readAs(delivery, row).value;
      if (faultReasons.includes(reason ?? '')) rows.faults.add(`${a}|${b}|${d}|${round}`);
    }
    if (kind === 'B') rows.blockers.push({ ...readAs(blocker, row).value, meetingId: a });
    if (kind === 'S') rows.sheets.push(readAs(sheet, row).value);
    if (kind === 'G') rows.meetings.add(a);
    if (kind === 'M') rows.people.set(a, readAs(teamMember, row).value);
  }
  return rows;
};

export interface Query {
  readonly from: string;
  readonly to: string;
  readonly by: RollupGrouping;
  readonly meetings: readonly string[];
  readonly people: readonly string[];
  readonly reader: string;
  readonly now: number;
}

export interface Expected {
  readonly total: RollupFigures | null;
  readonly groups: readonly {
    readonly key: string;
    readonly figures: RollupFigures;
    readonly entries: readonly string[];
    readonly values: {
      readonly answers: number;
      readonly average: number | null;
      readonly counts: readonly { readonly value: string; readonly count: number }[];
    } | null;
  }[];
}

interface Entry {
  readonly run: Run;
  readonly memberId: string;
  readonly name: string;
  readonly answer: Answer | undefined;
  readonly state: string;
  readonly wasNotAsked: boolean;
  readonly isUnreachable: boolean;
}

const has = (list: readonly string[], id: string): boolean => list.length === 0 || list.includes(id);
const isCounted = ({ run }: Pick<Entry, 'run'>): boolean => run.state === 'OPEN' || run.state === 'COMPLETED';

const stateOf = (
  run: Run,
  member: Run['members'][number] | undefined,
  { given, isSkipped, now }: { readonly given: Answer | undefined; readonly isSkipped: boolean; readonly now: number },
): string => {
  if (given !== undefined) {
    if (given.hasBlocker) return 'BLOCKED';
    return given.goals.length > 0 && given.goals.every(({ ticked }) => ticked) ? 'GOAL_ACHIEVED' : 'ANSWERED';
  }
  if (member === undefined || member.away !== null) return 'AWAY';
  if (!isCounted({ run })) return 'OPEN';
  if (isSkipped) return 'SKIPPED';
  const closesAt = run.instants.find(({ zone }) => zone === member.zone)?.closesAt ?? run.closesAt;
  return now < Date.parse(closesAt) ? 'OPEN' : 'MISSING';
};

const entriesOf = (rows: TeamRows, query: Query): Entry[] =>
  rows.runs
    .filter(({ date, meetingId }) => date >= query.from && date <= query.to && has(query.meetings, meetingId))
    .flatMap((run) => {
      const given = new Map<string, Answer>(
        rows.answers
          .filter(({ date, meetingId }) => date === run.date && meetingId === run.meetingId)
          .map((item) => [item.memberId, item]),
      );
      const ids = new Set<string>([...run.members.map(({ memberId }) => memberId), ...given.keys()]);
      return [...ids].flatMap((memberId): Entry[] => {
        const member = run.members.find((item) => item.memberId === memberId);
        const person = rows.people.get(memberId);
        const isGone = run.state === 'OPEN' && (person === undefined || !person.isEnabled || person.leftOn !== null);
        const isDropped = run.state === 'OPEN' ? isGone : member?.dropped === true;
        if (!has(query.people, memberId) || (given.get(memberId) === undefined && isDropped)) return [];
        const isSkipped = rows.skips.has(`${run.date}|${run.meetingId}|${memberId}`);
        const state = stateOf(run, member, { given: given.get(memberId), isSkipped, now: query.now });
        const wasNotAsked = rows.faults.has(`${run.date}|${run.meetingId}|${memberId}|${run.round}`);
        const name = member?.name ?? person?.name ?? '';
        const isUnreachable = (person?.unreachable ?? null) !== null;
        return [{ run, memberId, name, answer: given.get(memberId), state, wasNotAsked, isUnreachable }];
      });
    });

interface Event {
  readonly kind: 'OPENED' | 'RESOLVED';
  readonly date: string;
  readonly memberId: string;
  readonly meetingId: string;
}

const berlinDate = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' });

interface Period {
  readonly since: string;
  readonly end: string | null;
}

/** Returns the periods of all blockers that the row knows; none if no answer ever reported a blocker. */
const periodsOf = (row: Blocker): Period[] => {
  if (!row.isOpen && row.openedAt === null && row.life == null) return [];
  const last = { since: row.isOpen ? row.since : (row.life?.since ?? row.since), closedAt: row.closedAt };
  return [...(row.past?.ended ?? []), row.isOpen ? { ...last, closedAt: null } : last].map(({ since, closedAt }) => {
    const end = closedAt === null ? null : berlinDate.format(Date.parse(closedAt));
    return { since, end: end !== null && end < since ? since : end };
  });
};

const eventsOf = (rows: TeamRows, query: Query, entries: readonly Entry[]): Event[] =>
  rows.blockers.flatMap((row): Event[] => {
    const { meetingId, memberId } = row;
    if (!has(query.meetings, meetingId) || !has(query.people, memberId)) return [];
    const runs = entries.filter(({ run }) => run.meetingId === meetingId);
    // Without a row of the report and without a run in the period, the zone of an end is unknown, so the blocker has no
    // events.
    if (!rows.meetings.has(meetingId) && runs.length === 0) return [];
    return periodsOf(row)
      .filter(({ since }) => since < query.from || runs.some((entry) => isCounted(entry) && entry.run.date === since))
      .flatMap(({ since, end }): Event[] => [
        { kind: 'OPENED', date: since, meetingId, memberId },
        ...(end === null ? [] : [{ kind: 'RESOLVED' as const, date: end, meetingId, memberId }]),
      ])
      .filter(({ date }) => date >= query.from && date <= query.to);
  });

interface Task {
  readonly date: string;
  readonly memberId: string;
  readonly meetingId: string | null;
  readonly minutes: number;
}

const tasksOf = (rows: TeamRows, { from, to, meetings, people }: Query): Task[] =>
  rows.sheets
    .filter(({ date, memberId }) => date >= from && date <= to && has(people, memberId))
    .flatMap(({ date, memberId, tasks }) =>
      tasks
        .filter(({ meetingId }) => (meetingId === null ? meetings.length === 0 : has(meetings, meetingId)))
        .map(({ meetingId, minutes }) => ({ date, memberId, meetingId, minutes })),
    );

const sixDecimals = (value: number): number => Number(value.toFixed(6));

const scaleValues = ({ run, answer: given }: Entry, only?: string): number[] =>
  run.questions
    .filter(({ id, type }) => type === 'SCALE' && (only === undefined || id === only))
    .flatMap(({ id }) => {
      const value = given?.values[id];
      return value === undefined || value === '' ? [] : [Number(value)];
    });

const hitRateOf = (entries: readonly Entry[], reader: string) => {
  let [done, settled, carried] = [0, 0, 0];
  const owners = new Set<string>();
  const isNewest = ({ memberId, run }: Entry): boolean =>
    !entries.some(
      (other) =>
        other.answer !== undefined &&
        other.memberId === memberId &&
        other.run.meetingId === run.meetingId &&
        other.run.date > run.date,
    );
  for (const entry of entries)
    for (const goal of entry.answer?.goals ?? []) {
      if (goal.state === 'CARRIED' && !isNewest(entry)) continue;
      owners.add(entry.memberId);
      if (goal.state === 'CARRIED') carried += 1;
      else settled += 1;
      if (goal.state !== 'CARRIED' && goal.ticked) done += 1;
    }
  const others = new Set(owners);
  others.delete(reader);
  return owners.size === 0 || others.size === 1 ? null : { done, settled, carried };
};

const figuresOf = (
  all: readonly Entry[],
  {
    tasks,
    events,
    reader,
  }: { readonly tasks: readonly Task[]; readonly events: readonly Event[]; readonly reader: string },
): RollupFigures => {
  const entries = all.filter(isCounted);
  const count = (...states: readonly string[]): number => entries.filter(({ state }) => states.includes(state)).length;
  const goals = entries.flatMap(({ answer: given }) => given?.goals ?? []);
  const moods = entries.flatMap((entry) => scaleValues(entry));
  const answered = count('BLOCKED', 'GOAL_ACHIEVED', 'ANSWERED');
  const missing = entries.filter(({ state }) => state === 'MISSING');
  const notAsked = missing.filter(({ wasNotAsked }) => wasNotAsked);
  return {
    participation: {
      ...{ asked: answered + count('OPEN', 'MISSING'), answered },
      late: entries.filter(({ answer: given }) => given?.isLate === true).length,
      ...{ skipped: count('SKIPPED'), missing: missing.length, notAsked: notAsked.length },
      unreachable: missing.filter(({ wasNotAsked, isUnreachable }) => isUnreachable && !wasNotAsked).length,
      ...{ open: count('OPEN'), away: count('AWAY') },
    },
    goals: {
      ...{ met: goals.filter(({ ticked }) => ticked).length, offered: goals.length },
      hitRate: hitRateOf(entries, reader),
    },
    blockers: {
      reported: entries.filter(({ answer: given }) => given?.hasBlocker === true).length,
      opened: events.filter(({ kind }) => kind === 'OPENED').length,
      resolved: events.filter(({ kind }) => kind === 'RESOLVED').length,
    },
    minutes: tasks.reduce((sum, { minutes }) => sum + minutes, 0),
    mood:
      moods.length === 0
        ? null
        : { answers: moods.length, average: sixDecimals(moods.reduce((sum, mood) => sum + mood, 0) / moods.length) },
  };
};

const ranks = ['BLOCKED', 'GOAL_ACHIEVED ANSWERED', 'OPEN', 'AWAY', 'SKIPPED', 'MISSING'];
const rankOf = (state: string): number => ranks.findIndex((rank) => rank.split(' ').includes(state));
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
/** Sorts entries in the order of the day's report: by state, then by name. */
const inReport = (a: Entry, b: Entry): number =>
  rankOf(a.state) - rankOf(b.state) || a.name.localeCompare(b.name, 'en') || compare(a.memberId, b.memberId);
const byReport = (a: Entry, b: Entry): number => compare(a.run.meetingName, b.run.meetingName);
const newestFirst = (a: Entry, b: Entry): number => compare(b.run.date, a.run.date);

const textOf = ({ run, memberId, state, answer: given }: Entry, only?: string): string => {
  const goals = given?.goals ?? [];
  const values = [...run.questions]
    .sort((a, b) => a.sequence - b.sequence)
    .filter(({ id }) => only === undefined || id === only)
    .flatMap(({ id }) => {
      const value = given?.values[id] ?? '';
      return value === '' ? [] : [`${id}=${value}`];
    });
  const facts = [run.date, run.meetingId, memberId, state, given?.isLate ?? false];
  return [...facts, goals.filter(({ ticked }) => ticked).length, goals.length, ...values].join(' ');
};

interface Sources {
  readonly entries: readonly Entry[];
  readonly tasks: readonly Task[];
  readonly events: readonly Event[];
}

const questionGroups = ({ entries, tasks, events }: Sources, reader: string): Expected['groups'] => {
  const reports = new Map(entries.map((entry) => [entry.run.meetingId as string, entry]));
  return [...reports]
    .sort(([, a], [, b]) => byReport(a, b))
    .flatMap(([meetingId, { run }]) =>
      [...run.questions]
        .sort((a, b) => a.sequence - b.sequence)
        .map((asked) => {
          const own = entries.filter((entry) => entry.run.meetingId === meetingId);
          const shown = own
            .filter(({ answer: given }) => (given?.values[asked.id] ?? '') !== '')
            .sort((a, b) => newestFirst(a, b) || inReport(a, b));
          const counted = shown.filter(isCounted);
          const whole = figuresOf(own, {
            ...{ tasks: tasks.filter((task) => task.meetingId === meetingId), reader },
            events: events.filter((event) => event.meetingId === meetingId),
          });
          const scales = counted.flatMap((entry) => scaleValues(entry, asked.id));
          const choices =
            asked.type === 'SCALE' ? ['1', '2', '3', '4', '5'] : asked.type === 'OPTIONS' ? asked.options : [];
          return {
            key: `${meetingId}.${asked.id}`,
            figures: {
              participation: whole.participation,
              goals: asked.isTimesheetQuestion ? whole.goals : null,
              minutes: asked.isTimesheetQuestion ? whole.minutes : null,
              blockers: asked.isBlocker ? whole.blockers : null,
              mood: asked.type === 'SCALE' ? whole.mood : null,
            },
            entries: shown.map((entry) => textOf(entry, asked.id)),
            values: {
              answers: counted.length,
              average:
                scales.length === 0 ? null : sixDecimals(scales.reduce((sum, value) => sum + value, 0) / scales.length),
              counts:
                counted.length === 0
                  ? []
                  : choices.map((value) => ({
                      value,
                      count: counted.filter(({ answer: given }) => given?.values[asked.id] === value).length,
                    })),
            },
          };
        }),
    );
};

/** Returns all figures and entries that the roll-up of the query must show, in the order of its groups. */
export const recompute = (rows: TeamRows, query: Query): Expected => {
  const { by, reader } = query;
  const entries = entriesOf(rows, query);
  const sources: Sources = { entries, tasks: tasksOf(rows, query), events: eventsOf(rows, query, entries) };
  const total = figuresOf(sources.entries, { ...sources, reader });
  if (by === 'QUESTION') return { total, groups: questionGroups(sources, reader) };
  const keyOf = (item: { readonly memberId: string; readonly date: string }) =>
    by === 'PERSON' ? item.memberId : item.date;
  const ofEntry = ({ memberId, run }: Entry) => keyOf({ memberId, date: run.date });
  const keys = new Set([...sources.entries.map(ofEntry), ...[...sources.tasks, ...sources.events].map(keyOf)]);
  const nameOf = (memberId: string) => rows.people.get(memberId)?.name ?? '';
  const inOrder = (a: string, b: string): number =>
    by === 'DAY' ? compare(b, a) : nameOf(a).localeCompare(nameOf(b), 'en') || compare(a, b);
  const groups = [...keys].sort(inOrder).map((key) => {
    const entries = sources.entries.filter((entry) => ofEntry(entry) === key);
    const tasks = sources.tasks.filter((task) => keyOf(task) === key);
    const events = sources.events.filter((event) => keyOf(event) === key);
    const order = (a: Entry, b: Entry): number =>
      by === 'DAY' ? byReport(a, b) || inReport(a, b) : newestFirst(a, b) || byReport(a, b);
    return {
      key,
      figures: figuresOf(entries, { tasks, events, reader }),
      entries: entries.toSorted(order).map((entry) => textOf(entry)),
      values: null,
    };
  });
  return { total, groups };
};
