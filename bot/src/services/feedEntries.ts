import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/ids.ts';
import type { Meeting } from '#contracts/meeting.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import type { Words } from '#contracts/text/keys.ts';
import { formatLocale } from '#contracts/text/languages.ts';
import { previewRuns } from '../domain/preview.ts';
import { addDays, hourMs, localDateAt, minuteMs, msOf } from '../domain/time.ts';
import { inOrg } from '../store/kind.ts';
import type { Records } from '../store/kind.ts';
import { vacation } from '../store/kinds/org.ts';
import { holiday, meeting as meetingKind, team as teamKind } from '../store/kinds/team.ts';
import { prefixRange } from '../store/port.ts';
import type { Deps } from './deps.ts';
import type { TeamMember } from './members.ts';
import { daysAhead } from './previews.ts';
import { isAsking } from './paying.ts';
import type { Organisation } from './standing.ts';

export interface FeedOwner {
  readonly organisation: Organisation;
  readonly memberId: MemberId;
  /** BCP 47. */
  readonly locale: string;
  /** Teams they are in and switched on. */
  readonly places: readonly { readonly teamId: TeamId; readonly row: TeamMember }[];
}

export type FeedEntry =
  | {
      readonly kind: 'PROMPT';
      readonly id: string;
      readonly title: string;
      readonly detail: string;
      readonly meetingId: MeetingId;
      /** Epoch ms. */
      readonly at: number;
    }
  | {
      readonly kind: 'DAYS';
      readonly id: string;
      readonly title: string;
      readonly detail: string;
      /** Nobody else's but one's own. */
      readonly isVacation: boolean;
      readonly from: LocalDate;
      /** The last one. */
      readonly to: LocalDate;
    };

const daysShown = 60;
/** Days off stay for as long behind. */
const daysKept = 31;

interface Reading {
  readonly records: Records<OrgId>;
  readonly owner: FeedOwner;
  readonly words: Words;
  readonly now: number;
}

/** What a day already holds of a run. One that others have begun, in their own zone, is still to come here. */
const stateFor = (runs: readonly Occurrence[]) => {
  const states = new Map(runs.map((run) => [run.date, run]));
  return (date: LocalDate): Occurrence['state'] | undefined => {
    const run = states.get(date);
    return run?.state === 'OPEN' && run.source === 'SCHEDULE' ? undefined : run?.state;
  };
};

const promptsOf = async (
  { records, owner: { memberId, locale }, words, now }: Reading,
  { teamId, row }: FeedOwner['places'][number],
  meetings: readonly Meeting[],
): Promise<FeedEntry[]> => {
  const days = await daysAhead(
    records,
    teamId,
    addDays(localDateAt(now, meetings[0]?.timezone ?? row.timezone ?? utc), -3),
  );
  const clock = (at: number, timeZone: string): string =>
    new Intl.DateTimeFormat(formatLocale(locale), {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    }).format(at);
  const entries: FeedEntry[] = [];
  for (const meeting of meetings) {
    const runs = previewRuns({
      // Of one person: when others are asked changes nothing for them.
      ...{ meeting: { ...meeting, members: [memberId] }, people: [row], isEnabled: true },
      ...{ isHoliday: days.isHoliday, isOnVacation: days.isOnVacation },
      ...{
        stateOf: stateFor(await days.runsOf(meeting.id)),
        now,
        count: daysShown + 2,
        before: now + daysShown * 24 * hourMs,
      },
    });
    for (const { date, members } of runs)
      for (const { at, timezone } of members) {
        const ms = msOf(at);
        const closes = clock(ms + meeting.reportSummaryTime * minuteMs, timezone);
        const detail = words('calendarFeed.prompt', { opens: clock(ms, timezone), closes, zone: timezone });
        entries.push({
          kind: 'PROMPT',
          id: `${meeting.id}-${date}`,
          title: meeting.name,
          detail,
          meetingId: meeting.id,
          at: ms,
        });
      }
  }
  return entries;
};

const utc = 'UTC' as Meeting['timezone'];

/** Prompts of a team that is asked at all, of reports that are on and name the person. */
const promptsIn = async (reading: Reading, place: FeedOwner['places'][number]): Promise<FeedEntry[]> => {
  const { records, owner } = reading;
  const { teamId } = place;
  const team = await records.get(teamKind, { teamId });
  if (team?.value.state !== 'CONNECTED') return [];
  const rows = await records.list(meetingKind, { teamId, meetingId: '' as MeetingId }, prefixRange('G|'));
  const meetings = rows
    .map(({ value }) => value)
    .filter((one) => one.isEnabled && one.members.includes(owner.memberId));
  return meetings.length === 0 ? [] : promptsOf(reading, place, meetings);
};

interface DayOff {
  readonly date: LocalDate;
  readonly title: string;
  readonly detail: string;
}

/** Days of one name that follow one another are one entry. `days`: oldest first. */
const merged = (days: readonly DayOff[], isVacation: boolean, idOf: (date: LocalDate) => string): FeedEntry[] => {
  const entries: (FeedEntry & { readonly kind: 'DAYS' })[] = [];
  for (const { date, title, detail } of days) {
    const last = entries.at(-1);
    if (last !== undefined && last.title === title && last.detail === detail && addDays(last.to, 1) === date)
      entries[entries.length - 1] = { ...last, to: date };
    else entries.push({ kind: 'DAYS', id: idOf(date), title, detail, isVacation, from: date, to: date });
  }
  return entries;
};

const vacations = async ({ records, owner: { memberId }, words, now }: Reading): Promise<FeedEntry[]> => {
  const from = addDays(localDateAt(now, utc), -daysKept);
  const range = { from: `vac|${memberId}|${from}`, to: `vac|${memberId}}` };
  const rows = await records.list(vacation, { memberId, date: from }, range);
  const title = words('calendarFeed.dayOff');
  const days = rows.map(({ value: { date } }) => ({ date, title, detail: '' }));
  return merged(days, true, (date) => `off-${memberId}-${date}`);
};

const holidays = async (
  { records, words, now }: Reading,
  { teamId }: FeedOwner['places'][number],
): Promise<FeedEntry[]> => {
  const from = addDays(localDateAt(now, utc), -daysKept);
  const [rows, team] = await Promise.all([
    records.list(holiday, { teamId, date: from }, { from: `H|${from}`, to: 'H}' }),
    records.get(teamKind, { teamId }),
  ]);
  const detail = words('calendarFeed.team', { teams: team?.value.name ?? '' });
  const days = rows.map(({ value: { date, name } }) => ({
    ...{ date, detail },
    title: name === null ? words('calendarFeed.holiday') : words('calendarFeed.holidayNamed', { name }),
  }));
  return merged(days, false, (date) => `holiday-${teamId}-${date}`);
};

/** The prompts of the next 60 days, by the rules that the runs open with, and the days off. */
export const entriesOf = async (
  { store, clock, words, isBillingEnabled }: Pick<Deps, 'store' | 'clock' | 'words' | 'isBillingEnabled'>,
  owner: FeedOwner,
): Promise<FeedEntry[]> => {
  const records = inOrg(store, owner.organisation.orgId);
  const reading = { records, owner, words: words(owner.locale), now: clock.now() };
  const entries = await vacations(reading);
  const isAsked = await isAsking({ clock, isBillingEnabled }, records);
  for (const place of owner.places) {
    entries.push(...(await holidays(reading, place)));
    if (isAsked) entries.push(...(await promptsIn(reading, place)));
  }
  return entries;
};
