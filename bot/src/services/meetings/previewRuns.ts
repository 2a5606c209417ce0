import type { ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits, times } from '#contracts/core/limitsAndProductConstants.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { doesOrgAllow } from '#contracts/core/actionsDuringOrgPause.ts';
import type {
  ParsedPreviewDraft,
  previewMeeting as previewCall,
  PreviewRun,
} from '#contracts/meetings/nextRunsPreview.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { PlannableMeeting } from '../../domain/runs/runOpening.ts';
import { previewSteps } from '../../domain/runs/runPreview.ts';
import { addDays, localDateAt } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, scanRows } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { requireMeeting, requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { listAllMembers } from '../tenancy/listMembers.ts';
import { orgPauseOf } from '../tenancy/payingStateAndOrgPause.ts';
import type { PayingDeps } from '../tenancy/payingStateAndOrgPause.ts';
import { startSlices } from '../core/slicedWork.ts';
import { byName } from '../core/compareByNameOrText.ts';

interface Previewed {
  readonly meeting: PlannableMeeting;
  readonly teamId: TeamId;
  /** The stored meeting; null for a draft that was never saved. */
  readonly saved: Pick<Meeting, 'id' | 'isEnabled'> | null;
}

/** Returns the draft as the meeting to preview. Only `firstRun` comes from the stored meeting. Writes nothing. */
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
  const { value } = await requireMeeting(deps, actor, id, 'meeting.write');
  if (value.teamId !== teamId) throw new AppError('INVALID_INPUT', { message: 'meeting.teamFixed' });
  return { meeting: { ...rules, firstRun: value.firstRun }, teamId, saved: value };
};

const previewed = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  draft: ParsedOf<typeof previewCall>['meeting'],
): Promise<Previewed> => {
  if (typeof draft !== 'string') return fromDraft(deps, actor, draft);
  const { value } = await requireMeeting(deps, actor, draft, 'meeting.write');
  return { meeting: value, teamId: value.teamId, saved: value };
};

export interface AheadDays {
  readonly isHoliday: (date: LocalDate) => boolean;
  readonly isOnVacation: (memberId: MemberId, date: LocalDate) => boolean;
  readonly runsOf: (meetingId: MeetingId) => Promise<readonly Run[]>;
}

/**
 * Reads holidays, vacations and existing runs with one scan of the rows of the team's days from `from` on. Future days
 * have few other rows.
 */
export const daysAhead = async (records: Records<OrgId>, teamId: TeamId, from: LocalDate): Promise<AheadDays> => {
  const holidays = new Set<string>();
  const vacations = new Set<string>();
  const runs: { readonly meetingId: string; readonly date: LocalDate }[] = [];
  const pk = teamPartition(records.scope, teamId);
  const range = { from: `D|${from}|`, to: 'D}' };
  for await (const { rk } of scanRows(records.store, 'Team', pk, { ...range, keysOnly: true })) {
    const [, date = '', what = '', who = ''] = rk.split('|');
    if (what === '!H') holidays.add(date);
    else if (what === '!V') vacations.add(`${date}|${who}`);
    else if (who === '0') runs.push({ meetingId: what, date: date as LocalDate });
  }
  return {
    isHoliday: (date) => holidays.has(date),
    isOnVacation: (memberId, date) => vacations.has(`${date}|${memberId}`),
    runsOf: async (meetingId) => {
      const dates = runs.filter((run) => run.meetingId === meetingId).map(({ date }) => date);
      const rows = await Promise.all(dates.map((date) => records.get(runKind, { teamId, meetingId, date })));
      return rows.flatMap((row) => (row === undefined ? [] : [row.value]));
    },
  };
};

/**
 * True if the preview shows runs. A draft that was never saved always shows them; a stored meeting only while it is
 * enabled and its organisation opens runs.
 */
const runsNow = async (deps: PayingDeps, records: Records<OrgId>, saved: Previewed['saved']): Promise<boolean> =>
  saved === null || (saved.isEnabled && doesOrgAllow('openRun', await orgPauseOf(deps, records)));

/**
 * Returns the future runs of a stored meeting or a draft, each with the members that it would ask, by the same rules as
 * real runs. Writes nothing.
 */
export const previewRuns = async (
  deps: Pick<Deps, 'store'> & PayingDeps,
  actor: Actor,
  { meeting: asked, count }: ParsedOf<typeof previewCall>,
): Promise<PreviewRun[]> => {
  const of = await previewed(deps, actor, asked);
  const records = inOrg(deps.store, actor.orgId);
  const now = deps.clock.now();
  // The scan begins three days before today, because a vacation counts by the member's own date at the opening, and
  // this date may be before the meeting's date.
  const from = addDays(localDateAt(now, of.meeting.timezone), -3);
  const [rows, days, isEnabled] = await Promise.all([
    listAllMembers(records, of.teamId),
    daysAhead(records, of.teamId, from),
    runsNow(deps, records, of.saved),
  ]);
  const runs = of.saved === null ? [] : await days.runsOf(of.saved.id);
  const states = new Map(runs.map(({ date, state }) => [date, state]));
  const people = rows.map(({ value }) => ({ ...value, id: value.memberId })).sort(byName(actor.locale));
  const lines = Math.max(1, of.meeting.members.length);
  const pause = await startSlices();
  const steps = previewSteps({
    meeting: of.meeting,
    isEnabled,
    people,
    isHoliday: days.isHoliday,
    isOnVacation: days.isOnVacation,
    stateOf: (date) => states.get(date),
    now,
    count: Math.min(count, Math.max(1, Math.floor(limits.previewLines / lines))),
  });
  const ahead: PreviewRun[] = [];
  for (const run of steps) {
    ahead.push(run);
    await pause();
  }
  return ahead;
};
