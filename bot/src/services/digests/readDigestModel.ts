import type { OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { DigestSettings, DigestStopReason } from '#contracts/digests/digestCalls.ts';
import { sum } from '../../domain/core/sum.ts';
import type { DigestModel, DigestTeam } from '../../domain/digests/digestModelTypes.ts';
import { localDateAt, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { org as orgKind } from '../../store/kinds/organisations/organisation.ts';
import { orgTeam, team as teamKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { startSlices } from '../core/slicedWork.ts';
import { byText } from '../core/compareByNameOrText.ts';
import { readTeamAttention } from '../attention/getAttention.ts';
import { countsBefore, countsInPeriod } from './readRunsInDigestPeriod.ts';
import type { Counts, Period } from './readRunsInDigestPeriod.ts';
import { readTeamDigest, sumOf } from './readTeamDigest.ts';
import type { TeamContent } from './readTeamDigest.ts';

export interface DigestRequest {
  readonly settings: DigestSettings;
  readonly period: Period;
  readonly isLate: boolean;
}

type ReadDeps = Pick<Deps, 'store' | 'clock'>;

const noContent: TeamContent & Pick<DigestModel, 'teams'> = {
  ...{ runs: 0, attention: [], people: [], missing: [], trends: [], teams: [] },
};

const figuresOf = async (
  { clock }: ReadDeps,
  records: Records<OrgId>,
  team: { readonly teamId: TeamId; readonly name: string },
  { settings, period }: DigestRequest,
): Promise<DigestTeam> => {
  const pause = await startSlices();
  const { teamId } = team;
  const counts: Counts[] = [];
  const before: Counts[] = [];
  for (const { value: meeting } of await records.list(meetingKind, { teamId }, prefixRange('G|'))) {
    const own = await countsInPeriod(records, meeting, period, pause);
    counts.push(...own);
    if (!settings.sections.includes('TRENDS')) continue;
    const first = own.at(-1)?.date ?? localDateAt(period.from, meeting.timezone);
    before.push(...(await countsBefore(records, meeting, first)));
  }
  const attention = settings.sections.includes('ATTENTION')
    ? (await readTeamAttention(records, teamId, clock.now())).length
    : 0;
  const { asked, answered } = sumOf(counts);
  const blockers = sum(counts, (run) => run.blockers);
  return {
    ...{
      teamId,
      name: team.name,
      runs: counts.length,
      asked,
      answered,
      missing: asked - answered,
      blockers,
      attention,
    },
    before: sumOf(before),
  };
};

/** Returns the figures of all teams that had a run in the period, sorted by team name. */
const organisationContent = async (
  deps: ReadDeps,
  actor: Actor,
  records: Records<OrgId>,
  request: DigestRequest,
): Promise<typeof noContent> => {
  const rows = await records.list(orgTeam, undefined, prefixRange('team|'));
  const teams: DigestTeam[] = [];
  for (const { value } of rows.filter(({ value: team }) => team.state !== 'DELETED')) {
    const figures = await figuresOf(deps, records, value, request);
    if (figures.runs > 0) teams.push(figures);
  }
  const runs = sum(teams, (team) => team.runs);
  const compare = byText(actor.locale);
  return { ...noContent, runs, teams: teams.sort((a, b) => compare(a.name, b.name) || (a.teamId < b.teamId ? -1 : 1)) };
};

export const placeName = async (records: Records<OrgId>, teamId: TeamId | null): Promise<string> => {
  if (teamId === null) return (await records.get(orgKind, undefined))?.value.name ?? '';
  return (await records.get(teamKind, { teamId }))?.value.name ?? '';
};

const frameOf = async (
  records: Records<OrgId>,
  { settings, period, isLate }: DigestRequest,
): Promise<Omit<DigestModel, keyof typeof noContent | 'stopped'>> => ({
  digestName: settings.name,
  place: await placeName(records, settings.teamId),
  isOrganisation: settings.teamId === null,
  from: toInstant(period.from),
  to: toInstant(period.to),
  timezone: settings.schedule.timezone,
  isLate,
  sections: settings.sections,
  leavesOutEmpty: settings.leavesOutEmpty,
});

/**
 * Returns the present content of a digest, as far as the actor may read it. Precondition: the caller has checked that
 * the actor may read the digest.
 */
export const readDigestModel = async (
  deps: ReadDeps,
  actor: Actor,
  records: Records<OrgId>,
  request: DigestRequest,
): Promise<DigestModel> => {
  const { settings, period } = request;
  const { teamId } = settings;
  const content =
    teamId === null
      ? await organisationContent(deps, actor, records, request)
      : { ...noContent, ...(await readTeamDigest(deps, actor, { records, teamId, settings }, period)) };
  return { ...(await frameOf(records, request)), ...content, stopped: null };
};

export const stoppedModel = async (
  records: Records<OrgId>,
  request: DigestRequest,
  stopped: { readonly reason: DigestStopReason; readonly owner: string | null },
): Promise<DigestModel> => ({ ...(await frameOf(records, request)), ...noContent, stopped });
