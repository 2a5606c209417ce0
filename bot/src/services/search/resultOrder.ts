import type { TeamId } from '#contracts/core/ids.ts';
import { compareRuns } from '../../domain/search/indexedWords.ts';
import type { RunOfTeam } from '../../domain/search/indexedWords.ts';

/** A place in the order of the results. A place without a member is before all answers of its run, `~` is after them. */
export interface Place extends RunOfTeam {
  readonly teamId: TeamId;
  readonly memberId: string;
}

export const placeText = ({ date, teamId, meetingId, memberId }: Place): string =>
  [date, teamId, meetingId, memberId].join('.');

export const placeOf = (text: string): Place => {
  const [date, teamId, meetingId, memberId = ''] = text.split('.');
  return { date, teamId, meetingId, memberId } as Place;
};

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Newest first; answers of one date by team, report and member. */
export const comparePlaces = (a: Place, b: Place): number =>
  (a.date === b.date ? compareTexts(a.teamId, b.teamId) : compareTexts(b.date, a.date)) ||
  compareRuns(a, b) ||
  compareTexts(a.memberId, b.memberId);
