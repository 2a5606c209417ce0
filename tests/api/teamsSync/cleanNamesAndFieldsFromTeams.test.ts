import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { text } from '#contracts/core/textAndEmailSchemas.ts';
import { awkwardNames } from '../../support/data/awkwardNames.ts';
import {
  emailFromTeams,
  localeFromTeams,
  nameFromTeams,
  zoneFromTeams,
} from '../../../bot/src/services/tenancy/chatEventTypesAndTextRepair.ts';

const ownRules = text({ max: limits.nameLength, required: 'invalid.text' });

describe('a name from Teams', () => {
  it.each(awkwardNames.map((name) => [name]))(
    'keeps %j if our rules allow it, and shortens or cleans it otherwise',
    (name) => {
      const kept = nameFromTeams(name, 'nobody');
      expect(kept).toBe(ownRules.safeParse(name).data ?? kept);
      expect(ownRules.parse(kept)).toBe(kept);
    },
  );

  it('loses only its invalid characters', () => {
    expect(nameFromTeams('a\u0000b', '–')).toBe('a b');
    expect(nameFromTeams('a\ud800b', '–')).toBe('a\ufffdb');
    expect(nameFromTeams('Ann\nLee', '–')).toBe('Ann Lee');
    expect(nameFromTeams('é'.repeat(300), '–')).toBe('é'.repeat(limits.nameLength));
    expect(nameFromTeams('😀'.repeat(101), '–')).toBe('😀'.repeat(limits.nameLength));
    expect(nameFromTeams('x'.repeat(1_000_000), '–')).toHaveLength(limits.nameLength);
  });

  it('a name from Teams without visible characters is replaced by the fallback', () => {
    for (const name of ['', ' ', '\u2800', '\u200b\u00ad', '\u0007'])
      expect(nameFromTeams(name, 'nobody')).toBe('nobody');
  });
});

describe('other fields from Teams', () => {
  it('is an address only if it has the form of one', () => {
    expect(emailFromTeams('Ann.Lee@Example.test')).toBe('ann.lee@example.test');
    for (const bad of [
      '',
      'ann',
      'a b@example.test',
      `${'x'.repeat(300)}@example.test`,
      'a\u0000@example.test',
      'a\ud800@b.test',
      // Teams may return these addresses for a member, but no email may be sent to them.
      'group:a@b.co;',
      '<script>@b.co',
      'a@[127.0.0.1]',
      'ü@b.co',
      'a@b.co,c@d.co',
      '"a b"@b.co',
      'Ann <a@b.co>',
      '\ufeffa@b.co',
      'a@b.co\u200b',
      'a@localhost',
    ])
      expect(emailFromTeams(bad)).toBe('');
  });

  it('is a zone or a language only if it exists', () => {
    expect(zoneFromTeams('Europe/Berlin')).toBe('Europe/Berlin');
    for (const bad of [null, '', '+02:00', 'Mars/Olympus', '../etc']) expect(zoneFromTeams(bad)).toBeNull();
    expect(localeFromTeams('zh-Hant-TW')).toBe('zh-Hant-TW');
    for (const bad of [null, '', 'e', 'en_US', 'en-', '<b>', 'en-\u0000']) expect(localeFromTeams(bad)).toBeNull();
  });
});
