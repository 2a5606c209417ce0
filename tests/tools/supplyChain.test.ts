import {
  ageFindings,
  isAllowed,
  licenceFindings,
  pinFindings,
  scriptFindings,
  sourceFindings,
} from '../../scripts/supply/packageChecks.ts';
import { supplyFindings } from '../../scripts/supply/supplyFindings.ts';
import { licenceOf, readLockfile } from '../../scripts/supply/readLockfileAndInstalledPackages.ts';
import type { Installed, Locked } from '../../scripts/supply/readLockfileAndInstalledPackages.ts';
import { noticesOf } from '../../scripts/supply/thirdPartyNotices.ts';
import { buildSbom } from '../../scripts/supply/buildSbom.ts';

const hash = `sha512-${'A'.repeat(86)}==`;
const aPackage = (change: Partial<Locked> = {}): Locked => ({
  at: 'node_modules/left',
  name: 'left',
  version: '1.2.3',
  integrity: hash,
  resolved: undefined,
  isProduction: true,
  isOptional: false,
  hasInstallScript: false,
  ...change,
});

it('finds nothing in the project as it is, in seconds', () => {
  const { findings, checked } = supplyFindings(process.cwd());
  expect(findings).toEqual([]);
  expect(checked).toBeGreaterThan(500);
});

describe('the lockfile', () => {
  it('is read with names, aliases and what is only for building', () => {
    const packages = {
      '': { name: 'x' },
      'node_modules/a/node_modules/@b/c': { version: '1.0.0', integrity: hash, dev: true },
      'node_modules/alias': { name: 'real', version: '2.0.0', optional: true, hasInstallScript: true },
    };
    expect(readLockfile(JSON.stringify({ packages }))).toEqual([
      expect.objectContaining({ name: '@b/c', version: '1.0.0', isProduction: false, isOptional: false }),
      expect.objectContaining({ name: 'real', isProduction: true, isOptional: true, hasInstallScript: true }),
    ]);
  });

  it.each([
    ['no hash', { integrity: undefined }, 'node_modules/left: no sha512 in package-lock.json'],
    ['a weak hash', { integrity: `sha1-${'A'.repeat(27)}=` }, 'node_modules/left: no sha512 in package-lock.json'],
    ['a hash cut short', { integrity: 'sha512-AAAA' }, 'node_modules/left: no sha512 in package-lock.json'],
    [
      'another registry',
      { resolved: 'https://registry.npmjs.org.evil.test/left.tgz' },
      'node_modules/left: comes from https://registry.npmjs.org.evil.test/left.tgz, not from npm',
    ],
    [
      'a repository',
      { resolved: 'git+ssh://git@github.com/x/left.git#0123' },
      'node_modules/left: comes from git+ssh://git@github.com/x/left.git#0123, not from npm',
    ],
  ])('a lockfile with %s is a finding', (_name, change, finding) => {
    expect(sourceFindings([aPackage(change)])).toEqual([finding]);
  });

  it('a lockfile with a hash, from npm, is no finding', () => {
    const resolved = 'https://registry.npmjs.org/left/-/left-1.2.3.tgz';
    expect(sourceFindings([aPackage(), aPackage({ resolved })])).toEqual([]);
  });
});

describe('pins', () => {
  const matches = (version: string) => pinFindings({ dependencies: { left: version } }, [aPackage()]);
  it.each(['^1.2.3', '~1.2.3', '1.x', '*', 'latest', '>=1.2.3', 'git+https://x.test/left.git', 'file:../left'])(
    '%s is a finding',
    (version) => {
      expect(matches(version)).toEqual([`left: "${version}" is no exact version`]);
    },
  );

  it('an exact version is none, also under another name', () => {
    expect(matches('1.2.3')).toEqual([]);
    expect(matches('npm:@x/right@1.2.3')).toEqual([]);
  });

  it('pins that the lockfile does not follow are a finding, and so is a loose override', () => {
    expect(matches('1.2.4')).toEqual(['left: 1.2.4 is asked for and package-lock.json has another']);
    expect(pinFindings({ overrides: { left: '^1.0.0' } }, [])).toEqual(['left: "^1.0.0" is no exact version']);
  });
});

describe('install scripts', () => {
  const off = 'fund=false\nignore-scripts=true\n';
  it('install scripts that no person reviewed, or that was removed, is reported', () => {
    const having = [aPackage({ hasInstallScript: true })];
    expect(scriptFindings(having, off, {})).toEqual([expect.stringMatching(/^left: has an install script/)]);
    expect(scriptFindings(having, off, { left: 'only warns' })).toEqual([]);
    expect(scriptFindings([aPackage()], off, { left: 'only warns' })).toEqual([
      expect.stringMatching(/^left: has no install script any more/),
    ]);
  });

  it('install scripts that would run are a finding', () => {
    expect(scriptFindings([], '# ignore-scripts=true\n', {})).toEqual(['.npmrc: ignore-scripts=true is missing']);
  });
});

