import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { LocalDate, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type * as calls from '#contracts/daysOff/changeAndListDaysOff.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { orgMember } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { dayVacation, holiday, vacation } from '../../store/kinds/daysOff/vacationsAndHolidays.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import { activityStep, namesValue } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import { logFields, inBatches, presenceOf } from './dateBatchesAndStoredDates.ts';
import type { Deps } from '../core/deps.ts';
import type { StateDeps } from '../meetings/deactivateDeleteOrCancelMeeting.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { accessibleTeamIds, findTeamMemberships } from '../tenancy/activeOrganisationAndTeams.ts';
import { addHolidays, removeHolidays } from './addAndRemoveTeamHolidays.ts';
import type { ChangedDays } from './addAndRemoveTeamHolidays.ts';
import { applyVacationToOpenRuns } from './applyVacationToOpenRuns.ts';

// Reads and changes team holidays and members' own vacations. Each of these days has a copy among the rows of its date,
// because one scan reads all rows of a day (docs/product-rules.md, Runs and messages).

type Change = ParsedOf<typeof calls.saveVacation>;

interface Person {
  readonly memberId: MemberId;
  readonly name: string;
}

/**
 * Returns the member whose days the caller may read or change: the caller, or for an admin any member of the
 * organisation. Throws FORBIDDEN for another member of the caller's teams, and NOT_FOUND for a member whom the caller
 * may not see.
 */
const requirePerson = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  memberId: MemberId,
  permission: 'vacation.read' | 'vacation.write',
): Promise<Person> => {
  const records = inOrg(deps.store, actor.orgId);
  const member = await records.get(orgMember, { memberId });
  if (member === undefined) throw new AppError('NOT_FOUND');
  const isOwner = memberId === actor.memberId;
  if (hasPermission(permission, { role: actor.role, belongsToTeam: false, isOwner })) return member.value;
  const theirs = accessibleTeamIds(await findTeamMemberships(records, memberId));
  throw new AppError(theirs.some((teamId) => actor.teamIds.includes(teamId)) ? 'FORBIDDEN' : 'NOT_FOUND');
};

/**
 * Changes a member's vacation rows and writes the log entry in the same transaction, which is possible because all rows
 * are in the organisation's partition. Returns the dates that changed.
 */
const changeDays = (
  deps: StateDeps,
  actor: Actor,
  { memberId, name }: Person,
  { dates, isAdded }: { readonly dates: readonly LocalDate[]; readonly isAdded: boolean },
): Promise<LocalDate[]> => {
  const records = inOrg(deps.store, actor.orgId);
  return retryOnConflict(async () => {
    const existing = await presenceOf(records, vacation, (date) => ({ memberId, date }), dates);
    const changed = dates.filter((date) => existing.has(date) !== isAdded);
    if (changed.length === 0) return [];
    const steps = changed.map((date) =>
      isAdded
        ? records.insertStep(vacation, { memberId, date }, { memberId, date })
        : records.deleteStep(vacation, { memberId, date }),
    );
    const message: MessageKey = isAdded ? 'activity.vacationAdded' : 'activity.vacationRemoved';
    const { names, others } = namesValue(changed) as { readonly names: string; readonly others: number };
    const log = {
      ...logFields(deps, actor),
      teamId: null,
      objectId: memberId,
      message,
      values: { name, names, others },
    };
    await records.transact([...steps, activityStep(records, log)]);
    return changed;
  });
};

type Places = Awaited<ReturnType<typeof findTeamMemberships>>;

const copyDays = async (
  records: Records<OrgId>,
  { memberId, places }: { readonly memberId: MemberId; readonly places: Places },
  dates: readonly LocalDate[],
  isAdded: boolean,
): Promise<void> => {
  for (const { teamId } of places)
    await retryOnConflict(async () => {
      const key = (date: LocalDate) => ({ teamId, memberId, date });
      const existing = await presenceOf(records, dayVacation, key, dates);
      const wrong = dates.filter((date) => existing.has(date) !== isAdded);
      await records.transact(
        wrong.map((date) =>
          isAdded
            ? records.touchStep(dayVacation, key(date), { memberId, date })
            : records.deleteStep(dayVacation, key(date)),
        ),
      );
    });
};

const change = async (deps: StateDeps, actor: Actor, input: Change, isAdded: boolean): Promise<ChangedDays> => {
  const { objectType, objectId, dates, names = {} } = input;
  switch (objectType) {
    case 'Team': {
      const teamId = objectId as string as TeamId;
      await requireTeam(deps, actor, teamId, 'holiday.write');
      if (!isAdded) return removeHolidays(deps, actor, teamId, dates);
      const namedDays = Object.entries(names).filter(([, name]) => name !== '') as [LocalDate, string][];
      return addHolidays(deps, actor, teamId, { dates, names: new Map(namedDays) });
    }
    case 'User': {
      const person = await requirePerson(deps, actor, objectId as string as MemberId, 'vacation.write');
      const records = inOrg(deps.store, actor.orgId);
      const { memberId } = person;
      const places = await findTeamMemberships(records, memberId);
      const changed: LocalDate[] = [];
      for (const batch of inBatches(dates)) {
        changed.push(...(await changeDays(deps, actor, person, { dates: batch, isAdded })));
        await copyDays(records, { memberId, places }, batch, isAdded);
      }
      // A member whom an open run has already asked stays asked. A member whom it has not asked yet is asked only if
      // the member has no day off after the change.
      for (const { teamId, row } of places)
        await applyVacationToOpenRuns(deps, records, teamId, {
          ...{ memberId, timezone: row.timezone, isAdded },
          dates: new Set(dates),
        });
      return { dates: changed, runs: [] };
    }
  }
};

/** Adds days off; existing ones stay. A new team holiday cancels the open runs of its date. */
export const saveVacation = (deps: StateDeps, actor: Actor, input: Change): Promise<ChangedDays> =>
  change(deps, actor, input, true);

/**
 * Removes days off. A run that a removed holiday had cancelled stays cancelled; the command `start` can open it again.
 */
export const removeVacation = (
  deps: StateDeps,
  actor: Actor,
  input: ParsedOf<typeof calls.deleteVacation>,
): Promise<ChangedDays> => change(deps, actor, input, false);

/** Throws an AppError unless the caller is in the team or may change its holidays. */
const requireHolidays = async (deps: Pick<Deps, 'store'>, actor: Actor, teamId: TeamId): Promise<void> => {
  await requireTeam(deps, actor, teamId, actor.teamIds.includes(teamId) ? 'team.read' : 'holiday.write');
};

export const getVacations = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { objectType, objectId }: ParsedOf<typeof calls.getVacations>,
): Promise<OutputOf<typeof calls.getVacations>> => {
  const records = inOrg(deps.store, actor.orgId);
  switch (objectType) {
    case 'Team': {
      const teamId = objectId as string as TeamId;
      await requireHolidays(deps, actor, teamId);
      const rows = await records.list(holiday, { teamId }, prefixRange('H|'));
      return rows.map(({ value: { date, name } }) => (name === null ? { date } : { date, name }));
    }
    case 'User': {
      const { memberId } = await requirePerson(deps, actor, objectId as string as MemberId, 'vacation.read');
      const rows = await records.list(vacation, undefined, prefixRange(`vac|${memberId}|`));
      return rows.map(({ value: { date } }) => ({ date }));
    }
  }
};
