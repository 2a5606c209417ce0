import fc from 'fast-check';
import type { LocalDate, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { normalName } from '#contracts/core/normaliseNamesAndFoldAccents.ts';
import { derivedId, digestOf, goalId, hashKey, matchName, nameKey, shardOf } from './hashesAndShards.ts';

const day = (date: string): LocalDate => date as LocalDate;
describe('hashes', () => {
  // The values are part of the stored format, because rows are found by these hashes.
  it('hashes are those of SHA-256', () => {
    expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223');
    expect(goalId('abc')).toBe('ba7816bf8f01cfea');
    expect(digestOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hashKey('19:ü@thread.tacv2')).toBe('07cd4cffcb80e5395d563b27c78a6084');
  });

  it('contain none of the text that people typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(hashKey(text)).toMatch(/^[0-9a-f]{32}$/);
        expect(hashKey(text)).toBe(hashKey(text));
        expect(goalId(text)).toMatch(/^[0-9a-f]{16}$/);
      }),
    );
  });

  it('differ for different lines, but not for other blanks or another encoding of an accent', () => {
    expect(goalId('  Fix \t the  login ')).toBe(goalId('Fix the login'));
    expect(goalId('caf\u0065\u0301')).toBe(goalId('caf\u00e9'));
    expect(goalId('Fix the login')).not.toBe(goalId('Fix the logout'));
  });
});

describe('shards', () => {
  it('shards never change', () => {
    const orgs = ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEKTSV4RRFFQ69G5FAW', '01ARZ3NDEKTSV4RRFFQ69G5FAX'];
    expect(orgs.map((org) => shardOf(org as OrgId))).toEqual(['03', '03', '10']);
  });

  it('are all used about equally, with two digits each', () => {
    const counts = new Map<string, number>();
    for (let index = 0; index < 3200; index += 1) {
      const shard = shardOf(`01ARZ3NDEKTSV4RRFFQ6${String(index).padStart(6, '0')}` as OrgId);
      counts.set(shard, (counts.get(shard) ?? 0) + 1);
    }
    const names = Array.from({ length: 16 }, (_, index) => String(index).padStart(2, '0'));
    expect([...counts.keys()].sort()).toEqual(names);
    expect(Math.min(...counts.values())).toBeGreaterThan(140);
    expect(Math.max(...counts.values())).toBeLessThan(260);
  });

  it('can be limited to fewer', () => {
    expect(shardOf('01ARZ3NDEKTSV4RRFFQ69G5FAV' as OrgId, 1)).toBe('00');
  });
});

