import fc from 'fast-check';
import type { MemberId } from './idDateAndZoneSchemas.ts';
import { answerParts, mentionsOf, noLinks } from './findLinksAndMentions.ts';
import type { AnswerLinks } from './findLinksAndMentions.ts';
import { limits } from './limitsAndProductConstants.ts';

const ids = { ann: 'M-ANN' as MemberId, bob: 'M-BOB' as MemberId, other: 'M-OTHER' as MemberId };
const links: AnswerLinks = {
  patterns: [
    { prefix: 'ABC-', url: 'https://jira.test/browse/{key}' },
    { prefix: 'AB#', url: 'https://azure.test/edit/{number}' },
    { prefix: '#', url: 'https://github.test/issues/{number}?from={key}' },
  ],
  mentions: mentionsOf([
    { memberId: ids.ann, name: 'Ann Lee' },
    { memberId: ids.bob, name: 'Bob' },
    { memberId: ids.other, name: 'Zoë Ann Wu' },
  ]),
};

/** Returns the links of a text, each as `text → target`. */
const linksIn = (text: string, by: AnswerLinks = links): string[] =>
  answerParts(by, text).flatMap((part) => {
    if (part.kind === 'TEXT') return [];
    return [`${part.text} → ${part.kind === 'MENTION' ? part.memberId : part.url}`];
  });

describe('references in an answer', () => {
  it('lead to the address of their pattern, in any case, with the spelling of the pattern', () => {
    expect(linksIn('Did ABC-123, abc-4 and AB#7; #12.')).toEqual([
      'ABC-123 → https://jira.test/browse/ABC-123',
      'abc-4 → https://jira.test/browse/ABC-4',
      'AB#7 → https://azure.test/edit/7',
      '#12 → https://github.test/issues/12?from=%2312',
    ]);
  });

  it.each(['XABC-1', 'ABC-1x', 'ABC-1-2', 'ABC-12345678901', 'ABC-', 'ABC- 1', 'DEF-1', 'ÄABC-1', 'ABC-١', 'COVID-19'])(
    'are not found in %j',
    (text) => {
      expect(answerParts(links, text)).toEqual([{ kind: 'TEXT', text }]);
    },
  );

  it('are found between punctuation and brackets', () => {
    expect(linksIn('(ABC-1)[ABC-2](ABC-3) x/ABC-4')).toHaveLength(4);
  });
});

describe('addresses in an answer', () => {
  it.each([
    ['see https://contoso.test/a.', 'https://contoso.test/a'],
    ['(http://contoso.test/a)', 'http://contoso.test/a'],
    ['https://contoso.test/a_(b)', 'https://contoso.test/a_(b)'],
    ['https://contoso.test/a_(b)).', 'https://contoso.test/a_(b)'],
    ['HTTPS://Contoso.test/A?b=1#c!', 'HTTPS://Contoso.test/A?b=1#c'],
    ['[text](https://contoso.test/)', 'https://contoso.test/'],
    ['https://contoso.test/\u202ettp', 'https://contoso.test/'],
    ['https://contoso.test/<b>', 'https://contoso.test/'],
    ['https://contoso.test/ABC-1', 'https://contoso.test/ABC-1'],
  ])('finds the addresses in %j: %s', (text, address) => {
    expect(answerParts(links, text).filter((part) => part.kind !== 'TEXT')).toEqual([
      { kind: 'ADDRESS', text: address, url: new URL(address).href },
    ]);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://contoso.test/',
    'file:///etc/passwd',
    'https://',
    'https://[broken',
    'https://contoso.test@evil.test/',
    'https://ann:secret@contoso.test/',
    'xhttps://contoso.test/',
    'www.contoso.test',
    `https://contoso.test/${'a'.repeat(limits.answerUrlLength)}`,
  ])('finds no address in an answer: %s', (text) => {
    expect(answerParts(noLinks, text)).toEqual([{ kind: 'TEXT', text }]);
  });
});

