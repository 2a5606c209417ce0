import { matchName, nameKey } from './matchNamesAndNameKeys.ts';

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
