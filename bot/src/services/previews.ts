import type { ParsedOf } from '#contracts/endpoint.ts';
import { AppError } from '#contracts/errors.ts';
import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/ids.ts';
import { limits, times } from '#contracts/limits.ts';
import type { Meeting } from '#contracts/meeting.ts';
import type { ParsedPreviewDraft, previewMeeting as previewCall, PreviewRun } from '#contracts/meetingPreview.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import type { Plannable } from '../domain/opening.ts';
import { previewRuns } from '../domain/preview.ts';
import { addDays, localDateAt } from '../domain/time.ts';
import { inOrg, scanRows } from '../store/kind.ts';
import type { Records } from '../store/kind.ts';
import { occurrence as occurrenceKind } from '../store/kinds/run.ts';
import { teamPartition } from '../store/kinds/team.ts';
import { meetingOf, requireTeam } from './access.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import { allMembers } from './members.ts';
import { byName } from './sorting.ts';

interface Previewed {
  readonly meeting: Plannable;
  readonly teamId: TeamId;
  /** Null of a draft that was never saved. */
  readonly saved: Pick<Meeting, 'id' | 'isEnabled'> | null;
}

/** A draft decides all but when it first ran. Neither changes what it is asked about: nothing of it is saved. */
const fromDraft = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { id, teamId, ...draft }: ParsedPreviewDraft,
): Promise<Previewed> => {
  const rules = { ...draft, reportSummaryTime: times.windowDefault, isReminderEnabled: false };
  if (id === undefined) {
    await requireTeam(deps, actor, teamId, 'meeting.write');
    return { meeting: { ...rules, firstRun: null }, teamId, saved: null };
  }
  const { value } = await meetingOf(deps, actor, id, 'meeting.write');
  if (value.teamId !== teamId) throw new AppError('INVALID_INPUT', { message: 'meeting.teamFixed' });
  return { meeting: { ...rules, firstRun: value.firstRun }, teamId, saved: value };
};

const previewed = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  asked: ParsedOf<typeof previewCall>['meeting'],
): Promise<Previewed> => {
  if (typeof asked !== 'string') return fromDraft(deps, actor, asked);
  const { value } = await meetingOf(deps, actor, asked, 'meeting.write');
  return { meeting: value, teamId: value.teamId, saved: value };
};

export interface DaysAhead {
  readonly isHoliday: (date: LocalDate) => boolean;
  readonly isOnVacation: (memberId: MemberId, date: LocalDate) => boolean;
  /** Runs that are there. */
  readonly runsOf: (meetingId: MeetingId) => Promise<readonly Occurrence[]>;
}

/** Holidays, vacations and runs that are there, from one scan of the team's days to come: hardly more than these lies there. */
export const daysAhead = async (records: Records<OrgId>, teamId: TeamId, from: LocalDate): Promise<DaysAhead> => {
  const holidays = new Set<string>();
  const vacations = new Set<string>();
  const runs: { readonly meetingId: string; readonly date: LocalDate }[] = [];
  const pk = teamPartition(records.scope, teamId);
  const range = { from: `D|${from}|`, to: 'D}' };
  for await (const { rk } of scanRows(records.store, 'Team', pk, range, { keysOnly: true })) {
    const [, date = '', what = '', who = ''] = rk.split('|');
    if (what === '!H') holidays.add(date);
    else if (what === '!V') vacations.add(`${date}|${who}`);
    else if (who === '0') runs.push({ meetingId: what, date: date as LocalDate });
  }
  return {
    isHoliday: (date) => holidays.has(date),
    isOnVacation: (memberId, date) => vacations.has(`${date}|${memberId}`),
    runsOf: async (meetingId) => {
      const dates = runs.filter((one) => one.meetingId === meetingId).map(({ date }) => date);
      const rows = await Promise.all(dates.map((date) => records.get(occurrenceKind, { teamId, meetingId, date })));
      return rows.flatMap((row) => (row === undefined ? [] : [row.value]));
    },
  };
};

/** When a meeting, saved or not, will ask whom, by the rules that its runs open with. Nothing is written. */
export const preview = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  { meeting: asked, count }: ParsedOf<typeof previewCall>,
): Promise<PreviewRun[]> => {
  const of = await previewed(deps, actor, asked);
  const records = inOrg(deps.store, actor.orgId);
  const now = deps.clock.now();
  // Where people live the day before, their vacation counts by it.
  const from = addDays(localDateAt(now, of.meeting.timezone), -3);
  const [rows, days] = await Promise.all([allMembers(records, of.teamId), daysAhead(records, of.teamId, from)]);
  const runs = of.saved === null ? [] : await days.runsOf(of.saved.id);
  const states = new Map(runs.map(({ date, state }) => [date, state]));
  const people = rows.map(({ value }) => ({ ...value, id: value.memberId })).sort(byName(actor.locale));
  const lines = Math.max(1, of.meeting.members.length);
  return previewRuns({
    meeting: of.meeting,
    isEnabled: of.saved?.isEnabled ?? true,
    people,
    isHoliday: days.isHoliday,
    isOnVacation: days.isOnVacation,
    stateOf: (date) => states.get(date),
    now,
    count: Math.min(count, Math.max(1, Math.floor(limits.previewLines / lines))),
  });
};
