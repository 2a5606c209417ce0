import type { Instant, LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { pastAfter, pastOf, pastSince } from './keepPastBlockerDates.ts';
import type { TrackedBlocker } from './blockerStateAndAllowedChanges.ts';

const day = (date: string): LocalDate => `2026-11-${date}` as LocalDate;
const at = (date: string): Instant => `2026-11-${date}T09:00:00.000Z` as Instant;

const blocker = (change: Partial<TrackedBlocker>): TrackedBlocker => ({
  ...{ isOpen: false, since: day('02'), date: day('02'), text: '', openedAt: at('02'), closedAt: at('03') },
  ...change,
});

describe('the earlier blockers of a member', () => {
  it('get the resolved blocker when another one begins', () => {
    const past = { from: null, ended: [{ since: day('01'), closedAt: at('01') }] };
    expect(pastAfter(blocker({ past }), { isOpen: true, since: day('05') })).toEqual({
      from: null,
      ended: [
        { since: day('01'), closedAt: at('01') },
        { since: day('02'), closedAt: at('03') },
      ],
    });
  });

  it.each([
    ['goes on', { isOpen: true, closedAt: null }, { isOpen: true, since: day('02') }],
    ['is resolved', { isOpen: true, closedAt: null }, { isOpen: false, since: day('02') }],
    ['is reopened with its first date', {}, { isOpen: true, since: day('02') }],
    ['stays resolved', {}, { isOpen: false, since: day('05') }],
  ])('stay the same if the last one %s', (_what, before, next) => {
    const past = { from: null, ended: [] };
    expect(pastAfter(blocker({ ...before, past }), next)).toEqual(past);
  });

  it('begin empty for a member without a blocker', () => {
    expect(pastAfter(undefined, { isOpen: true, since: day('05') })).toEqual({ from: null, ended: [] });
    const never = blocker({ openedAt: null, closedAt: null });
    expect(pastAfter(never, { isOpen: true, since: day('05') })).toEqual({ from: null, ended: [] });
  });

  it('are known only from the last blocker on if an earlier version wrote the row', () => {
    expect(pastOf(blocker({}))).toEqual({ from: day('02'), ended: [] });
    expect(pastAfter(blocker({}), { isOpen: true, since: day('05') })).toEqual({
      ...{ from: day('02'), ended: [{ since: day('02'), closedAt: at('03') }] },
    });
  });

  it('forget blockers that no trend can show', () => {
    const past = { from: null, ended: [{ since: '2025-11-02' as LocalDate, closedAt: null }] };
    const { ended } = pastAfter(blocker({ past }), { isOpen: true, since: day('05') });
    expect(ended).toEqual([{ since: day('02'), closedAt: at('03') }]);
  });

  it('leave with the retention period', () => {
    const ended = [
      { since: day('01'), closedAt: at('01') },
      { since: day('02'), closedAt: at('03') },
    ];
    expect(pastSince({ from: null, ended }, day('02'))).toEqual({ from: null, ended: ended.slice(1) });
    expect(pastSince(null, day('02'))).toBeNull();
  });
});
