import { licenceOf, nameOf } from './readLockfileAndInstalledPackages.ts';
import type { Installed, Locked } from './readLockfileAndInstalledPackages.ts';

// Checks the installed packages without a network; part of `npm run check`.

const registry = 'https://registry.npmjs.org/';

/** Requires for each package a content hash and, if the lockfile records a source, the npm registry as this source. */
export const sourceFindings = (packages: readonly Locked[]): string[] =>
  packages.flatMap(({ at, integrity, resolved }) => [
    ...(/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '') ? [] : [`${at}: no sha512 in package-lock.json`]),
    ...(resolved === undefined || resolved.startsWith(registry) ? [] : [`${at}: comes from ${resolved}, not from npm`]),
  ]);

type Pins = Readonly<Record<string, string>>;
export interface Manifest {
  readonly dependencies?: Pins;
  readonly devDependencies?: Pins;
  readonly overrides?: Readonly<Record<string, unknown>>;
}

const exact = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/** Requires an exact version for each dependency, and the same version in the lockfile. */
export const pinFindings = (manifest: Manifest, packages: readonly Locked[]): string[] => {
  const { dependencies = {}, devDependencies = {}, overrides = {} } = manifest;
  const asked = [...Object.entries(dependencies), ...Object.entries(devDependencies)];
  const locked = new Map(packages.map((item) => [item.at, item.version]));
  const loose = [...asked, ...Object.entries(overrides)].filter(
    ([, version]) => typeof version !== 'string' || !exact.test(version),
  );
  const other = asked.filter(
    ([name, version]) => exact.test(version) && !version.endsWith(locked.get(`node_modules/${name}`) ?? ' '),
  );
  return [
    ...loose.map(([name, version]) => `${name}: ${JSON.stringify(version)} is no exact version`),
    ...other.map(([name, version]) => `${name}: ${version} is asked for and package-lock.json has another`),
  ];
};

/**
 * Requires that npm runs no install script, and that every package with an install script is known to work without it.
 */
export const scriptFindings = (packages: readonly Locked[], npmrc: string, known: Pins): string[] => {
  const having = new Set(packages.filter((item) => item.hasInstallScript).map((item) => item.name));
  const isOff = npmrc.split('\n').some((line) => /^\s*ignore-scripts\s*=\s*true\s*$/.test(line));
  return [
    ...(isOff ? [] : ['.npmrc: ignore-scripts=true is missing']),
    ...[...having]
      .filter((name) => known[name] === undefined)
      .map(
        (name) =>
          `${name}: has an install script; see whether it works without, and say why in scripts/supply/packagePolicy.ts`,
      ),
    ...Object.keys(known)
      .filter((name) => !having.has(name))
      .map((name) => `${name}: has no install script any more; take it out of scripts/supply/packagePolicy.ts`),
  ];
};

/**
 * Evaluates a licence expression such as `(MIT OR GPL-3.0) AND ISC`: one operand of OR must be allowed, and every
 * operand of AND.
 */
export const isAllowed = (expression: string, allowed: ReadonlySet<string>): boolean => {
  const text = expression.trim();
  if (text === '') return false;
  const split = (word: string): string[] => {
    const parts: string[] = [];
    let depth = 0;
    let from = 0;
    for (let index = 0; index < text.length; index += 1) {
      if (text[index] === '(') depth += 1;
      else if (text[index] === ')') depth -= 1;
      else if (depth === 0 && text.startsWith(word, index)) {
        parts.push(text.slice(from, index));
        from = index + word.length;
      }
    }
    return [...parts, text.slice(from)];
  };
  const either = split(' OR ');
  if (either.length > 1) return either.some((part) => isAllowed(part, allowed));
  const all = split(' AND ');
  if (all.length > 1) return all.every((part) => isAllowed(part, allowed));
  return text.startsWith('(') && text.endsWith(')') ? isAllowed(text.slice(1, -1), allowed) : allowed.has(text);
};

export interface LicencePolicy {
  readonly allowed: ReadonlySet<string>;
  readonly forTools: ReadonlySet<string>;
  readonly readByHand: Pins;
}

/**
 * Checks the licence that each installed package declares against the policy. Development tools may have more licences
 * than shipped packages. Packages in `readByHand` are exempt, because a person has read their licences.
 */
export const licenceFindings = (
  packages: readonly Locked[],
  installed: (locked: Locked) => Installed | undefined,
  { allowed, forTools, readByHand }: LicencePolicy,
): string[] => {
  const tools = new Set([...allowed, ...forTools]);
  return packages.flatMap((item) => {
    if (readByHand[nameOf(item)] !== undefined) return [];
    const match = installed(item);
    if (match === undefined) return item.isOptional ? [] : [`${item.at}: is not installed; npm ci`];
    const licence = licenceOf(match);
    if (isAllowed(licence, item.isProduction ? allowed : tools)) return [];
    return [`${nameOf(item)}: ${licence === '' ? 'states no licence' : `${licence} is not on the list of licences`}`];
  });
};

/** Dates by name and version of each package: its publication, and its addition to this list. */
export type Ages = Readonly<Record<string, readonly [published: string, taken: string]>>;

const dayMs = 86_400_000;
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/**
 * Requires that each shipped package is on the list and was at least `leastDays` days old when it was added; packages
 * in `young` are exempt from the age.
 */
export const ageFindings = (packages: readonly Locked[], ages: Ages, young: Pins, leastDays: number): string[] => {
  const names = new Set(packages.filter((item) => item.isProduction).map(nameOf));
  const faultOf = (name: string): string | undefined => {
    const [published, taken] = ages[name] ?? [];
    if (published === undefined || taken === undefined) return 'is not on the list of ages; npm run supply:record';
    if (!isDay(published) || !isDay(taken)) return 'has no day on the list of ages';
    const days = (Date.parse(taken) - Date.parse(published)) / dayMs;
    if (days >= leastDays || young[name] !== undefined) return undefined;
    return `was ${days} days old when it was taken; wait, or say why not in scripts/supply/packagePolicy.ts`;
  };
  const missing = [...names].flatMap((name) => {
    const fault = faultOf(name);
    return fault === undefined ? [] : [`${name}: ${fault}`];
  });
  const left = Object.keys(ages).filter((name) => !names.has(name));
  return [...missing, ...left.map((name) => `${name}: is on the list of ages and not shipped; npm run supply:record`)];
};
