import fc from 'fast-check';
import { clip } from './clipPlainAndLinkedText.ts';

describe('a text that is clipped', () => {
  it('keeps what fits, counted in characters as people see them', () => {
    expect(clip('abc', 3)).toBe('abc');
    expect(clip('👍👍👍', 3)).toBe('👍👍👍');
    expect(clip('', 0)).toBe('');
  });

  it('ends in an ellipsis within the limit, and never within a character', () => {
    expect(clip('abcd', 3)).toBe('ab…');
    expect(clip('👍👍👍👍', 3)).toBe('👍👍…');
    expect(clip(`ab${'👍'.repeat(50)}`, 4)).toBe('ab👍…');
    expect(clip('abcd', 1)).toBe('…');
    expect(clip('abcd', 0)).toBe('…');
  });

  it('never exceeds its length nor splits a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), fc.integer({ min: 1, max: 40 }), (text, max) => {
        const cut = clip(text, max);
        expect(Array.from(cut).length).toBeLessThanOrEqual(max);
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });
});
