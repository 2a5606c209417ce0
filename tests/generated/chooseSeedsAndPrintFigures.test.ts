import { chosenSeeds, describeSeeds, firstSeedOfNight, parseSeeds } from './chooseSeedsAndPrintFigures.ts';

describe('seeds from outside', () => {
  it.each([
    ['7', [7]],
    ['1-4', [1, 2, 3, 4]],
    ['3, 17,40-42', [3, 17, 40, 41, 42]],
    ['5,4-6', [5, 4, 6]],
  ])('reads %s', (text, seeds) => {
    expect(parseSeeds(text)).toEqual(seeds);
  });

  it.each(['', 'x', '1-', '-3', '1-2-3', '9-2', '1.5', '1,,2', '99999999999', '0-200000'])(
    'refuses "%s" with a sentence that names the variable',
    (text) => {
      expect(() => parseSeeds(text)).toThrow(/WORLD_SEEDS/);
    },
  );

  it('describes seeds in the form that it reads', () => {
    expect(describeSeeds([1, 2, 3, 9, 11, 12])).toBe('1-3,9,11-12');
    expect(parseSeeds(describeSeeds([4, 5, 8]))).toEqual([4, 5, 8]);
  });
});

describe('seeds of a run', () => {
  it('are fixed unless a person asks for others', () => {
    expect(chosenSeeds(3, {})).toEqual([1, 2, 3]);
    expect(chosenSeeds(3, { WORLD_SEEDS: '8-9', WORLD_NIGHT: '2026-11-23' })).toEqual([8, 9]);
  });

  it('are others each night, and the same for the same date', () => {
    const night = chosenSeeds(2, { WORLD_NIGHT: '2026-11-23' });
    expect(night).toEqual(chosenSeeds(2, { WORLD_NIGHT: '2026-11-23' }));
    expect(night).not.toEqual(chosenSeeds(2, { WORLD_NIGHT: '2026-11-24' }));
    expect(night[0]).toBe(firstSeedOfNight('2026-11-23'));
    expect(night).toHaveLength(4);
    expect(chosenSeeds(1, { WORLD_NIGHT: 'today' })[0]).toBeGreaterThan(1_000_000);
  });

  it('refuses a night that is no date', () => {
    expect(() => chosenSeeds(1, { WORLD_NIGHT: 'tomorrow' })).toThrow(/WORLD_NIGHT/);
  });
});
