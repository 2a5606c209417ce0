import { visualOrder } from './bidiVisualOrder.ts';

const drawn = (line: string): string[] => visualOrder(line).map((piece) => piece.text);

describe('the drawn order of a line', () => {
  it('is the written order from left to right', () => {
    expect(drawn('Zoë (Ltd) 42')).toEqual(['Zoë (Ltd) 42']);
    expect(drawn('')).toEqual([]);
  });

  it('reverses the word order of a right-to-left line and keeps each word', () => {
    expect(drawn('שלום עולם')).toEqual(['עולם', ' ', 'שלום']);
    expect(visualOrder('مرحبا').map((piece) => piece.isRightToLeft)).toEqual([true]);
  });

  it('keeps figures and other letters in their own order among them', () => {
    expect(drawn('שלום 123')).toEqual(['123', ' ', 'שלום']);
    expect(drawn('שלום Contoso Ltd')).toEqual(['Contoso Ltd', ' ', 'שלום']);
    expect(drawn('Contoso שלום עולם Ltd')).toEqual(['Contoso ', 'עולם', ' ', 'שלום', ' Ltd']);
  });

  it('mirrors brackets with the words inside', () => {
    expect(drawn('(שלום) עולם')).toEqual(['עולם', ' ', '(', 'שלום', ')']);
  });

  it('keeps marks on their letters and drops invisible characters', () => {
    expect(drawn('שָׁלוֹם')).toEqual(['שָׁלוֹם']);
    expect(drawn('\u202eabc\u202c')).toEqual(['abc']);
    expect(drawn('e\u0301t\u200d')).toEqual(['e\u0301t']);
  });
});