describe('names', () => {
  it.each([
    ['Daily stand-up', '  daily   STAND-UP '],
    ['Stand up', 'Stand\u00a0up'],
    ['fine', '\ufb01ne'],
    ['Kelvin', '\u212aelvin'],
    ['\u00e9', 'e\u0301'],
    ['standup', 'stand\u00adup'],
    ['standup', 'stand\u200bup\u2800'],
  ])('%j is the same as %j', (a, b) => {
    expect(normalName(a)).toBe(normalName(b));
  });

  it.each([
    ['Stand-up', 'Standup'],
    ['Stand up', 'Standup'],
    // The Cyrillic letter а looks like the Latin one but is a different letter.
    ['Stand-up', 'St\u0430nd-up'],
    ['strasse', 'stra\u00dfe'],
  ])('%j is not the same as %j', (a, b) => {
    expect(normalName(a)).not.toBe(normalName(b));
  });

  it('do not change once normalised', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(normalName(normalName(name))).toBe(normalName(name));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('start [name]', () => {
  const meetings = ['Daily stand-up', 'Standards board', 'Retro', 'Retro of retros', 'Design–Review'].map((name) => ({
    name,
  }));
  const matches = (query: string): string[] => matchName(query, meetings).map((item) => item.name);

  it.each([
    ['daily standup', ['Daily stand-up']],
    ['DAILY-STAND-UP', ['Daily stand-up']],
    ['standup', ['Daily stand-up']],
    ['stand', ['Daily stand-up', 'Standards board']],
    ['stand up', ['Daily stand-up']],
    ['board', ['Standards board']],
    ['retro', ['Retro']],
    ['ret', ['Retro', 'Retro of retros']],
    ['retros', ['Retro of retros']],
    ['design review', ['Design–Review']],
    ['review', ['Design–Review']],
    ['eview', []],
    ['nothing like it', []],
    ['', meetings.map((meeting) => meeting.name)],
    [' - ', meetings.map((meeting) => meeting.name)],
  ])('%j finds %j', (query, names) => {
    expect(matches(query)).toEqual(names);
  });

  it.each([
    ['equipe', 'Équipe'],
    ['équipe', 'Equipe'],
    ['wisn', 'Wiśniewska'],
    ['lodz', 'Łódź'],
    ['gross', 'Größe'],
    ['oresund', 'Øresund'],
    ['aeros', 'Ærøskøbing'],
    ['istanbul', 'İstanbul'],
    ['تقرير', 'تَقرير'],
    ['שלום', 'שָׁלוֹם'],
  ])('%j finds %j: accents do not count', (query, name) => {
    expect(matchName(query, [{ name }, { name: 'Something else' }])).toEqual([{ name }]);
  });

  it.each(['equipe', 'équipe', "reunion d'equipe", 'réunion d’équipe', "d'equ", 'd’Équipe', 'dequipe'])(
    '%j finds a name with an elision, with either apostrophe or none',
    (query) => {
      for (const name of ['Réunion d’Équipe', "Réunion d'Équipe", 'Réunion dʼÉquipe'])
        expect(matchName(query, [{ name }, { name: 'Réunion du lundi' }])).toEqual([{ name }]);
    },
  );

  it('treats a single letter after an apostrophe as an ending, not as a word', () => {
    expect(matchName('s', [{ name: 'Team’s daily' }, { name: 'Sales' }])).toEqual([{ name: 'Sales' }]);
    expect(matchName("team's", [{ name: 'Team’s daily' }])).toEqual([{ name: 'Team’s daily' }]);
  });

  it('prefers the same apostrophe, and finds nothing for apostrophes alone', () => {
    const both = [{ name: 'D’abord' }, { name: "D'abord" }];
    expect(matchName("d'abord", both)).toEqual([{ name: "D'abord" }]);
    expect(matchName('dabord', both)).toEqual(both);
    expect(matchName("'", both)).toEqual([]);
  });

  it('distinguishes letters that only look alike with an accent', () => {
    expect(matchName('かいぎ', [{ name: 'がいぎ' }])).toEqual([]);
    expect(matchName('कि', [{ name: 'का' }])).toEqual([]);
  });

  it('prefers the same accent, and asks where only a beginning is given', () => {
    const both = [{ name: 'Équipe' }, { name: 'Equipe' }];
    expect(matchName('equipe', both)).toEqual([{ name: 'Equipe' }]);
    expect(matchName('équipe', both)).toEqual([{ name: 'Équipe' }]);
    expect(matchName('equ', both)).toEqual(both);
  });

  it('finds nothing for accents alone', () => {
    expect(matchName('\u0301', [{ name: 'Équipe' }])).toEqual([]);
  });

  it('prefers the identical name over one that differs by a hyphen', () => {
    const alike = [{ name: 'Stand-up' }, { name: 'Standup' }];
    expect(matchName('standup', alike)).toEqual([{ name: 'Standup' }]);
    expect(matchName('stand up', alike)).toEqual(alike);
  });

  it('finds every name by itself, also two spellings of one name', () => {
    const twins = [
      { name: 'Daily', team: 1 },
      { name: 'daily', team: 2 },
    ];
    expect(matchName('daily', twins)).toEqual(twins);
  });
});

describe('a derived id', () => {
  it('is the beginning of the hash of its parts, in the form of a ULID', () => {
    // The values are part of the stored format, because rows are found by these ids.
    expect(derivedId('a', 'b')).toBe('04EFQJVG6K4JNPB79NG30H6KMX');
    const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    const number = Array.from(derivedId('a', 'b')).reduce(
      (sum, digit) => sum * 32n + BigInt(digits.indexOf(digit)),
      0n,
    );
    expect(number.toString(16).padStart(32, '0')).toBe(hashKey('["a","b"]'));
  });

  it('differs for other parts, another order or another division', () => {
    const ids = [derivedId('a', 'b'), derivedId('b', 'a'), derivedId('ab'), derivedId('a', 'b', ''), derivedId()];
    expect(new Set(ids).size).toBe(5);
    for (const id of ids) expect(id).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
  });
});

describe('the key of a name', () => {
  it('ignores letter case, spaces and hyphens', () => {
    for (const name of ['annlee', 'Ann Lee', 'ANN-LEE', ' Ann  –  Lee ']) expect(nameKey(name)).toBe('annlee');
  });

  it('the key of a name of a plain name is that name', () => {
    expect(nameKey('-')).toBe('-');
    expect(nameKey('-')).not.toBe(nameKey('--'));
  });
});

it('the closest match wins alone', () => {
  const matches = (query: string, ...names: string[]) =>
    matchName(
      query,
      names.map((name) => ({ name })),
    ).map(({ name }) => name);
  expect(matches('ann', 'Anna', 'Ann')).toEqual(['Ann']);
  expect(matches('ann-lee', 'Ann Lee', 'Ann-Lee')).toEqual(['Ann-Lee']);
  expect(matches('annlee', 'Ännlee', 'Ann-Lee')).toEqual(['Ann-Lee']);
  expect(matches('annlee', 'Anna', 'Änn Lee', 'Annleeson')).toEqual(['Änn Lee']);
  expect(matches('-', '--', '-', 'a')).toEqual(['-']);
});
