import type { TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { compareRuns } from '../../domain/search/weekWordIndex.ts';
import type { RunOfTeam } from '../../domain/search/weekWordIndex.ts';

export interface RunInTeam extends RunOfTeam {
  readonly teamId: TeamId;
}

/** A position in the order of the results. A position with the member `~` is after all answers of its run. */
export interface Place extends RunInTeam {
  readonly memberId: string;
}

export const placeText = ({ date, teamId, meetingId, memberId }: Place): string =>
  [date, teamId, meetingId, memberId].join('.');

export const placeOf = (text: string): Place => {
  const [date, teamId, meetingId, memberId] = text.split('.');
  return { date, teamId, meetingId, memberId } as Place;
};

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Compares runs: the newest date first, runs of the same date by team and then by report. */
export const compareRunsInTeams = (a: RunInTeam, b: RunInTeam): number =>
  (a.date === b.date ? compareTexts(a.teamId, b.teamId) : compareTexts(b.date, a.date)) || compareRuns(a, b);

/** Compares positions: first their runs, then the members within a run. */
export const comparePlaces = (a: Place, b: Place): number =>
  compareRunsInTeams(a, b) || compareTexts(a.memberId, b.memberId);
