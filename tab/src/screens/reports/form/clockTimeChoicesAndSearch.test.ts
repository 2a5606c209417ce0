import { clockChoices, findClock, readClock } from './clockTimeChoicesAndSearch.ts';

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
    ['9:30', 570],
    ['0930', 570],
    ['930', 570],
    ['9.30', 570],
    ['9:30 pm', 1290],
    ['9:30 p.m.', 1290],
    ['9h30', 570],
    ['9h', 540],
    ['9.30 Uhr', 570],
    ['９：３０', 570],
    ['٠٩:٣٠', 570],
  ])('%s is understood', (typed, minutes) => {
    expect(readClock(typed)).toBe(minutes);
  });

  it.each(['', 'noon', '24:00', '9:60', '9:07', '10:20', '25:00', '13pm', '0am', '9:5'])(
    '%s is no quarter of an hour',
    (typed) => {
      expect(readClock(typed)).toBeUndefined();
    },
  );
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

describe('the times found by a typed text', () => {
  const matches = (typed: string) => findClock(clockChoices(600), typed).map(({ text }) => text);

  it.each([
    ['0930', ['09:30']],
    ['9:30 pm', ['21:30']],
    ['8.4', ['08:45', '18:45']],
    ['10:20', []],
    ['noon', []],
  ])('%s', (typed, times) => {
    expect(matches(typed)).toEqual(times);
  });

  it('begin with the one that is named', () => {
    expect(matches('9').slice(0, 3)).toEqual(['09:00', '09:15', '09:30']);
    expect(matches('12').slice(0, 2)).toEqual(['12:00', '12:15']);
  });
});
