import type { Instant, LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { blockerMoments, nextBlocker } from './blockerStateFromAnswers.ts';
import type { BlockerState } from './blockerStateFromAnswers.ts';

const day = (date: string): LocalDate => date as LocalDate;
const yes = (date: string, text = 'Database') => ({ date: day(date), hasBlocker: true, text });
const no = (date: string) => ({ date: day(date), hasBlocker: false, text: '' });
const after = (...answers: { date: LocalDate; hasBlocker: boolean; text: string }[]): BlockerState | undefined =>
  answers.reduce<BlockerState | undefined>(nextBlocker, undefined);

describe('a blocker', () => {
  it('opens with the first blocking answer and keeps that date', () => {
    expect(after(yes('2026-11-16'), yes('2026-11-17'), yes('2026-11-19', 'Still the database'))).toEqual({
      isOpen: true,
      since: '2026-11-16',
      date: '2026-11-19',
      text: 'Still the database',
    });
  });

  it('closes with the next answer that does not block', () => {
    expect(after(yes('2026-11-16'), no('2026-11-17'))).toEqual({
      isOpen: false,
      since: '2026-11-16',
      date: '2026-11-17',
      text: '',
    });
  });

  it('begins again after it closed', () => {
    expect(after(yes('2026-11-16'), no('2026-11-17'), yes('2026-11-18'))).toMatchObject({
      isOpen: true,
      since: '2026-11-18',
    });
  });

  it('closes when its only answer is edited, and reopens when the edit is reverted', () => {
    expect(after(yes('2026-11-16'), no('2026-11-16'))?.isOpen).toBe(false);
    expect(after(yes('2026-11-16'), yes('2026-11-17'), no('2026-11-17'), yes('2026-11-17'))).toMatchObject({
      isOpen: true,
      since: '2026-11-16',
    });
    expect(after(yes('2026-11-16'), no('2026-11-17'), no('2026-11-18'), yes('2026-11-18'))?.since).toBe('2026-11-18');
  });

  it('is not changed by a late answer to an older run', () => {
    expect(after(yes('2026-11-17'), no('2026-11-16'))).toEqual(after(yes('2026-11-17')));
    expect(after(no('2026-11-17'), yes('2026-11-16'))).toEqual(after(no('2026-11-17')));
  });
});

describe('the moments of a blocker', () => {
  const instant = (time: string): Instant => `2026-11-20T${time}:00.000Z` as Instant;

  it('survive while the blocker lasts and until another blocker follows', () => {
    const open = blockerMoments(undefined, true, instant('09:00'));
    expect(open).toEqual({ openedAt: instant('09:00'), closedAt: null });
    const still = blockerMoments({ ...open, isOpen: true }, true, instant('10:00'));
    expect(still).toEqual(open);
    const closed = blockerMoments({ ...still, isOpen: true }, false, instant('11:00'));
    expect(closed).toEqual({ openedAt: instant('09:00'), closedAt: instant('11:00') });
    expect(blockerMoments({ ...closed, isOpen: false }, false, instant('12:00'))).toEqual(closed);
    const reopened = blockerMoments({ ...closed, isOpen: false }, true, instant('13:00'));
    expect(reopened).toEqual({ openedAt: instant('13:00'), closedAt: null });
  });

  it('have no opening for a blocker that never opened or that an older version wrote', () => {
    expect(blockerMoments(undefined, false, instant('09:00'))).toEqual({ openedAt: null, closedAt: null });
    const old = { isOpen: true, openedAt: null, closedAt: null };
    expect(blockerMoments(old, true, instant('09:00'))).toEqual({ openedAt: null, closedAt: null });
    expect(blockerMoments(old, false, instant('09:00'))).toEqual({ openedAt: null, closedAt: instant('09:00') });
  });
});
