import type { BlockerItem } from '#contracts/blockers/blockerCalls.ts';
import type { MemberId, MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { countBlockers, matchesFilter, sortBlockers } from './filterAndSortBlockers.ts';
import type { BlockerFilter } from './filterAndSortBlockers.ts';

const item = (name: string, change: Partial<BlockerItem> = {}): BlockerItem =>
  ({
    ...{ owner: { name, memberId: name }, meetingId: 'daily', meetingName: 'Daily', teamName: 'Platform' },
    ...{ state: 'OPEN', since: '2026-11-20', days: 1, needed: null },
    ...change,
  }) as BlockerItem;

const byText = (a: string, b: string): number => a.localeCompare(b);
const names = (items: readonly BlockerItem[], sort: 'STATE' | 'REPORT', isDescending = false): string[] =>
  sortBlockers(items, { sort, isDescending }, byText).map(({ owner }) => owner.name);

it('orders blockers of one state by age, the oldest first, in both directions', () => {
  const items = [item('ann'), item('cy', { days: 3 }), item('bob', { days: 3 }), item('dan', { state: 'RESOLVED' })];
  expect(names(items, 'STATE')).toEqual(['bob', 'cy', 'ann', 'dan']);
  expect(names(items, 'STATE', true)).toEqual(['dan', 'bob', 'cy', 'ann']);
});

it('orders reports with one name by team', () => {
  const items = [item('ann', { teamName: 'Sales' }), item('bob', { teamName: 'Platform' })];
  expect(names(items, 'REPORT')).toEqual(['bob', 'ann']);
});

describe('the filter of blockers', () => {
  const bob = { name: 'bob', memberId: 'bob' } as NonNullable<BlockerItem['needed']>;
  const items = [
    item('ann', { needed: bob }),
    item('bob', { days: 3, state: 'ACKNOWLEDGED', meetingId: 'weekly' as MeetingId }),
    item('cy', { days: 5, state: 'RESOLVED' }),
  ];
  const found = (filter: BlockerFilter): string[] =>
    items.filter((blocker) => matchesFilter(blocker, filter)).map(({ owner }) => owner.name);

  it.each([
    ['leaves out resolved blockers if no state is chosen', {}, ['ann', 'bob']],
    ['treats an empty list of states as none chosen', { states: [] }, ['ann', 'bob']],
    ['finds the chosen states only', { states: ['RESOLVED', 'OPEN'] }, ['ann', 'cy']],
    ['finds blockers of at least so many days', { minDays: 3 }, ['bob']],
    ['finds the blockers of a report', { meetingId: 'weekly' as MeetingId }, ['bob']],
    ['finds the blockers of a member', { memberId: 'bob' as MemberId }, ['bob']],
    ['finds the blockers for which a member is needed', { neededId: 'bob' as MemberId }, ['ann']],
    ['finds the blockers of a person who is blocked or needed', { personId: 'bob' as MemberId }, ['ann', 'bob']],
    ['finds only what meets all conditions', { personId: 'bob' as MemberId, minDays: 2 }, ['bob']],
  ] satisfies [string, BlockerFilter, string[]][])('%s', (_rule, filter, owners) => {
    expect(found(filter)).toEqual(owners);
  });

  it('counts the blockers of each state', () => {
    expect(countBlockers(items)).toEqual({ OPEN: 1, ACKNOWLEDGED: 1, REOPENED: 0, RESOLVED: 1 });
  });
});
