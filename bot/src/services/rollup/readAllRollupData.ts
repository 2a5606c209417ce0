import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { LocalDate, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { reportMemberSteps } from '../../domain/reports/reportMembers.ts';
import type { RollupPerson, RollupHours, RollupRun, RollupSet } from '../../domain/rollup/rollupRowTypes.ts';
import { withDroppedMembers } from '../../domain/runs/runClosingAndDroppedMembers.ts';
import { runSliced } from '../core/slicedWork.ts';
import type { Pause } from '../core/slicedWork.ts';
import { notAskedIn, skipsOf } from '../runs/readRunAndDayRows.ts';
import type { RunRows } from '../runs/readRunAndDayRows.ts';
import { sheetTasks } from '../timesheets/findTasksAndMeetingNames.ts';
import { readBlockerEvents } from './readBlockerEvents.ts';
import { readRollupRuns } from './readRollupRuns.ts';
import type { RollupScope, RollupTeam } from './findRollupScope.ts';

// Reads the rows of a roll-up. It scans the runs, the timesheets and the blockers of each team; it never reads the rows
// of each member separately.

const refuse = (): never => {
  throw new AppError('INVALID_INPUT', {
    message: 'rollup.tooMuch',
    values: { entries: limits.rollupEntries },
    path: ['from'],
  });
};

/** Counts the entries and characters that were read so far. `take` throws INVALID_INPUT if they exceed the limits. */
interface Budget {
  readonly take: (run: RollupRun, answers: readonly Answer[]) => void;
}

const textLength = ({ values }: Answer): number => Object.values(values).reduce((sum, value) => sum + value.length, 0);

const newBudget = (): Budget => {
  let entries = 0;
  let characters = 0;
  return {
    take: ({ members }, answers) => {
      entries += members.length;
      characters += answers.reduce((sum, answer) => sum + textLength(answer), 0);
      if (entries > limits.rollupEntries || characters > limits.rollupCharacters) refuse();
    },
  };
};

type Read = Pick<RollupScope, 'records' | 'period' | 'people' | 'now'> & {
  readonly pause: Pause;
  readonly budget: Budget;
};

const runOf = async (team: RollupTeam, rows: RunRows, read: Read): Promise<RollupRun | undefined> => {
  if (rows.run === undefined) return undefined;
  const stored = rows.run.value;
  const isWanted = ({ memberId }: { readonly memberId: MemberId }): boolean =>
    read.people === null || read.people.has(memberId);
  const snapshot = stored.members.filter(isWanted);
  // Members who left are marked in the stored run only when it is next updated. The roll-up, like the day's report,
  // must show at once who has left.
  const run = withDroppedMembers({ ...stored, members: snapshot }, team.people, {
    members: snapshot.map(({ memberId }) => memberId),
  });
  const answers = rows.answers.map(({ value }) => value);
  const facts = factsOf(team);
  const sources = { run, answers, skips: skipsOf(rows), notAsked: notAskedIn(rows), facts, blockers: new Map() };
  const members = await runSliced(reportMemberSteps({ ...sources, now: read.now }), read.pause);
  const goals = new Map(answers.map((answer) => [answer.memberId, answer.goals]));
  const rollupRun = {
    ...{ teamId: team.teamId, run },
    members: members.map((member) => ({ member, goals: goals.get(member.memberId) ?? [] })),
  };
  read.budget.take(rollupRun, answers);
  return rollupRun;
};

const factsOf = ({ people }: RollupTeam) => new Map(people.map((person) => [person.memberId, person]));

const runsOf = async (team: RollupTeam, read: Read): Promise<RollupRun[]> => {
  const { records, period, people, pause } = read;
  const runs: RollupRun[] = [];
  const query = { records, teamId: team.teamId, period, meetings: team.named, people, pause };
  for await (const rows of readRollupRuns(query)) {
    const run = await runOf(team, rows, read);
    // A run that asked none of the chosen people has no members left here, and is left out.
    if (run !== undefined && run.members.length > 0) runs.push(run);
  }
  return runs;
};

/**
 * Returns the minutes of each logged task, with its person, day and report. Tasks without a report are included only if
 * the query names no reports.
 */
const hoursOf = async (team: RollupTeam, { records, period, people, pause }: Read): Promise<RollupHours[]> => {
  const hours: RollupHours[] = [];
  const scope = { teamId: team.teamId, ...period, members: people, meetings: team.named };
  for await (const tasks of sheetTasks(records, scope)) {
    for (const { memberId, date, task } of tasks)
      hours.push({ memberId, date, meetingId: task.meetingId, minutes: task.minutes });
    await pause();
  }
  return hours;
};

const peopleOf = (teams: readonly RollupTeam[]): Map<MemberId, RollupPerson> => {
  const people = new Map<MemberId, RollupPerson>();
  for (const { memberId, name, thumbnailUrl, leftOn } of teams.flatMap((team) => team.people))
    // A person who left one team and is in another has not left.
    if (people.get(memberId)?.hasLeft !== false) people.set(memberId, { name, thumbnailUrl, hasLeft: leftOn !== null });
  return people;
};

const byDate = (a: { readonly date: LocalDate }, b: { readonly date: LocalDate }): number =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : 0;

/** Throws NOT_FOUND for a chosen person who is in none of the teams and in none of the runs. */
const requirePeople = ({ people }: RollupScope, { runs, people: known }: RollupSet): void => {
  if (people === null) return;
  const seen = new Set(runs.flatMap(({ members }) => members.map(({ member }) => member.memberId)));
  if ([...people].some((memberId) => !known.has(memberId) && !seen.has(memberId))) throw new AppError('NOT_FOUND');
};

/**
 * Reads everything that the figures and answers of a roll-up need. Throws INVALID_INPUT for too many entries or too
 * much text, and NOT_FOUND for an unknown person.
 */
export const readAllRollupData = async (
  scope: RollupScope,
  reader: MemberId | null,
  pause: Pause,
): Promise<RollupSet> => {
  const { records, period, people, now } = scope;
  const read: Read = { records, period, people, now, pause, budget: newBudget() };
  const runs: RollupRun[] = [];
  const hours: RollupHours[] = [];
  const blockers: RollupSet['blockers'][number][] = [];
  // Teams are read one after the other, so that reading ends as soon as the rows exceed a limit.
  for (const team of scope.teams) {
    if (team.named?.size === 0) continue;
    const own = await runsOf(team, read);
    runs.push(...own);
    blockers.push(...(await readBlockerEvents({ ...read, team }, own)));
    hours.push(...(await hoursOf(team, read)));
  }
  const set = {
    runs: runs.sort((a, b) => byDate(a.run, b.run)),
    ...{ hours, blockers, people: peopleOf(scope.teams), reader },
  };
  requirePeople(scope, set);
  return set;
};