describe('licences', () => {
  const policy = { allowed: new Set(['MIT', 'ISC']), forTools: new Set(['PSF-2.0']), readByHand: {} };
  const matches = (about: Installed | undefined, change: Partial<Locked> = {}) =>
    licenceFindings([aPackage(change)], () => about, policy);

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['GPL-3.0 OR (ISC AND MIT)', true],
    ['(MIT AND GPL-3.0)', false],
    ['(MIT OR ISC) AND GPL-3.0', false],
    ['mit-like', false],
    ['', false],
  ])('%s: %s', (expression, is) => {
    expect(isAllowed(expression, policy.allowed)).toBe(is);
  });

  it('licences that are not on the list, or not stated, are findings', () => {
    expect(matches({ license: 'AGPL-3.0' })).toEqual(['left@1.2.3: AGPL-3.0 is not on the list of licences']);
    expect(matches({})).toEqual(['left@1.2.3: states no licence']);
    expect(matches({ license: 'PSF-2.0' })).toEqual(['left@1.2.3: PSF-2.0 is not on the list of licences']);
    expect(matches(undefined)).toEqual(['node_modules/left: is not installed; npm ci']);
  });

  it('licences of tools, of other machines and read by a person are no findings', () => {
    expect(matches({ license: 'PSF-2.0' }, { isProduction: false })).toEqual([]);
    expect(matches(undefined, { isOptional: true })).toEqual([]);
    const read = { ...policy, readByHand: { 'left@1.2.3': 'MIT, in its Readme' } };
    expect(licenceFindings([aPackage()], () => ({}), read)).toEqual([]);
    // The licence that a person read applies to version 1.2.3 only, so another version is a finding.
    expect(licenceFindings([aPackage({ version: '1.2.4' })], () => ({}), read)).toHaveLength(1);
  });

  it('are read in their older forms too', () => {
    expect(licenceOf({ licenses: [{ type: 'MIT' }, { type: 'ISC' }] })).toBe('MIT OR ISC');
    expect(licenceOf({ license: { type: 'MIT' } })).toBe('MIT');
    expect(licenceOf({ license: 5 })).toBe('');
  });
});

describe('ages', () => {
  const name = 'left@1.2.3';
  const matches = (ages: Parameters<typeof ageFindings>[1], young = {}, change: Partial<Locked> = {}) =>
    ageFindings([aPackage(change)], ages, young, 7);

  it('an age of at least seven days when the version was taken is no finding', () => {
    expect(matches({ [name]: ['2026-11-01', '2026-11-08'] })).toEqual([]);
    expect(matches({}, {}, { isProduction: false })).toEqual([]);
  });

  it.each([
    ['too young', { [name]: ['2026-11-01', '2026-11-07'] }, /^left@1\.2\.3: was 6 days old when it was taken/],
    ['taken before it was published', { [name]: ['2026-11-09', '2026-11-01'] }, /was -8 days old/],
    ['not on the list', {}, /^left@1\.2\.3: is not on the list of ages/],
    ['on the list without a day', { [name]: ['soon', '2026-11-07'] }, /has no day/],
  ] as const)('%s is a finding', (_name, ages, finding) => {
    expect(matches(ages)).toEqual([expect.stringMatching(finding)]);
  });

  it('the age of a version that is no longer shipped is a finding, and a reason ends one', () => {
    const ages = { [name]: ['2026-11-01', '2026-11-02'], 'gone@1.0.0': ['2026-01-01', '2026-11-01'] } as const;
    expect(matches(ages, { [name]: 'mends a hole' })).toEqual([expect.stringMatching(/^gone@1\.0\.0: /)]);
  });
});

describe('the list of shipped packages', () => {
  it('names every shipped author with their terms, and no others', () => {
    const notices = noticesOf(process.cwd());
    expect(notices).toMatch(/^zod@\d+\.\d+\.\d+ {2}MIT {2}https:\/\/zod\.dev$/m);
    expect(notices).toMatch(/Copyright \(c\) \d{4} Colin McDonnell/);
    expect(notices).toContain('date-holidays');
    expect(notices).not.toMatch(/^jest@/m);
  });

  it('has a list in CycloneDX, by the name of the project', () => {
    const bom = JSON.parse(buildSbom(process.cwd())) as {
      bomFormat: string;
      metadata: { component: { name: string } };
      components: { name: string; hashes?: unknown[] }[];
    };
    expect([bom.bomFormat, bom.metadata.component.name]).toEqual(['CycloneDX', 'rollcall']);
    expect(bom.components.find((component) => component.name === 'zod')?.hashes).toHaveLength(1);
    expect(bom.components.find((component) => component.name === 'jest')).toBeUndefined();
  });
});