describe('mentions in an answer', () => {
  it('name a member by the whole name or a first name that only one member has', () => {
    expect(linksIn('@Ann Lee, @ann and @BOB; @zoë ann wu!')).toEqual([
      '@Ann Lee → M-ANN',
      '@ann → M-ANN',
      '@BOB → M-BOB',
      '@zoë ann wu → M-OTHER',
    ]);
  });

  it.each(['@Annabel', '@ Ann', 'ann@contoso.test', 'x@Bob', '@Carl', '@', '@@'])('are not found in %j', (text) => {
    expect(linksIn(text)).toEqual([]);
  });

  it('do not mention a member by a name that two members share', () => {
    const two = mentionsOf([
      { memberId: ids.ann, name: 'Ann Lee' },
      { memberId: ids.bob, name: 'Ann Ray' },
      { memberId: ids.other, name: 'ann ray' },
      { memberId: ids.other, name: '' },
    ]);
    expect(two).toEqual([{ name: 'Ann Lee', memberId: ids.ann }]);
  });
});

describe('the parts of a text', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(
          ...[
            '@',
            '@Ann',
            '@Ann Lee',
            'ABC-1',
            '#1',
            '-',
            '#',
            'https://',
            'http://x.test/',
            '(',
            ')',
            '[',
            ']',
            ' ',
            '\n',
            'a',
            '9',
          ],
          ...['\u202e', '\u0000', '"', '<', '&', '*', '_', '`', '\\', '😀', 'é'],
        ),
        { maxLength: 80 },
      )
      .map((pieces) => pieces.join('')),
  );

  it('are the whole text, in order, without an empty part beside a link', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const parts = answerParts(links, text);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        expect(parts.length === 1 || parts.every((part) => part.text !== '')).toBe(true);
      }),
    );
  });

  it('lead only to http and https, and by a pattern only to https', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const part of answerParts(links, text)) {
          if (part.kind !== 'PATTERN' && part.kind !== 'ADDRESS') continue;
          const url = new URL(part.url);
          expect(part.kind === 'PATTERN' ? ['https:'] : ['http:', 'https:']).toContain(url.protocol);
          expect(url.username + url.password).toBe('');
          expect(part.text).not.toMatch(/[\s\p{Cc}\p{Cf}]/u);
        }
      }),
    );
  });

  it('have a limited number of links', () => {
    const text = 'ABC-1 '.repeat(1000);
    expect(linksIn(text)).toHaveLength(limits.linksInText);
    expect(answerParts(links, text).at(-1)).toMatchObject({ kind: 'TEXT' });
  });

  // A text that is ten times as long may take ten times as long, plus a margin for a busy machine. An algorithm with
  // quadratic time would take a hundred times as long.
  it.each([
    'a',
    '@',
    '@A',
    '@Ann ',
    'ABC-',
    'A',
    '#',
    '-1',
    'https://',
    'https://[ ',
    'https://a@b ',
    'https://x.test/(((',
    ')',
    'x.test/)',
    '((((((https://a.test))))))',
  ])('take linear time for repetitions of %j', (piece) => {
    const crowd = mentionsOf(
      Array.from({ length: limits.members }, (_, index) => ({
        memberId: ids.ann,
        name: `Ann ${'Lee'.repeat(index % 30)} ${index}`,
      })),
    );
    const by = { ...links, mentions: crowd };
    const timeOf = (length: number): number => {
      const text = `https://x.test/ ${piece.repeat(Math.ceil(length / piece.length))}`;
      const times = [1, 2, 3].map(() => {
        const start = performance.now();
        answerParts(by, text);
        return performance.now() - start;
      });
      return Math.min(...times);
    };
    timeOf(2_000);
    expect(timeOf(100_000)).toBeLessThan(10 * timeOf(10_000) * 5 + 50);
  });
});
