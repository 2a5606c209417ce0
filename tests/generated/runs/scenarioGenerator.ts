import type fc from 'fast-check';
import { names, places, seed } from './randomScenarioChoices.ts';
import type { Change, Near, Period, Place, Seed } from './randomScenarioChoices.ts';
import { addDays, day, instantOf, isoTime, minute } from './zoneClocksAndDateArithmetic.ts';
import { defined, scheduledInstants } from './modelSchedule.ts';
import type {
  Scenario,
  ScenarioAnswer,
  ScenarioEvent,
  ScenarioMeeting,
  ScenarioMember,
  Span,
} from './runScenarioFormat.ts';

// Builds random scenarios of teams and reports, with actions and failures near the instants of their runs.

const snoozeLengths = ['HALF_HOUR', 'HOUR', 'AFTER_LUNCH'] as const;

const pick = <One>(list: readonly One[], index: number): One => {
  const match = list[index % list.length];
  if (match === undefined) throw new Error('Nothing to pick from.');
  return match;
};

const meetingOf = (
  item: Seed['meetings'][number],
  index: number,
  { zones }: Place,
  members: readonly ScenarioMember[],
): ScenarioMeeting => {
  const ids = members.filter((member) => member.isThere !== false).map((member) => member.id);
  const requested = ids.filter((_, position) => position === 0 || position !== item.skips);
  const everyDay = item.kind === 'EVERY' ? { saturday: true, sunday: true } : {};
  const retro = item.kind === 'WEEK' || item.kind === 'ALTWEEK' || item.kind === 'MONTH';
  return {
    ...{ id: `m${index + 1}`, name: `Report ${index + 1}`, teamId: 'team', members: requested },
    ...{ time: item.time, timezone: pick(zones, item.zone), timeBasis: item.isByMember ? 'MEMBER' : 'MEETING' },
    ...{ reportSummaryTime: item.window, isReminderEnabled: item.hasReminders },
    ...everyDay,
    ...(retro ? { type: 'RETRO' as const, interval: item.kind as 'WEEK' } : {}),
    questions: [{ id: 'done', sequence: 1, text: 'What did you get done?', type: 'TEXT' }],
  };
};

interface Drawn {
  readonly from: string;
  readonly days: number;
  readonly zones: readonly string[];
  readonly members: readonly ScenarioMember[];
  readonly meetings: readonly ScenarioMeeting[];
}

/** Returns the date that `at` selects among the days of the scenario. */
const dateOf = ({ from, days }: Drawn, at: Near): string => addDays(from, (at.day % days) + 1);

/**
 * Returns the zone whose clock decides when the member is prompted. A member without a zone follows the zone of the
 * report.
 */
const zoneOf = (drawn: Drawn, meeting_: ScenarioMeeting, at: Near): string =>
  meeting_.timeBasis === 'MEMBER' ? (pick(drawn.members, at.member).timezone ?? meeting_.timezone) : meeting_.timezone;

const momentOf = (drawn: Drawn, at: Near): number => {
  const about = pick(drawn.meetings, at.meeting);
  const date = dateOf(drawn, at);
  const set = scheduledInstants(defined(about), zoneOf(drawn, about, at), date, null);
  return (set[at.which] ?? set.opens) + at.seconds * 1_000;
};

const spanOf = (drawn: Drawn, { near: at, seconds }: Period): Span => {
  const from = momentOf(drawn, at);
  return { from: isoTime(from), to: isoTime(from + seconds * 1_000) };
};

const changeOf = ({ time, zone, window, hasReminders, everyDay, skips }: Change, drawn: Drawn) => ({
  ...(time === undefined ? {} : { time }),
  ...(zone === undefined ? {} : { timezone: pick(drawn.zones, zone) }),
  ...(window === undefined ? {} : { reportSummaryTime: window }),
  ...(hasReminders === undefined ? {} : { isReminderEnabled: hasReminders }),
  ...(everyDay === undefined ? {} : { saturday: true, sunday: true }),
  ...(skips === undefined
    ? {}
    : {
        members: drawn.members.filter((_, index) => index === 0 || index !== skips).map(({ id }) => id),
      }),
});

