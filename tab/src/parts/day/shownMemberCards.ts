import { searchedName } from '#contracts/core/normaliseNamesAndFoldAccents.ts';
import type { ReportMember } from '#contracts/reports/dailyReport.ts';

/** Largest number of members that a report shows at once. With more members, the list is folded and has a search. */
export const foldedPeopleCount = 40;

export interface PeopleChoice {
  readonly search: string;
  readonly isOnlyMissing: boolean;
  /** True after the reader has pressed "show all" to unfold the list. */
  readonly isWhole: boolean;
}

export const allPeople: PeopleChoice = { search: '', isOnlyMissing: false, isWhole: false };

const isMissing = ({ state }: ReportMember): boolean => state === 'OPEN' || state === 'MISSING';

/**
 * Returns the members that match the search and the filter, in the order of the report. The search ignores accents and
 * case.
 */
export const peopleOf = (
  members: readonly ReportMember[],
  { search, isOnlyMissing }: PeopleChoice,
): readonly ReportMember[] => {
  const wanted = searchedName(search);
  if (wanted === '' && !isOnlyMissing) return members;
  return members.filter(
    (member) => searchedName(member.name).includes(wanted) && (!isOnlyMissing || isMissing(member)),
  );
};
