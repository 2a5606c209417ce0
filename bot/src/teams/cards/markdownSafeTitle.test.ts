import fc from 'fast-check';
import { oneLine, plainTitle } from './markdownSafeTitle.ts';

const between = /[\u200A\u2060]/g;
const markdown = fc.stringMatching(/^[*_~`[\]()<>&\\!#+\-=|0-9a-z. :/]{0,40}$/);
const people = fc.oneof(markdown, fc.string({ unit: 'grapheme', maxLength: 60 }));

describe('a title of what people wrote', () => {
  it('reads as it was written', () => {
    fc.assert(
      fc.property(people, (text) => {
        fc.pre(text.search(between) === -1);
        const shown = plainTitle(text).replace(between, '');
        expect(shown.replace(/\s/g, '')).toBe((oneLine(text) || '–').replace(/\s/g, ''));
      }),
      { numRuns: 1000 },
    );
  });

  it('has no character that Markdown interprets', () => {
    fc.assert(
      fc.property(people, (text) => {
        const title = plainTitle(text);
        // A delimiter between spaces and an underscore within a word have no effect in Markdown, so they are allowed.
        expect(title).not.toMatch(/[*~`]\S|\S[*~`]/u);
        expect(title).not.toMatch(/(?<![\p{L}\p{N}\u200A])_|_(?![\p{L}\p{N}\u200A])/u);
        expect(title).not.toMatch(/\]\(|!\[|<[a-z/!]|&[a-z#]|\\[!-~]/iu);
        expect(title).not.toMatch(/^(?:[#>+-]|\d+[.)])/u);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['[click](https://evil.example)', '](', 1],
    ['![x](https://evil.example/p.png)', '![', 1],
    ['<https://evil.example>', '<h', 1],
    ['&lt;b&gt;', '&l', 1],
    ['abc\u202efdp.exe', '\u202e', 1],
    ['two\nlines', '\n', 1],
  ])('removes the effect of %j', (text, force) => {
    expect(text).toContain(force);
    expect(plainTitle(text)).not.toContain(force);
  });

  it('leaves program names unchanged', () => {
    expect(plainTitle('snake_case_name and Ann')).toBe('snake_case_name and Ann');
  });

  it('is one line without marks that turn the writing direction, and well-formed', () => {
    expect(oneLine(' a\r\n\u2028b\u0007\ud800 \u2067c\t')).toBe('a b \ufffd c');
  });
});