const eventOf = (
  drawn: Drawn,
  { kind, near: at, zone, change: changed, quiet }: Seed['events'][number],
  when: string,
): ScenarioEvent => {
  const { id: meetingId } = pick(drawn.meetings, at.meeting);
  // This may be the admin, the first member. An event in which the admin would leave the team is removed later.
  const memberId = pick(drawn.members, at.member).id;
  const dates = [dateOf(drawn, at)];
  switch (kind) {
    case 'edit':
      return { at: when, do: kind, meetingId, change: changeOf(changed, drawn) };
    case 'cancel':
      return { at: when, do: kind, meetingId, date: dateOf(drawn, at) };
    case 'cancel today':
      return { at: when, do: 'cancel', meetingId };
    case 'deactivate':
    case 'activate':
    case 'delete':
    case 'start':
      return { at: when, do: kind, meetingId };
    case 'holiday':
    case 'workday':
      return { at: when, do: kind, teamId: 'team', dates };
    case 'vacation':
    case 'back':
      return { at: when, do: kind, memberId, dates };
    case 'join':
    case 'leave':
    case 'disable':
    case 'enable':
      return { at: when, do: kind, teamId: 'team', memberId };
    case 'move':
      return { at: when, do: kind, memberId, timezone: pick(drawn.zones, zone) };
    case 'skip':
      return { at: when, do: kind, meetingId, memberId, date: dateOf(drawn, at) };
    case 'snooze':
      return { at: when, do: kind, meetingId, memberId, date: dateOf(drawn, at), length: pick(snoozeLengths, zone) };
    case 'quiet':
      return { at: when, do: kind, memberId, quietHours: quiet };
    case 'mute':
    case 'unmute':
    case 'block':
    case 'unblock':
      return { at: when, do: kind, memberId };
  }
};

type Observing = Seed['observers'][number];

/**
 * Makes people observers of the report from the start. A report must prompt at least one member, so its last member
 * stays.
 */
const withObservers = (
  meeting: ScenarioMeeting,
  people: readonly ScenarioMember[],
  observing: readonly Observing[],
): ScenarioMeeting => {
  const present = people.filter((member) => member.isThere !== false);
  return observing
    .filter(({ kind }) => kind !== 'later')
    .map(({ member }) => pick(present, member).id)
    .reduce<ScenarioMeeting>((before, id) => {
      const members = before.members.filter((other) => other !== id);
      return members.length === 0
        ? before
        : { ...before, members, observers: [...new Set([...(before.observers ?? []), id])] };
    }, meeting);
};

/**
 * Returns an edit that turns a member into an observer, or an observer into a member who is prompted again. The last
 * member of a report stays a member.
 */
const observingEvent = (drawn: Drawn, { kind, meeting, member }: Observing, when: string): ScenarioEvent => {
  const { id: meetingId, members } = pick(drawn.meetings, meeting);
  const { id } = pick(drawn.members, member);
  const others = members.filter((other) => other !== id);
  const change =
    kind === 'no longer' || others.length === 0
      ? { members: [...others, id], observers: [] }
      : { members: others, observers: [id] };
  return { at: when, do: 'edit', meetingId, change };
};

/** True unless the event concerns the admin's place in the team: the admin can neither leave nor be disabled. */
const isPossible = (event: ScenarioEvent): boolean =>
  !('memberId' in event && 'teamId' in event && event.memberId === names[0]);

