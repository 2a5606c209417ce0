import type { LocalDate, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { hourMs, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, scanRows } from '../../store/recordKindsAndAccess.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { dayVacation, vacation } from '../../store/kinds/daysOff/vacationsAndHolidays.ts';
import type { orgTeam } from '../../store/kinds/organisations/teamAndChannel.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { DeletionInterrupted, listTeamsOf } from '../runs/deleteAndScanInBatches.ts';
import type { BatchedDeletionDeps } from '../runs/deleteAndScanInBatches.ts';
import { planBlockerChecks } from '../blockers/requestBlockerChecksAtNight.ts';
import { listPresentMembers } from '../tenancy/listMembers.ts';
import { listOrganisationsOfShard } from '../tenancy/listIndexedOrganisations.ts';
import { deleteRows } from '../runs/writeOutboxAndDueRows.ts';
import { replanDigests } from '../digests/replanDigests.ts';
import { planNextRun } from '../runs/planNextRun.ts';
import { zonesOfMeetingMembers } from '../runs/zonesOfMeetingMembers.ts';
import { isAskingMembers } from '../tenancy/payingStateAndOrgPause.ts';
import type { PayingDeps } from '../tenancy/payingStateAndOrgPause.ts';
import { findActiveOrganisation } from '../tenancy/activeOrganisationAndTeams.ts';

// Every night, plans all meetings, the checks of their blockers and all digests again, except in organisations that
// open no runs: new zone data may have changed the rules of a zone, or the store may have lost a row. Existing rows
// stay; a row with an outdated instant plans its run again when it becomes due.

const dayMs = 24 * hourMs;

export type ReplanDeps = BatchedDeletionDeps & PayingDeps;

/** Returns the vacation days of the team's present members from the date `from` on, each as `date|memberId`. */
const daysOff = async (records: Records<OrgId>, teamId: TeamId, from: LocalDate): Promise<Set<string>> => {
  const people = await listPresentMembers(records, teamId);
  const days = await Promise.all(
    people.map(({ memberId }) => {
      const prefix = `vac|${memberId}|`;
      return records.list(vacation, undefined, { ...prefixRange(prefix), from: `${prefix}${from}` });
    }),
  );
  return new Set(days.flat().map(({ value }) => `${value.date}|${value.memberId}`));
};

/**
 * Repairs the copies of vacations in the team's rows, which are read with the other rows of a day. A crash may have
 * left a copy without its vacation, or a vacation without its copy.
 */
const repairVacations = async (deps: BatchedDeletionDeps, records: Records<OrgId>, teamId: TeamId): Promise<void> => {
  // The repair begins with yesterday in UTC, because yesterday may still be today in a member's zone.
  const from = toInstant(deps.clock.now() - dayMs).slice(0, 10) as LocalDate;
  const missing = await daysOff(records, teamId, from);
  const range = { ...prefixRange('D|'), from: `D|${from}` };
  const pk = teamPartition(records.scope, teamId);
  const stray: string[] = [];
  for await (const { rk } of scanRows(deps.store, 'Team', pk, { ...range, keysOnly: true })) {
    const [, date = '', what, memberId = ''] = rk.split('|');
    if (what === '!V' && !missing.delete(`${date}|${memberId}`)) stray.push(rk);
  }
  for (const rk of stray) {
    const [, date, , memberId] = rk.split('|');
    // The vacation is read again, because it may have been saved after `daysOff` was read.
    const day = { memberId: memberId as MemberId, date: date as LocalDate };
    if ((await records.get(vacation, day)) === undefined) await deleteRows(deps.store, 'Team', [{ pk, rk }]);
  }
  for (const name of missing) {
    const [date, memberId] = name.split('|');
    const day = { memberId: memberId as MemberId, date: date as LocalDate };
    await records.transact([records.touchStep(dayVacation, { teamId, ...day }, day)]);
  }
};

const planTeam = async (
  deps: BatchedDeletionDeps,
  records: Records<OrgId>,
  { teamId, state }: ValueOf<typeof orgTeam>,
): Promise<void> => {
  const people = await listPresentMembers(records, teamId);
  for (const { value } of await records.list(meetingKind, { teamId }, prefixRange('G|'))) {
    const now = deps.clock.now();
    await planNextRun(deps, records.scope, value, { zones: zonesOfMeetingMembers(value, people), afterMs: now });
    if (state === 'CONNECTED') await planBlockerChecks(records, value, people, now);
  }
  await repairVacations(deps, records, teamId);
};

const planOrg = async (deps: ReplanDeps, orgId: OrgId): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  if ((await findActiveOrganisation(records)) === undefined || !(await isAskingMembers(deps, records))) return;
  for (const team of await listTeamsOf(deps, orgId)) await planTeam(deps, records, team);
  await replanDigests(deps, records, 'ALL');
};

/**
 * Plans the meetings and digests of the organisations of a shard. Organisations that open no runs are skipped. A
 * failure is logged and does not stop the other organisations.
 */
export const replanAtNight = async (deps: ReplanDeps, shard: string): Promise<void> => {
  for await (const organisation of listOrganisationsOfShard(deps, shard)) {
    if (organisation === undefined) continue;
    const { orgId } = organisation;
    try {
      if (deps.shouldContinue?.() === false) throw new DeletionInterrupted('halted');
      await planOrg(deps, orgId);
    } catch (error) {
      if (error instanceof DeletionInterrupted) throw error;
      deps.log.error('replanning.failed', error, { orgId });
    }
  }
};
