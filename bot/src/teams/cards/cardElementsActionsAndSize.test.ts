import {
  cardBudget,
  cardHeader,
  fitsCardBudget,
  textLine,
  message,
  textRun,
  commandAction,
  sizeOf,
} from './cardElementsActionsAndSize.ts';

const drawn = (text: string, lines: number) =>
  message({
    summary: 'A summary',
    body: [
      cardHeader('A header'),
      ...Array.from({ length: lines }, () => textLine([textRun(text, { subtle: true })], 'none')),
    ],
    actions: [commandAction('A button', 'tomorrow')],
  });

describe('the budget of a card', () => {
  // The cases are characters that JSON encodes in one byte, in two and three bytes, in six bytes, and as a surrogate
  // pair.
  it.each([
    ['letters', 'a'],
    ['quotes', '"'],
    ['letters of other scripts', 'ä'],
    ['ideographs', '会'],
    ['control characters', '\u0001'],
    ['pairs', '👍'],
  ])('is what its JSON takes, by %s', (_, character) => {
    const kept: boolean[] = [];
    for (let length = 100; length <= 30_000; length += 300) {
      const card = drawn(character.repeat(length), 1);
      kept.push(fitsCardBudget(card));
      expect(fitsCardBudget(card)).toBe(sizeOf(card) <= cardBudget);
    }
    expect(new Set(kept).size).toBe(2);
  });

  it('is kept to the byte', () => {
    const remainder = cardBudget - sizeOf(drawn('', 1));
    expect(fitsCardBudget(drawn('a'.repeat(remainder), 1))).toBe(true);
    expect(fitsCardBudget(drawn('a'.repeat(remainder + 1), 1))).toBe(false);
  });

  it('counts the frame around many short texts', () => {
    for (let lines = 1; lines < 400; lines += 1) {
      const card = drawn('a', lines);
      expect(fitsCardBudget(card)).toBe(sizeOf(card) <= cardBudget);
    }
  });

  it('counts names, numbers and what is empty', () => {
    const { card, summary } = drawn('', 0);
    for (let length = 0; length < 3_000; length += 30) {
      const filled = { summary, card: { ...card, list: Array.from({ length }, () => [null, -1.5e-300, true, {}]) } };
      expect(fitsCardBudget(filled)).toBe(sizeOf(filled) <= cardBudget);
    }
  });

  // Around the budget, the result must agree with the measured size. An estimate that leaves out a name, comma or digit
  // would be too low and would accept a card that is too large.
  it.each([
    ['the commas of lists', (length: number) => ({ list: Array.from({ length }, () => '') })],
    ['names', (length: number) => ({ list: Array.from({ length: length / 10 }, () => ({ ['n'.repeat(22)]: '' })) })],
    ['numbers', (length: number) => ({ list: Array.from({ length: length / 8 }, () => -1.234567890123456e-300) })],
  ])('leaves nothing out: %s', (_, filledBy) => {
    const seen = new Set<boolean>();
    for (let length = 8_200; length < 8_450; length += 10) {
      const content = filledBy(length);
      for (let remainder = 1; remainder <= 30; remainder += 1) {
        const filled = { summary: '', card: { ...content, ['n'.repeat(remainder)]: '' } };
        const isKept = sizeOf(filled) <= cardBudget;
        seen.add(isKept);
        if (fitsCardBudget(filled) !== isKept) throw new Error(`${length} and ${remainder}: ${sizeOf(filled)} bytes`);
      }
    }
    expect(seen.size).toBe(2);
  });
});
