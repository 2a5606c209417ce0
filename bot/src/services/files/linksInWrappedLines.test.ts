import fc from 'fast-check';
import { linksInLines } from './exportedTextLinks.ts';

const links = {
  links: { patterns: [{ prefix: 'ABC-', url: 'https://jira.test/{key}' }], mentions: [] },
  publicUrl: 'https://rollcall.test',
};

const shown = (text: string, lines: readonly string[]): string[] =>
  linksInLines(links, text, lines).map(({ line, from, to, url }) => `${lines[line]?.slice(from, to) ?? ''} → ${url}`);

describe('links in wrapped lines', () => {
  it('are found in the line that contains them', () => {
    expect(shown('one ABC-1 two\nABC-2', ['one', 'ABC-1 two', 'ABC-2'])).toEqual([
      'ABC-1 → https://jira.test/ABC-1',
      'ABC-2 → https://jira.test/ABC-2',
    ]);
  });

  it('lead to the whole address from each part of a broken link', () => {
    expect(shown('see https://contoso.test/long now', ['see', 'https://conto', 'so.test/long', 'now'])).toEqual([
      'https://conto → https://contoso.test/long',
      'so.test/long → https://contoso.test/long',
    ]);
  });

  it('contain exactly the characters of the link, however the text is broken', () => {
    const words = fc.array(fc.constantFrom('a', 'ABC-1', 'bc', '\n'), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 9 }), (pieces, width) => {
        const text = pieces.join(' ');
        const lines = text.split('\n').flatMap((line) => line.match(new RegExp(`.{1,${width}}`, 'g')) ?? ['']);
        const parts = linksInLines(links, text, lines).map(({ line, from, to }) => lines[line]?.slice(from, to));
        expect(parts.join('')).toBe(pieces.filter((piece) => piece === 'ABC-1').join(''));
      }),
    );
  });
});
