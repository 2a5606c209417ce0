import { blockerStates } from '#contracts/blockers/blockerStatesAndActions.ts';
import type { BlockerStateName } from '#contracts/blockers/blockerStatesAndActions.ts';
import type { BlockerItem, BlockerSort } from '#contracts/blockers/blockerCalls.ts';
import type { MemberId, MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';

// Filters, orders and counts the blockers of one or more teams.

export interface BlockerFilter {
  readonly meetingId?: MeetingId | undefined;
  readonly memberId?: MemberId | undefined;
  readonly neededId?: MemberId | undefined;
  /** The member who is blocked or needed. */
  readonly personId?: MemberId | undefined;
  /** States of the blockers to list; undefined or empty = all states except RESOLVED. */
  readonly states?: readonly BlockerStateName[] | undefined;
  readonly minDays?: number | undefined;
}

type Person = Pick<BlockerItem['owner'], 'memberId' | 'name' | 'hasLeft'>;

/** Returns the owner of a blocker and the needed member, if there is one. */
const peopleOf = ({ owner, needed }: BlockerItem): readonly Person[] => (needed === null ? [owner] : [owner, needed]);

/**
 * Returns everyone who is blocked or needed, once each and sorted by name. A person counts as left only if they left
 * the team of each of their blockers. `byText` compares two names in the reader's language.
 */
export const peopleInBlockers = (
  items: readonly BlockerItem[],
  byText: (a: string, b: string) => number,
): readonly Person[] => {
  const people = new Map<MemberId, Person>();
  for (const { memberId, name, hasLeft } of items.flatMap(peopleOf))
    if (people.get(memberId)?.hasLeft !== false) people.set(memberId, { memberId, name, hasLeft });
  return [...people.values()].sort((a, b) => byText(a.name, b.name) || (a.memberId < b.memberId ? -1 : 1));
};

export const matchesFilter = (item: BlockerItem, filter: BlockerFilter): boolean => {
  const { meetingId, memberId, neededId, personId, states = [], minDays = 0 } = filter;
  const hasState = states.length === 0 ? item.state !== 'RESOLVED' : states.includes(item.state);
  return (
    hasState &&
    item.days >= minDays &&
    (meetingId === undefined || item.meetingId === meetingId) &&
    (memberId === undefined || item.owner.memberId === memberId) &&
    (neededId === undefined || item.needed?.memberId === neededId) &&
    (personId === undefined || peopleOf(item).some((person) => person.memberId === personId))
  );
};

export const countBlockers = (items: readonly BlockerItem[]): Record<BlockerStateName, number> => {
  const counts = { OPEN: 0, ACKNOWLEDGED: 0, REOPENED: 0, RESOLVED: 0 };
  for (const { state } of items) counts[state] += 1;
  return counts;
};

type Compare = (a: BlockerItem, b: BlockerItem) => number;

const comparisons = (byText: (a: string, b: string) => number): Readonly<Record<BlockerSort, Compare>> => ({
  AGE: (a, b) => a.days - b.days || byText(b.since, a.since),
  MEMBER: (a, b) => byText(a.owner.name, b.owner.name),
  REPORT: (a, b) => byText(a.meetingName, b.meetingName) || byText(a.teamName, b.teamName),
  STATE: (a, b) => blockerStates.indexOf(a.state) - blockerStates.indexOf(b.state),
  // Ascending order begins with the blockers that have no needed member.
  NEEDED: (a, b) => byText(a.needed?.name ?? '', b.needed?.name ?? ''),
});

const idOf = ({ meetingId, owner }: BlockerItem): string => `${meetingId}|${owner.memberId}`;

/**
 * Returns the blockers in the order of `sort`. Equal blockers are sorted by age, name and id, so that the order is the
 * same for every page. `byText` compares two names in the reader's language.
 */
export const sortBlockers = (
  items: readonly BlockerItem[],
  { sort, isDescending }: { readonly sort: BlockerSort; readonly isDescending: boolean },
  byText: (a: string, b: string) => number,
): BlockerItem[] => {
  const by = comparisons(byText);
  const sign = isDescending ? -1 : 1;
  return [...items].sort(
    (a, b) => sign * by[sort](a, b) || -by.AGE(a, b) || by.MEMBER(a, b) || (idOf(a) < idOf(b) ? -1 : 1),
  );
};
