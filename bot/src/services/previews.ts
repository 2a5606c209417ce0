import type { ParsedOf } from '#contracts/endpoint.ts';
import { AppError } from '#contracts/errors.ts';
import type { LocalDate, MemberId, OrgId, TeamId } from '#contracts/ids.ts';
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

interface DaysAhead {
  readonly holidays: ReadonlySet<string>;
  readonly vacations: ReadonlySet<string>;
  readonly states: ReadonlyMap<string, Occurrence['state']>;
}

const vacationKey = (memberId: MemberId, date: LocalDate): string => `${date}|${memberId}`;

/** Holidays, vacations and runs that are there, from one scan of the team's days to come: hardly more than these lies there. */
const daysFrom = async (records: Records<OrgId>, { teamId, saved }: Previewed, from: LocalDate): Promise<DaysAhead> => {
  const holidays = new Set<string>();
  const vacations = new Set<string>();
  const runs: LocalDate[] = [];
  const pk = teamPartition(records.scope, teamId);
  for await (const { rk } of scanRows(
    records.store,
    'Team',
    pk,
    { from: `D|${from}|`, to: 'D}' },
    { keysOnly: true },
  )) {
    const [, date = '', what = '', who = ''] = rk.split('|');
    if (what === '!H') holidays.add(date);
    else if (what === '!V') vacations.add(`${date}|${who}`);
    else if (what === saved?.id && who === '0') runs.push(date as LocalDate);
  }
  const states = new Map<string, Occurrence['state']>();
  for (const date of saved === null ? [] : runs) {
    const run = await records.get(occurrenceKind, { teamId, meetingId: saved?.id ?? ('' as Meeting['id']), date });
    if (run !== undefined) states.set(date, run.value.state);
  }
  return { holidays, vacations, states };
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
  const [rows, days] = await Promise.all([allMembers(records, of.teamId), daysFrom(records, of, from)]);
  const people = rows.map(({ value }) => ({ ...value, id: value.memberId })).sort(byName(actor.locale));
  const lines = Math.max(1, of.meeting.members.length);
  return previewRuns({
    meeting: of.meeting,
    isEnabled: of.saved?.isEnabled ?? true,
    people,
    isHoliday: (date) => days.holidays.has(date),
    isOnVacation: (memberId, date) => days.vacations.has(vacationKey(memberId, date)),
    stateOf: (date) => days.states.get(date),
    now,
    count: Math.min(count, Math.max(1, Math.floor(limits.previewLines / lines))),
  });
};
