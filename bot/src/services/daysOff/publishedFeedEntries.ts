import type { LocalDate, MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { boundedMemo } from '#contracts/boundedMapAndMemos.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { formatLocale } from '#contracts/text/languagesAndLocaleChoice.ts';
import { previewSteps } from '../../domain/runs/runPreview.ts';
import { addDays, hourMs, localDateAt, minuteMs, msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { FeedReport, FeedState, FeedTeam } from './publishedFeedSources.ts';
import type { Pause } from '../core/slicedWork.ts';

export type FeedEntry =
  | {
      readonly kind: 'PROMPT';
      readonly id: string;
      readonly title: string;
      readonly detail: string;
      readonly meetingId: MeetingId;
      readonly date: LocalDate;
      /** The opening in epoch milliseconds. */
      readonly at: number;
    }
  | {
      readonly kind: 'DAYS';
      readonly id: string;
      readonly title: string;
      readonly detail: string;
      /** True for the member's own days off; false for a team holiday and for the note that `feedText` adds. */
      readonly isVacation: boolean;
      readonly from: LocalDate;
      readonly to: LocalDate;
    };

type Prompt = Extract<FeedEntry, { readonly kind: 'PROMPT' }>;
type Days = Extract<FeedEntry, { readonly kind: 'DAYS' }>;

const daysShown = 60;
const utc = 'UTC' as Run['timezone'];

interface Writing {
  readonly t: Translate;
  readonly now: number;
  readonly pause: Pause;
  /** Returns the time of day in `zone`, formatted in the owner's language. `ms` is epoch milliseconds. */
  readonly clockTime: (ms: number, zone: string) => string;
}

/** Largest number of cached formatters. There are fewer time zones, so the cache never drops a formatter. */
const mostZones = 600;

/**
 * Returns a function that formats times. It caches a formatter for each zone, because creating one costs as much as a
 * hundred uses.
 */
const clockTimes = (locale: string): Writing['clockTime'] => {
  const formatIn = boundedMemo(
    (timeZone: string) =>
      new Intl.DateTimeFormat(formatLocale(locale), {
        ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone },
      }),
    { capacity: mostZones },
  );
  return (ms, timeZone) => formatIn(timeZone).format(ms);
};

/**
 * Returns a function from a date to the state of the run on that date. It returns undefined if there is no run, or if
 * the run is open by schedule, because such a run may not have opened in this member's zone yet.
 */
const stateFor = (runs: readonly Run[]) => {
  const states = new Map(runs.map((run) => [run.date, run]));
  return (date: LocalDate): Run['state'] | undefined => {
    const run = states.get(date);
    return run?.state === 'OPEN' && run.source === 'SCHEDULE' ? undefined : run?.state;
  };
};

const promptsOf = async (
  { t, now, pause, clockTime }: Writing,
  { vacations, owner: { memberId } }: FeedState,
  team: FeedTeam,
  { meeting, runs }: FeedReport,
): Promise<Prompt[]> => {
  const holidays = new Set(team.holidays.map(({ date }) => date));
  const off = new Set(vacations);
  const entries: Prompt[] = [];
  const steps = previewSteps({
    // Only this person is passed as a member, because the openings for other members do not appear in the calendar.
    ...{ meeting: { ...meeting, members: [memberId] }, people: [team.member], isEnabled: true },
    ...{ isHoliday: (date: LocalDate) => holidays.has(date), isOnVacation: (_, date: LocalDate) => off.has(date) },
    ...{ stateOf: stateFor(runs), now, count: daysShown + 2, before: now + daysShown * 24 * hourMs },
  });
  for (const { date, members } of steps) {
    for (const { at, timezone } of members) {
      const ms = msOf(at);
      const closes = clockTime(ms + meeting.reportSummaryTime * minuteMs, timezone);
      const detail = t('calendarFeed.prompt', { opens: clockTime(ms, timezone), closes, zone: timezone });
      const id = `${meeting.id}-${date}`;
      entries.push({ kind: 'PROMPT', id, title: meeting.name, detail, meetingId: meeting.id, date, at: ms });
    }
    await pause();
  }
  return entries;
};

interface DayOff {
  readonly date: LocalDate;
  readonly title: string;
  readonly detail: string;
}

/** Joins consecutive days with the same title and detail into one entry. `days` must be sorted, oldest first. */
const merged = (days: readonly DayOff[], isVacation: boolean, idOf: (date: LocalDate) => string): Days[] => {
  const entries: Days[] = [];
  for (const { date, title, detail } of days) {
    const last = entries.at(-1);
    if (last !== undefined && last.title === title && last.detail === detail && addDays(last.to, 1) === date)
      entries[entries.length - 1] = { ...last, to: date };
    else entries.push({ kind: 'DAYS', id: idOf(date), title, detail, isVacation, from: date, to: date });
  }
  return entries;
};

const vacationsOf = ({ t }: Writing, { vacations, owner: { memberId } }: FeedState): Days[] => {
  const title = t('calendarFeed.dayOff');
  const days = vacations.map((date) => ({ date, title, detail: '' }));
  return merged(days, true, (date) => `off-${memberId}-${date}`);
};

const holidaysOf = ({ t }: Writing, { teamId, name: teams, holidays }: FeedTeam): Days[] => {
  const detail = t('calendarFeed.team', { teams });
  const days = holidays.map(({ date, name }) => ({
    ...{ date, detail },
    title: name === null ? t('calendarFeed.holiday') : t('calendarFeed.holidayNamed', { name }),
  }));
  return merged(days, false, (date) => `holiday-${teamId}-${date}`);
};

const noteOf = ({ t, now }: Writing, { owner }: FeedState): Days => {
  const today = localDateAt(now, owner.places[0]?.row.timezone ?? utc);
  const values = { reports: limits.feedReports, entries: limits.feedEntries };
  return {
    ...{ kind: 'DAYS', id: `cut-${owner.memberId}`, isVacation: false, from: today, to: today },
    ...{ title: t('calendarFeed.cutTitle'), detail: t('calendarFeed.cutDetail', values) },
  };
};

const startOf = (entry: FeedEntry): number =>
  entry.kind === 'PROMPT' ? entry.at : Date.parse(`${entry.from}T00:00:00Z`);

export interface FeedEntries {
  /** At most `limits.feedEntries` entries, sorted by their start, earliest first. */
  readonly entries: readonly FeedEntry[];
  readonly note: FeedEntry;
  readonly isCut: boolean;
}

/**
 * Returns the days off, and the openings of prompts in the next 60 days, computed by the same rules as the real runs.
 */
export const makeFeedEntries = async (
  state: FeedState,
  { t, now, pause }: Pick<Writing, 't' | 'now' | 'pause'>,
): Promise<FeedEntries> => {
  const writing = { t, now, pause, clockTime: clockTimes(state.owner.locale) };
  const all: FeedEntry[] = vacationsOf(writing, state);
  for (const team of state.teams) {
    all.push(...holidaysOf(writing, team));
    for (const report of team.reports) all.push(...(await promptsOf(writing, state, team, report)));
  }
  const entries = all.sort((a, b) => startOf(a) - startOf(b)).slice(0, limits.feedEntries);
  return { entries, note: noteOf(writing, state), isCut: state.hasMoreReports || entries.length < all.length };
};