const weatherOf = (drawn: Drawn, weather: Seed['weather']): Partial<Scenario> => {
  if (weather === undefined) return {};
  const span = spanOf(drawn, weather.period);
  switch (weather.kind) {
    case '429':
      return { storms: [{ ...span, status: 429 }] };
    case '429 after':
      return { storms: [{ ...span, status: 429, retryAfter: 30 }] };
    case '503':
      return { storms: [{ ...span, status: 503 }] };
    case 'lost':
      return { lostReplies: [span] };
    case 'kill before':
      return { kills: [{ at: span.from, moment: 'BEFORE' }] };
    case 'kill after':
      return { kills: [{ at: span.from, moment: 'AFTER' }] };
    case 'two':
      return { twoInstances: [span] };
    case 'marks':
      return { refusedMarks: [span] };
  }
};

const membersOf = ({ zones, vacations, refusing, joiners, quiet }: Seed, place: Place): ScenarioMember[] =>
  zones.map((zone, index) => {
    const days = vacations.filter((vacation) => vacation.member % zones.length === index);
    return {
      ...{ id: pick(names, index), timezone: zone < 0 ? null : pick(place.zones, zone) },
      ...(days.length === 0 ? {} : { vacations: [...new Set(days.map((item) => addDays(place.from, item.day)))] }),
      ...quiet.filter((item) => item.member % zones.length === index).map(({ hours }) => ({ quietHours: hours }))[0],
      ...(refusing === index ? { unreachable: true } : {}),
      // The last member joins the team later, during the scenario.
      ...(joiners === 1 && index > 0 && index === zones.length - 1 ? { isThere: false } : {}),
    };
  });

/**
 * Moves each moment into the scenario, and to the next free second if another action has the same moment, so that the
 * order of the actions is certain.
 */
const apart = (moments: readonly number[], start: number, end: number): number[] => {
  const taken = new Set<number>();
  return moments.map((ms) => {
    let at = Math.min(Math.max(ms, start + minute), end - minute);
    while (taken.has(at)) at += 1_000;
    taken.add(at);
    return at;
  });
};

const scenarioOf = (item: Seed): Scenario => {
  const place = pick(places, item.place);
  const members = membersOf(item, place);
  const meetings = item.meetings.map((each, index) =>
    withObservers(
      meetingOf(each, index, place, members),
      members,
      item.observers.filter(({ meeting }) => meeting % item.meetings.length === index),
    ),
  );
  const changing = item.observers.filter(({ kind }) => kind !== 'from the start');
  const drawn: Drawn = { from: place.from, days: item.days, zones: place.zones, members, meetings };
  const start = instantOf(place.from, 0, 'UTC');
  const end = start + item.days * day + 2 * day;
  const moments = apart(
    [...item.answers, ...[...item.events, ...changing].map((event) => event.near)].map((at) => momentOf(drawn, at)),
    start,
    end,
  );
  const at = (index: number): string => isoTime(moments[index] ?? start);
  const answers = item.answers.map((answer, index): ScenarioAnswer => {
    const about = pick(meetings, answer.meeting);
    const date = dateOf(drawn, answer);
    return {
      meetingId: about.id,
      memberId: pick(about.members, answer.member),
      date,
      at: at(index),
      values: { done: 'Much' },
    };
  });
  const events = item.events
    .map((event, index) => eventOf(drawn, event, at(item.answers.length + index)))
    .filter(isPossible);
  const edits = changing.map((each, index) =>
    observingEvent(drawn, each, at(item.answers.length + item.events.length + index)),
  );
  return {
    ...{ start: isoTime(start), end: isoTime(end) },
    teams: [{ id: 'team', holidays: item.holidays.map((days) => addDays(place.from, days)), members }],
    ...{ meetings, answers, events: [...events, ...edits] },
    downtime: item.downtime.map((span) => spanOf(drawn, span)),
    ...weatherOf(drawn, item.weather),
  };
};

/** Generates random scenarios. A failing scenario shrinks to fewer people, reports, days and events. */
export const generatedScenario: fc.Arbitrary<Scenario> = seed.map(scenarioOf);
