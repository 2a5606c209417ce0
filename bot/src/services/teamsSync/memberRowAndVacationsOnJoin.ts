import { isDeepStrictEqual } from 'node:util';
import type { LocalDate, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { hourMs, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { scanRows } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { dayVacation, vacation } from '../../store/kinds/daysOff/vacationsAndHolidays.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Deps } from '../core/deps.ts';
import { mergeChanges, updateRow } from '../core/optimisticUpdate.ts';
import { replanForZone } from '../runs/replanForZoneOrReturn.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { findTeamMemberships } from '../tenancy/activeOrganisationAndTeams.ts';

export interface TeamPlace {
  readonly orgId: OrgId;
  readonly teamId: TeamId;
  readonly tid: string;
  readonly serviceUrl: string;
}

export type Joiner = Pick<TeamMember, 'memberId' | 'name' | 'email' | 'teamsUserId' | 'oid'>;

/** Returns the settings that apply to every team of a person, copied from another of the person's teams (`other`). */
const settingsOf = (other: TeamMember | undefined) => ({
  timezone: other?.timezone ?? null,
  timezoneFrom: other?.timezoneFrom ?? null,
  browserZone: other?.browserZone ?? null,
  zoneMovedAt: other?.zoneMovedAt ?? null,
  zoneMovedBy: other?.zoneMovedBy ?? null,
  locale: other?.locale ?? null,
  localeFrom: other?.localeFrom ?? null,
  isMuted: other?.isMuted ?? false,
  mutedUntil: other?.mutedUntil ?? null,
  summaryDelivery: other?.summaryDelivery ?? null,
  quietHours: other?.quietHours ?? null,
  unreachable: other?.unreachable ?? null,
  unreachableSince: other?.unreachableSince ?? null,
});

type Settings = ReturnType<typeof settingsOf>;

const ofThePerson = (other: TeamMember | undefined, place: TeamPlace) => ({
  ...settingsOf(other),
  conversationId: other?.conversationId ?? null,
  serviceUrl: other?.serviceUrl ?? place.serviceUrl,
});

/**
 * Returns the row of a person who is new in a team, without storing it. If `isNew` is true, the person is also new in
 * the organisation, so there are no settings to copy from another team.
 */
export const buildTeamMemberRow = async (
  records: Records<OrgId>,
  place: TeamPlace,
  joiner: Joiner,
  isNew: boolean,
): Promise<TeamMember> => {
  const [elsewhere] = isNew ? [] : await findTeamMemberships(records, joiner.memberId);
  return {
    ...joiner,
    ...ofThePerson(elsewhere?.row, place),
    tid: place.tid,
    thumbnailUrl: elsewhere?.row.thumbnailUrl ?? null,
    isEnabled: true,
    leftOn: null,
  };
};

/**
 * Returns the settings of a person who returns to a team, from another of the person's teams, where they may have
 * changed meanwhile. Without another team, returns no fields, so the stored settings stay.
 */
export const settingsAfterReturn = async (records: Records<OrgId>, memberId: MemberId): Promise<Partial<Settings>> => {
  const [elsewhere] = await findTeamMemberships(records, memberId);
  return elsewhere === undefined ? {} : settingsOf(elsewhere.row);
};

/**
 * Returns the settings that changed from `copied` to `current`. Left out are those that also changed in the row, because
 * the request that changes them found the row.
 */
const changedSettings = (row: TeamMember, copied: Settings, current: Settings): Partial<Settings> => {
  const own = settingsOf(row);
  const names = Object.keys(copied) as (keyof Settings)[];
  const changed = names.filter(
    (name) => !isDeepStrictEqual(current[name], copied[name]) && isDeepStrictEqual(own[name], copied[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, current[name]]));
};

/** Two joins at the same time could otherwise copy from each other without end. */
const mostCopies = 5;

/**
 * Copies the settings again that the person changed while they joined the team. A request that changes them finds the
 * rows of the person's teams first, so it does not change a row that is inserted after that. `written` is the row that
 * was inserted or replaced, with the settings that were read before.
 */
export const copySettingsChangedOnJoin = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  records: Records<OrgId>,
  teamId: TeamId,
  written: TeamMember,
): Promise<void> => {
  const { memberId } = written;
  let copied = settingsOf(written);
  for (let round = 0; round < mostCopies; round += 1) {
    const elsewhere = (await findTeamMemberships(records, memberId)).find((place) => place.teamId !== teamId);
    const current = elsewhere === undefined ? copied : settingsOf(elsewhere.row);
    if (isDeepStrictEqual(current, copied)) return;
    const zone = current.timezone;
    if (zone !== null && zone !== copied.timezone)
      await replanForZone(deps, records, { memberId, teamIds: [teamId], zone });
    const before = copied;
    await updateRow(records, teamMember, { teamId, memberId }, (row) =>
      mergeChanges(row, changedSettings(row, before, current)),
    );
    copied = current;
  }
};

const perTransaction = 100;

interface VacationsOf {
  readonly teamId: TeamId;
  readonly memberId: MemberId;
  readonly from: LocalDate;
}

/** Returns the dates of the member's vacations that are copied to the team, from `from` on. */
const copiedDates = async (
  { store, scope }: Records<OrgId>,
  { teamId, memberId, from }: VacationsOf,
): Promise<LocalDate[]> => {
  const dates: LocalDate[] = [];
  const range = { from: `D|${from}|`, to: 'D}', keysOnly: true };
  for await (const { rk } of scanRows(store, dayVacation.table, teamPartition(scope, teamId), range)) {
    const [, date, kind, who] = rk.split('|');
    if (kind === '!V' && who === memberId) dates.push(date as LocalDate);
  }
  return dates;
};

/**
 * Copies the member's vacation days from yesterday on into the rows of the team's days, where one scan reads all rows
 * of a day. If the member returns, copies of days that were removed meanwhile are deleted.
 */
export const copyVacations = async (
  deps: Pick<Deps, 'clock'>,
  records: Records<OrgId>,
  { teamId, memberId, isReturn }: Omit<VacationsOf, 'from'> & { readonly isReturn: boolean },
): Promise<void> => {
  // It starts with yesterday in UTC, because that may still be today in the member's zone.
  const from = toInstant(deps.clock.now() - 24 * hourMs).slice(0, 10) as LocalDate;
  const { to } = prefixRange(`vac|${memberId}|`);
  const rows = await records.list(vacation, undefined, { from: `vac|${memberId}|${from}`, to });
  const dates = new Set(rows.map(({ value: { date } }) => date));
  const copied = isReturn ? await copiedDates(records, { teamId, memberId, from }) : [];
  const key = (date: LocalDate) => ({ teamId, memberId, date });
  const steps = [
    ...[...dates].map((date) => records.touchStep(dayVacation, key(date), { memberId, date })),
    ...copied.filter((date) => !dates.has(date)).map((date) => records.deleteStep(dayVacation, key(date))),
  ];
  for (let index = 0; index < steps.length; index += perTransaction)
    await records.transact(steps.slice(index, index + perTransaction));
};
