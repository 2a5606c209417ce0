import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { LocalDate, MeetingId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits, ui } from '#contracts/core/limitsAndProductConstants.ts';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import type { SearchHit, searchAnswers as searchAnswersCall } from '#contracts/search/searchAnswers.ts';
import { mapLimit } from '../../concurrency/mapLimit.ts';
import { addDays, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { searchTerms } from '../../domain/search/splitAndMatchWords.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { meetingPointer } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { startSlices } from '../core/slicedWork.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import { candidateWeeks, searchedTeam } from './candidateWeeks.ts';
import type { SearchedTeam, WeekOfTeam } from './candidateWeeks.ts';
import { findInRun } from './findInRun.ts';
import type { Searching } from './findInRun.ts';
import { comparePlaces, compareRunsInTeams, placeOf, placeText } from './searchResultOrder.ts';
import type { Place, RunInTeam } from './searchResultOrder.ts';
import { finalMondayAt } from './writeAndTrimSearchIndex.ts';

// Searches the answers of the reader's teams. The index only names runs that may match; each hit is read from the
// stored answer. So an outdated index shows no erased answer, and no answer that the reader may not see.

type Input = ParsedOf<typeof searchAnswersCall>;

const teamsAtOnce = 8;

/**
 * Returns the teams to search. Throws NOT_FOUND for a team, report or member outside the reader's teams, and FORBIDDEN
 * if the reader's role may not read reports.
 */
const teamsToSearch = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { teamId, meetingId, memberId }: Input,
): Promise<readonly TeamId[]> => {
  const records = inOrg(deps.store, actor.orgId);
  if (teamId !== undefined) await requireTeam(deps, actor, teamId, 'report.read');
  let teamIds = teamId === undefined ? actor.teamIds : [teamId];
  if (!hasPermission('report.read', { role: actor.role, belongsToTeam: true, isOwner: false }))
    throw new AppError('FORBIDDEN');
  if (meetingId !== undefined) {
    const pointer = await records.get(meetingPointer, { meetingId });
    teamIds = teamIds.filter((id) => id === pointer?.value.teamId);
    if (teamIds.length === 0) throw new AppError('NOT_FOUND');
  }
  if (memberId === undefined) return teamIds;
  const rows = await mapLimit(teamIds, teamsAtOnce, (id) => records.get(teamMember, { teamId: id, memberId }));
  if (rows.every((row) => row === undefined)) throw new AppError('NOT_FOUND');
  return teamIds.filter((_, index) => rows[index] !== undefined);
};

interface Head {
  readonly weeks: AsyncGenerator<WeekOfTeam>;
  readonly week: WeekOfTeam;
}

/** Returns the next week of a team as a list of one; an empty list if there are no more weeks. */
const nextHead = async (weeks: AsyncGenerator<WeekOfTeam>): Promise<Head[]> => {
  const next = await weeks.next();
  return next.done === true ? [] : [{ weeks, week: next.value }];
};

const nextHeads = async (teams: readonly AsyncGenerator<WeekOfTeam>[]): Promise<Head[]> =>
  (await mapLimit(teams, teamsAtOnce, nextHead)).flat();

/** Yields the candidate runs of all teams in the order of the results: newest date first, then by team and report. */
const candidateRuns = async function* (teams: readonly AsyncGenerator<WeekOfTeam>[]): AsyncGenerator<RunInTeam> {
  let heads = await nextHeads(teams);
  while (heads.length > 0) {
    const newest = heads.map(({ week }) => week.monday).reduce((a, b) => (a > b ? a : b));
    const current = heads.filter(({ week }) => week.monday === newest);
    const runs = current.flatMap(({ week: { teamId, runs: found } }) => found.map((run) => ({ ...run, teamId })));
    yield* runs.sort(compareRunsInTeams);
    const others = heads.filter(({ week }) => week.monday !== newest);
    heads = [...others, ...(await nextHeads(current.map(({ weeks }) => weeks)))];
  }
};

type Found = Pick<OutputOf<typeof searchAnswersCall>, 'hits' | 'next' | 'searchedTo'>;

const collectHits = async (searching: Searching, runs: AsyncGenerator<RunInTeam>): Promise<Found> => {
  const hits: SearchHit[] = [];
  const stopAt = (place: Place): Found => ({ hits, next: placeText(place), searchedTo: place.date });
  let left: number = limits.searchedAnswers;
  for await (const run of runs) {
    const { after } = searching;
    if (after !== undefined && comparePlaces({ ...run, memberId: '~' }, after) <= 0) continue;
    const found = await findInRun(searching, run);
    for (const hit of found.hits) {
      if (hits.length === ui.searchPageSize) return stopAt(hits.at(-1) ?? hit);
      hits.push(hit);
    }
    // The run itself counts as one more answer, because reading a run takes time even if it has no answers.
    left -= found.read + 1;
    if (left <= 0) return stopAt({ ...run, memberId: '~' });
  }
  return { hits, next: null, searchedTo: null };
};

/**
 * Number of days by which the index may be behind before the reader gets a notice. A short delay is normal, because the
 * next nightly job indexes the newest weeks.
 */
const spareDays = 28;

const isBehind = ({ indexedTo, oldest }: SearchedTeam, final: LocalDate): boolean =>
  oldest !== null && (indexedTo ?? oldest) < addDays(final, -spareDays);

/** Returns a page of the answers in the reader's teams that contain all words, newest first. */
export const searchAnswers = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  input: Input,
): Promise<OutputOf<typeof searchAnswersCall>> => {
  const teamIds = await teamsToSearch(deps, actor, input);
  const terms = searchTerms(input.q);
  if (terms.length === 0) throw new AppError('INVALID_INPUT', { message: 'search.needsWord' });
  const records = inOrg(deps.store, actor.orgId);
  const now = deps.clock.now();
  const final = finalMondayAt(now);
  const after = input.after === undefined ? undefined : placeOf(input.after);
  const newest = [addDays(toInstant(now).slice(0, 10) as LocalDate, 1), input.to, after?.date]
    .filter((date) => date !== undefined)
    .reduce((a, b) => (a < b ? a : b));
  const [teams, pause] = await Promise.all([
    mapLimit(teamIds, teamsAtOnce, (teamId) => searchedTeam(records, teamId, final)),
    startSlices(),
  ]);
  const { from, meetingId, memberId } = input;
  const query = { from, to: newest, meetingId, terms, pause };
  const weeks = teams.map((team) => candidateWeeks(records, team, { ...query, teamId: team.teamId }));
  const known = { teamNames: new Map<TeamId, string>(), deletedReports: new Map<MeetingId, boolean>() };
  const searching = { records, terms, memberId, after, ...known, pause };
  const found = await collectHits(searching, candidateRuns(weeks));
  return { ...found, isIndexing: teams.some((team) => isBehind(team, final)) };
};
