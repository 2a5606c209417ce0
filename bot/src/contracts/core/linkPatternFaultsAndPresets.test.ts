import fc from 'fast-check';
import { limits } from './limitsAndProductConstants.ts';
import { linkPatternDrafts } from './linkPatternSchema.ts';
import { linkPresets, prefixFault, urlFault, urlOfReference } from './linkPatternFaultsAndPresets.ts';

const filled = (url: string): string => url.replace(/YOUR-[A-Z]+/g, 'contoso');

describe('the prefix of a link pattern', () => {
  it.each(['ABC-', 'A-', 'AB#', 'GH-', '#', 'ab_c1-', `${'A'.repeat(limits.linkPrefixLength - 1)}-`])(
    'the prefix of a link pattern may be %j',
    (prefix) => {
      expect(prefixFault(prefix)).toBeUndefined();
    },
  );

  it.each([
    '',
    'ABC',
    '-',
    'A B-',
    '1A-',
    '.*-',
    '(a+)+-',
    'A-B-',
    'ÄB-',
    'A-\n',
    `${'A'.repeat(limits.linkPrefixLength)}-`,
  ])('the prefix of a link pattern may not be %j', (prefix) => {
    expect(prefixFault(prefix)).toBe('linkPattern.prefixForm');
  });
});

describe('the address of a link pattern', () => {
  it.each(linkPresets)(
    'the address of the preset $name is right once its placeholder is filled in',
    ({ prefix, url }) => {
      expect(urlFault(url)).toBe('linkPattern.urlUnfinished');
      expect(urlFault(filled(url))).toBeUndefined();
      expect(prefixFault(prefix)).toBeUndefined();
      expect(urlOfReference({ prefix, url: filled(url) }, '42')).toMatch(/^https:\/\/[a-z.]+\/.*42$/);
    },
  );

  it.each([
    ['http://contoso.test/{key}', 'linkPattern.urlScheme'],
    ['javascript:alert({number})', 'linkPattern.urlScheme'],
    ['data:text/html,{key}', 'linkPattern.urlScheme'],
    ['//contoso.test/{key}', 'linkPattern.urlScheme'],
    [' javascript:alert(1)//https://{key}', 'linkPattern.urlScheme'],
    ['', 'linkPattern.urlScheme'],
    ['https://ann:secret@contoso.test/{key}', 'linkPattern.urlCredentials'],
    ['https://contoso.test@evil.test/{key}', 'linkPattern.urlCredentials'],
    ['https:///{key}', 'linkPattern.urlInvalid'],
    ['https://{key}.contoso.test/', 'linkPattern.urlInvalid'],
    ['https://contoso.test\\@evil.test/{key}', 'linkPattern.urlCredentials'],
    ['https://contoso.test/a b{key}', 'linkPattern.urlInvalid'],
    ['https://contoso.test/"onclick="{key}', 'linkPattern.urlInvalid'],
    ['https://contoso.test/\u202e{key}', 'linkPattern.urlInvalid'],
    ['https://contoso.test/', 'linkPattern.urlPlace'],
    ['https://contoso.test/{id}', 'linkPattern.urlPlace'],
    ['https://contoso.test/{key}/{other}', 'linkPattern.urlPlace'],
    ['https://contoso.test:99999/{key}', 'linkPattern.urlInvalid'],
    [`https://contoso.test/${'a'.repeat(limits.linkUrlLength)}/{key}`, 'linkPattern.urlTooLong'],
  ])('the address of a link pattern may not be %j', (url, fault) => {
    expect(urlFault(url)).toBe(fault);
  });

  it('always leads to https for every pattern that an admin can save and every reference', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.stringMatching(/^\d{1,10}$/),
        fc.constantFrom('ABC-', 'AB#', '#'),
        (path, digits, prefix) => {
          const url = `https://contoso.test/${path}{key}`;
          fc.pre(urlFault(url) === undefined);
          const link = new URL(urlOfReference({ prefix, url }, digits));
          expect(link.origin).toBe('https://contoso.test');
          expect(link.username + link.password).toBe('');
        },
      ),
    );
  });
});

describe('a list of link patterns', () => {
  const jira = { prefix: 'ABC-', url: 'https://contoso.atlassian.net/browse/{key}' };
  const faultOf = (list: unknown) => {
    const issue = linkPatternDrafts.safeParse(list).error?.issues[0];
    return [issue?.message, issue?.path];
  };

  it('a list of link patterns is trimmed', () => {
    expect(linkPatternDrafts.parse([{ prefix: ' ABC- ', url: ` ${jira.url}\n` }])).toEqual([jira]);
  });

  it('has at most twenty entries, and names this limit before any other fault', () => {
    const entries = (count: number) => Array.from({ length: count }, (_, index) => ({ ...jira, prefix: `P${index}-` }));
    expect(linkPatternDrafts.safeParse(entries(limits.linkPatterns)).success).toBe(true);
    expect(faultOf(entries(limits.linkPatterns + 1))).toEqual(['linkPattern.tooMany', []]);
    expect(faultOf(Array(1000).fill('nothing'))).toEqual(['linkPattern.tooMany', []]);
  });

  it('has no two prefixes that match the same references', () => {
    expect(faultOf([jira, { ...jira, prefix: 'abc-' }])).toEqual(['linkPattern.duplicate', [1, 'prefix']]);
  });

  it('names the wrong field of the wrong entry', () => {
    expect(faultOf([jira, { prefix: 'X-', url: 'http://x.test/{key}' }])).toEqual([
      'linkPattern.urlScheme',
      [1, 'url'],
    ]);
    expect(faultOf([{ prefix: '(a+)+$', url: jira.url }])).toEqual(['linkPattern.prefixForm', [0, 'prefix']]);
    expect(faultOf('nothing')).toEqual(['invalid.list', []]);
    expect(faultOf([{ prefix: 1, url: jira.url }])).toEqual(['invalid.text', [0, 'prefix']]);
  });
});
