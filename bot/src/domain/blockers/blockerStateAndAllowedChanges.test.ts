import fc from 'fast-check';
import { blockerActions, blockerStates } from '#contracts/blockers/blockerStatesAndActions.ts';
import type { Instant, LocalDate, MemberId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { nextBlocker, blockerMoments } from '../answers/blockerStateFromAnswers.ts';
import { workingDaysBetween } from './workingDaysBetween.ts';
import { addDays, localDateAt, weekdayOf } from '../core/zonedTimeAndCalendarDates.ts';
import {
  actionsFor,
  changeBlocker,
  isAllowed,
  lifeAfterAnswer,
  lifeOf,
  relationTo,
  sinceOf,
  stateOfBlocker,
  textOfBlocker,
  wasReported,
  withoutGoneHelp,
} from './blockerStateAndAllowedChanges.ts';
import type { BlockerChange, TrackedBlocker } from './blockerStateAndAllowedChanges.ts';

const ann = 'ann' as MemberId;
const bob = 'bob' as MemberId;
const cy = 'cy' as MemberId;
const day = (date: string): LocalDate => date as LocalDate;
const at = (instant: string) => instant as Instant;
const by = (memberId: MemberId | null, instant = '2026-11-16T09:00:00Z') => ({ memberId, at: at(instant) });

const answered = (
  before: TrackedBlocker | undefined,
  date: string,
  text: string,
  instant = `${date}T09:00:00Z`,
): TrackedBlocker => {
  const next = nextBlocker(before, { date: day(date), hasBlocker: text !== '', text });
  if (before !== undefined && next === before) return before;
  const moments = blockerMoments(before, next.isOpen, at(instant));
  return {
    ...next,
    ...moments,
    life: lifeAfterAnswer(before, next, by(ann, instant)),
    numbers: before?.numbers ?? null,
  };
};

const changedBy = (blocker: TrackedBlocker, change: BlockerChange, author = by(bob)): TrackedBlocker => {
  const result = changeBlocker(blocker, change, author);
  if (result.is !== 'CHANGED') throw new Error(result.is);
  return result.next;
};

const open = answered(undefined, '2026-11-16', 'Database');

describe('the life of a blocker', () => {
  it('returns to its owner while a member who took it on or is needed is gone, and keeps both ids', () => {
    const taken = changedBy(
      changedBy(open, { action: 'NEED', neededId: bob }, by(ann)),
      { action: 'ACKNOWLEDGE' },
      by(cy),
    );
    for (const gone of [bob, cy]) {
      const returned = withoutGoneHelp(taken, (memberId) => memberId === gone);
      expect(stateOfBlocker(returned)).toBe('OPEN');
      expect(lifeOf(returned)).toMatchObject({ neededId: bob, changedBy: cy });
    }
    expect(withoutGoneHelp(taken, (memberId) => memberId === ann)).toBe(taken);
    const resolved = changedBy(taken, { action: 'RESOLVE' });
    expect(stateOfBlocker(withoutGoneHelp(resolved, () => true))).toBe('RESOLVED');
  });

  it('changes from open to acknowledged to resolved, and to reopened', () => {
    expect(stateOfBlocker(open)).toBe('OPEN');
    const taken = changedBy(open, { action: 'ACKNOWLEDGE' });
    expect(stateOfBlocker(taken)).toBe('ACKNOWLEDGED');
    const resolved = changedBy(taken, { action: 'RESOLVE' }, by(bob, '2026-11-17T09:00:00Z'));
    expect(resolved).toMatchObject({ isOpen: false, text: '', closedAt: '2026-11-17T09:00:00Z' });
    expect([stateOfBlocker(resolved), textOfBlocker(resolved)]).toEqual(['RESOLVED', 'Database']);
    const again = changedBy(resolved, { action: 'REOPEN' });
    expect(again).toMatchObject({ isOpen: true, since: '2026-11-16', text: 'Database', closedAt: null });
    expect(stateOfBlocker(again)).toBe('REOPENED');
  });

  it('does nothing when it is resolved, acknowledged or reopened twice', () => {
    const taken = changedBy(open, { action: 'ACKNOWLEDGE' });
    expect(changeBlocker(taken, { action: 'ACKNOWLEDGE' }, by(cy))).toEqual({ is: 'UNCHANGED' });
    expect(changeBlocker(taken, { action: 'REOPEN' }, by(cy))).toEqual({ is: 'UNCHANGED' });
    const resolved = changedBy(taken, { action: 'RESOLVE' });
    expect(changeBlocker(resolved, { action: 'RESOLVE' }, by(cy))).toEqual({ is: 'UNCHANGED' });
  });

  it.each([
    { action: 'ACKNOWLEDGE' },
    { action: 'HAND_BACK', note: 'Not mine' },
    { action: 'NEED', neededId: cy },
  ] as const)('refuses $action after its end', (change) => {
    expect(changeBlocker(changedBy(open, { action: 'RESOLVE' }), change, by(bob))).toEqual({ is: 'ENDED' });
  });

  it('names a needed member, counts each naming once, and returns to its owner with a note', () => {
    const named = changedBy(open, { action: 'NEED', neededId: bob }, by(ann));
    expect(lifeOf(named)).toMatchObject({ neededId: bob, needs: 1, state: 'OPEN' });
    expect(changeBlocker(named, { action: 'NEED', neededId: bob }, by(ann))).toEqual({ is: 'UNCHANGED' });
    const back = changedBy(named, { action: 'HAND_BACK', note: 'Ask Cy' });
    expect(lifeOf(back)).toMatchObject({ neededId: null, note: 'Ask Cy', noteBy: bob, needs: 1 });
    const next = changedBy(back, { action: 'NEED', neededId: cy }, by(ann));
    expect(lifeOf(next)).toMatchObject({ neededId: cy, note: null, noteBy: null, needs: 2 });
    expect(lifeOf(changedBy(next, { action: 'NEED', neededId: null }, by(ann)))).toMatchObject({ needs: 2 });
  });

  it('is open again when another member is needed for it', () => {
    const taken = changedBy(changedBy(open, { action: 'NEED', neededId: bob }), { action: 'ACKNOWLEDGE' });
    expect(stateOfBlocker(changedBy(taken, { action: 'NEED', neededId: cy }))).toBe('OPEN');
  });

  it('is open again when the member who took it on hands it back', () => {
    const taken = changedBy(changedBy(open, { action: 'NEED', neededId: bob }), { action: 'ACKNOWLEDGE' });
    expect(stateOfBlocker(changedBy(taken, { action: 'HAND_BACK', note: null }))).toBe('OPEN');
  });

  it('ends with an answer that does not block, and keeps its text and its first date', () => {
    const ended = answered(answered(open, '2026-11-17', 'Database still'), '2026-11-18', '');
    expect([stateOfBlocker(ended), textOfBlocker(ended), sinceOf(ended)]).toEqual([
      ...['RESOLVED', 'Database still', '2026-11-16'],
    ]);
    const later = answered(ended, '2026-11-19', '');
    expect([textOfBlocker(later), sinceOf(later)]).toEqual(['Database still', '2026-11-16']);
    expect(changedBy(later, { action: 'REOPEN' })).toMatchObject({ isOpen: true, since: '2026-11-16' });
  });

  it('continues with the next blocking answer, which may change its text', () => {
    const taken = changedBy(changedBy(open, { action: 'NEED', neededId: bob }), { action: 'ACKNOWLEDGE' });
    const next = answered(taken, '2026-11-17', 'Database and network');
    expect([stateOfBlocker(next), textOfBlocker(next), lifeOf(next)?.neededId]).toEqual([
      ...['ACKNOWLEDGED', 'Database and network', bob],
    ]);
  });

  it('begins again with a blocking answer of a later day', () => {
    const resolved = changedBy(changedBy(open, { action: 'NEED', neededId: bob }), { action: 'RESOLVE' });
    const next = answered(resolved, '2026-11-17', 'Network');
    expect([stateOfBlocker(next), lifeOf(next), sinceOf(next)]).toEqual(['OPEN', undefined, '2026-11-17']);
    // The sequence numbers continue, so that a card of the first blocker is not mistaken for a card of the second.
    expect(lifeOf(changedBy(next, { action: 'NEED', neededId: bob }))?.needs).toBe(2);
  });

  it('is reopened by an edit of the answer that ended it', () => {
    const ended = answered(answered(open, '2026-11-17', 'Database'), '2026-11-17', '');
    expect(stateOfBlocker(answered(ended, '2026-11-17', 'Database'))).toBe('REOPENED');
  });

  it('ignores the life of an earlier blocker that an older version left beside a new one', () => {
    const resolved = changedBy(changedBy(open, { action: 'NEED', neededId: bob }), { action: 'RESOLVE' });
    const older = { ...resolved, isOpen: true, since: day('2026-11-20'), date: day('2026-11-20'), text: 'New' };
    expect([stateOfBlocker(older), lifeOf(older)]).toEqual(['OPEN', undefined]);
  });

  it('does not exist for a member who never reported a blocker', () => {
    expect(wasReported(answered(undefined, '2026-11-16', ''))).toBe(false);
    expect(wasReported(open)).toBe(true);
    expect(wasReported(answered(open, '2026-11-17', ''))).toBe(true);
  });
});

describe('who may change a blocker', () => {
  const named = changedBy(open, { action: 'NEED', neededId: bob }, by(ann));
  const may = (memberId: MemberId | null, isAdmin = false, blocker = named): string[] =>
    actionsFor(stateOfBlocker(blocker), relationTo(blocker, ann, { memberId, isAdmin }));

  it('lets its owner resolve it and name the needed member', () => {
    expect(may(ann)).toEqual(['RESOLVE', 'NEED']);
  });

  it('lets the needed member acknowledge, resolve and hand it back', () => {
    expect(may(bob)).toEqual(['ACKNOWLEDGE', 'RESOLVE', 'HAND_BACK']);
  });

  it('lets an admin do all but hand it back', () => {
    expect(may(null, true)).toEqual(['ACKNOWLEDGE', 'RESOLVE', 'NEED']);
  });

  it('lets other members do nothing', () => {
    expect(may(cy)).toEqual([]);
    expect(may(null)).toEqual([]);
  });

  it('offers only the reopening of a resolved blocker', () => {
    const resolved = changedBy(named, { action: 'RESOLVE' });
    expect([may(ann, false, resolved), may(bob, false, resolved), may(cy, false, resolved)]).toEqual([
      ...[['REOPEN'], ['REOPEN'], []],
    ]);
  });
});

const changes = fc.oneof(
  fc.constantFrom<BlockerChange>({ action: 'ACKNOWLEDGE' }, { action: 'RESOLVE' }, { action: 'REOPEN' }),
  fc.record({ action: fc.constant('HAND_BACK' as const), note: fc.constantFrom(null, 'No') }),
  fc.record({ action: fc.constant('NEED' as const), neededId: fc.constantFrom(null, bob, cy) }),
);
const steps = fc.array(
  fc.oneof(
    fc.record({ days: fc.integer({ min: 0, max: 3 }), text: fc.constantFrom('', 'Database', 'Network') }),
    fc.record({ change: changes, author: fc.constantFrom(ann, bob, null) }),
  ),
  { maxLength: 20 },
);

const afterAnswer = (blocker: TrackedBlocker, date: LocalDate, text: string): readonly [TrackedBlocker, boolean] => {
  const next = answered(blocker, date, text);
  return [next, next.isOpen === (text !== '')];
};

/**
 * Returns the blocker after a change, and whether the result is right: only a possible change has an effect, and
 * repeating it has none.
 */
const afterChange = (
  blocker: TrackedBlocker,
  { change, author }: { readonly change: BlockerChange; readonly author: MemberId | null },
): readonly [TrackedBlocker, boolean] => {
  const everyRelation = { isOwner: true, isNeeded: true, isAdmin: true };
  const isPossible = actionsFor(stateOfBlocker(blocker), everyRelation).includes(change.action);
  const result = changeBlocker(blocker, change, by(author));
  const next = result.is === 'CHANGED' ? result.next : blocker;
  const isRepeatable = change.action === 'HAND_BACK' || changeBlocker(next, change, by(author)).is !== 'CHANGED';
  return [next, (isPossible || result.is !== 'CHANGED') && isRepeatable];
};

describe('any sequence of answers and changes', () => {
  it('keeps state, text and first date consistent', () => {
    fc.assert(
      fc.property(steps, (list) => {
        let blocker: TrackedBlocker = open;
        let date = open.date;
        for (const step of list) {
          if ('days' in step) date = addDays(date, step.days);
          const [next, isRight] = 'days' in step ? afterAnswer(blocker, date, step.text) : afterChange(blocker, step);
          expect(isRight).toBe(true);
          blocker = next;
          expect(blockerStates).toContain(stateOfBlocker(blocker));
          expect(stateOfBlocker(blocker) === 'RESOLVED').toBe(!blocker.isOpen);
          expect(sinceOf(blocker) <= blocker.date).toBe(true);
          expect([blocker.isOpen, blocker.text === '', textOfBlocker(blocker) === '']).toEqual([
            ...[blocker.isOpen, !blocker.isOpen, false],
          ]);
        }
      }),
    );
  });

  it('allows no action to a person without a relation', () => {
    for (const action of blockerActions)
      expect(isAllowed(action, { isOwner: false, isNeeded: false, isAdmin: false })).toBe(false);
  });
});

describe('the age of a blocker', () => {
  const workdays = {
    ...{ monday: true, tuesday: true, wednesday: true, thursday: true, friday: true, saturday: false, sunday: false },
  };
  const zones = ['Pacific/Auckland', 'America/Los_Angeles'] as ZoneId[];

  it.each(zones)('counts working days without holidays by the calendar of %s', (zone) => {
    const start = Date.UTC(2026, 0, 1);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 * 24 }),
        fc.integer({ min: 0, max: 60 * 24 }),
        fc.uniqueArray(fc.integer({ min: -5, max: 70 }), { maxLength: 8 }),
        (begin, hours, off) => {
          // The start moves by hours, so that some periods contain a clock change.
          const since = localDateAt(start + begin * 3_600_000, zone);
          const today = localDateAt(start + (begin + hours) * 3_600_000, zone);
          const holidays = off.map((days) => addDays(since, days));
          let expected = 0;
          for (let date = addDays(since, 1); date <= today; date = addDays(date, 1))
            if (workdays[weekdayOf(date)] && !holidays.includes(date)) expected += 1;
          expect(workingDaysBetween(workdays, since, today, holidays)).toBe(expected);
        },
      ),
    );
  });

  it('differs between zones while their calendars differ', () => {
    const now = Date.parse('2026-11-17T08:00:00Z');
    const [auckland, angeles] = zones.map((zone) =>
      workingDaysBetween(workdays, day('2026-11-16'), localDateAt(now, zone)),
    );
    expect([auckland, angeles]).toEqual([1, 1]);
    const later = Date.parse('2026-11-17T12:00:00Z');
    expect(zones.map((zone) => workingDaysBetween(workdays, day('2026-11-16'), localDateAt(later, zone)))).toEqual([
      ...[2, 1],
    ]);
  });
});
