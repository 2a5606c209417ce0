import { cacheByZone } from './cacheByZone.ts';
import type { LocalDate, MemberId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { PreviewRun } from '#contracts/meetings/nextRunsPreview.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { snapshotOf } from './runOpening.ts';
import type { PeopleFacts, RunPerson, PlannableMeeting } from './runOpening.ts';
import { isAsked } from './memberInstantsAndOwedAnswers.ts';
import { earliestOpening, isMeetingDate } from './meetingScheduleAndNextRuns.ts';
import {
  addDays,
  daysBetween,
  dateExists,
  instantOf,
  isSameOffset,
  localDateAt,
  localTimeAt,
  instantsOfTime,
  toInstant,
} from '../core/zonedTimeAndCalendarDates.ts';

// Previews the next runs of a meeting. The preview uses the rules by which runs are opened.

export interface PreviewFacts extends Omit<PeopleFacts, 'isHoliday'> {
  readonly meeting: PlannableMeeting;
  /** False for a deactivated meeting. The preview then shows its dates as SKIPPED. */
  readonly isEnabled: boolean;
  readonly isHoliday: (date: LocalDate) => boolean;
  /** Returns the state of the stored run of that date; undefined if there is none yet. */
  readonly stateOf: (date: LocalDate) => Run['state'] | undefined;
  /** Epoch ms; the preview contains only runs that open after it. */
  readonly now: number;
  readonly count: number;
  /** Epoch ms; the preview contains only runs that open before it. Undefined = no limit. */
  readonly before?: number;
}

type Members = PreviewRun['members'];

const presentIn = ({ meeting, people }: PreviewFacts): RunPerson[] => {
  const named = new Set<MemberId>(meeting.members);
  return people.filter((person) => named.has(person.memberId) && person.isEnabled && person.leftOn === null);
};

const zonesIn = ({ meeting }: PreviewFacts, present: readonly RunPerson[]): ZoneId[] => [
  ...new Set(present.map((person) => person.timezone ?? meeting.timezone)),
];

interface Roll {
  readonly members: Members;
  readonly away: readonly MemberId[];
}

/**
 * Returns the members who are asked on that date, each with their own instant, and the members who are away on that
 * date.
 */
const rollOn = (facts: PreviewFacts, date: LocalDate): Roll => {
  const { meeting } = facts;
  const plan = { meeting, date, source: 'SCHEDULE', openMs: null } as const;
  const opensIn = cacheByZone((zone) => instantOf(date, meeting.time, zone));
  const own = new Map(facts.people.map((person) => [person.memberId, person.timezone ?? meeting.timezone]));
  const shown = cacheByZone((zone) => cacheByZone((clock) => localTimeAt(opensIn(zone), clock)));
  const snapshot = snapshotOf({ ...facts, ...plan, isHoliday: facts.isHoliday(date) });
  return {
    members: snapshot.filter(isAsked).map(({ memberId, zone }) => {
      const timezone = own.get(memberId) ?? meeting.timezone;
      return { memberId, at: toInstant(opensIn(zone)), localTime: shown(zone)(timezone), timezone };
    }),
    away: snapshot.filter((member) => !isAsked(member)).map(({ memberId }) => memberId),
  };
};

type Judged = Pick<PreviewRun, 'state' | 'reason' | 'members' | 'away'>;

const skipped = (reason: PreviewRun['reason']): Judged => ({ state: 'SKIPPED', reason, members: [] });

const judge = (facts: PreviewFacts, date: LocalDate, present: readonly RunPerson[]): Judged => {
  const { meeting } = facts;
  if (!dateExists(date, meeting.timezone)) return skipped('NO_SUCH_DATE');
  const existing = facts.stateOf(date);
  if (existing !== undefined) return skipped(existing === 'CANCELLED' ? 'CANCELLED' : 'ALREADY_RUN');
  if (!facts.isEnabled) return skipped('DEACTIVATED');
  if (facts.isHoliday(date)) return skipped('HOLIDAY');
  // A draft without members has no names to show, so the preview contains only dates.
  if (meeting.members.length === 0) return { state: 'RUN', members: [] };
  const { members, away } = rollOn(facts, date);
  if (members.length > 0) return { state: 'RUN', members, ...(away.length === 0 ? {} : { away: [...away] }) };
  return skipped(present.length === 0 ? 'NOBODY' : 'AWAY');
};

/**
 * Returns how a clock change in these zones affects the opening; undefined if none does. GAP: the clocks skip the
 * opening time on the date. OVERLAP: the clocks show the opening time twice. OFFSET_CHANGED: the offset from UTC
 * differs from that at the previous run. If several apply, the first of them is returned, because it surprises members
 * most.
 */
const shiftOf = (
  { meeting }: PreviewFacts,
  date: LocalDate,
  zones: readonly ZoneId[],
  { at, before }: { readonly at: number; readonly before: number },
): PreviewRun['shift'] => {
  const kinds = zones.map((zone) => instantsOfTime(date, meeting.time, zone));
  if (kinds.includes('GAP')) return 'GAP';
  if (kinds.includes('OVERLAP')) return 'OVERLAP';
  return zones.some((zone) => !isSameOffset(at, before, zone)) ? 'OFFSET_CHANGED' : undefined;
};

const lastDate = '9999-12-31' as LocalDate;
// Number of days to search, as in meetingScheduleAndNextRuns.ts, because a zone may skip the first matching weekday of
// a month.
const searchDays = 75;

/**
 * Yields the dates of the schedule, including dates that the meeting's zone skips. The intervals of a retro are counted
 * from its first run; without one, from the first existing date for which the caller passes true to `next`.
 */
const meantDates = function* (meeting: PlannableMeeting, from: LocalDate): Generator<LocalDate, void, boolean> {
  let { firstRun } = meeting;
  let date = from;
  let lastFound = from;
  while (daysBetween(lastFound, date) <= searchDays && date < lastDate) {
    if (isMeetingDate(meeting, date, firstRun)) {
      lastFound = date;
      const counts = yield date;
      if (counts && firstRun === null && dateExists(date, meeting.timezone)) firstRun = date;
    }
    date = addDays(date, 1);
  }
};

/**
 * Yields the next runs, sorted by date. Yields fewer than `count` runs only if the schedule has no more runs before
 * `before`.
 */
export const previewSteps = function* (facts: PreviewFacts): Generator<PreviewRun, void> {
  const { meeting, now, count } = facts;
  const present = presentIn(facts);
  const zones = zonesIn(facts, present);
  const clocks = meeting.timeBasis === 'MEMBER' && zones.length > 0 ? zones : [meeting.timezone];
  // The search begins two days before today, because a clock change at midnight can move an opening to the next date,
  // and zones can be a day apart.
  const dates = meantDates(meeting, addDays(localDateAt(now, meeting.timezone), -2));
  let before = now;
  let createdCount = 0;
  let nextDate = dates.next(false);
  while (nextDate.done !== true && createdCount < count) {
    const date = nextDate.value;
    const at = earliestOpening(meeting, date, zones);
    if (facts.before !== undefined && at >= facts.before) return;
    const isToCome = at > now;
    if (isToCome) {
      const { state, reason, ...roll } = judge(facts, date, present);
      const shift = reason === 'NO_SUCH_DATE' ? undefined : shiftOf(facts, date, clocks, { at, before });
      yield {
        ...{ date, at: toInstant(at), state },
        ...(reason === undefined ? {} : { reason }),
        ...(shift === undefined ? {} : { shift }),
        ...roll,
      };
      createdCount += 1;
      // A date that the zone skips has no opening, so the next run is compared with the run before that date.
      if (reason !== 'NO_SUCH_DATE') before = at;
    }
    nextDate = dates.next(isToCome);
  }
};
