import type { BlockerItem } from '#contracts/blockers/blockerCalls.ts';
import { sortBlockers } from './filterAndSortBlockers.ts';

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
