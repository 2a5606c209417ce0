import { clockChoices, readClock } from './clock.ts';

describe('a typed time', () => {
  it.each([
    ['9', 540],
    ['09:30', 570],
    ['9.45', 585],
    ['0015', 15],
    ['10 am', 600],
    ['12am', 0],
    ['12:30 PM', 750],
    ['23:45', 1425],
  ])('%s is understood', (typed, minutes) => {
    expect(readClock(typed)).toBe(minutes);
  });

  it.each(['', 'noon', '24:00', '9:60', '9:07', '13pm', '0am', '9:5'])('%s is no quarter of an hour', (typed) => {
    expect(readClock(typed)).toBeUndefined();
  });
});

describe('the choice of times', () => {
  it('has every quarter of an hour once', () => {
    const texts = clockChoices(600).map(({ text }) => text);
    expect(texts).toHaveLength(96);
    expect(texts.slice(0, 3)).toEqual(['00:00', '00:15', '00:30']);
    expect(texts.at(-1)).toBe('23:45');
  });

  it('shows a stored time between them as it is', () => {
    const texts = clockChoices(607).map(({ text }) => text);
    expect(texts).toHaveLength(97);
    expect(texts.slice(40, 43)).toEqual(['10:00', '10:07', '10:15']);
  });
});
