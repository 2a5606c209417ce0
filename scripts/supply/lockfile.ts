import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One installed copy of a package, as package-lock.json (version 3) has it. */
export interface Locked {
  /** `node_modules/…`, where it is installed. */
  readonly at: string;
  readonly name: string;
  readonly version: string;
  readonly integrity: string | undefined;
  /** Left out with `omit-lockfile-registry-resolved`: from the registry that npm asks. */
  readonly resolved: string | undefined;
  /** Part of what is shipped. */
  readonly isProduction: boolean;
  /** May be missing: made for another machine. */
  readonly isOptional: boolean;
  readonly hasInstallScript: boolean;
}

interface Entry {
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
}

const folder = 'node_modules/';

/** Every package of the lockfile but the project itself. */
export const readLockfile = (text: string): readonly Locked[] => {
  const { packages } = JSON.parse(text) as { readonly packages: Readonly<Record<string, Entry>> };
  return Object.entries(packages).flatMap(([at, entry]) => {
    if (at === '') return [];
    const name = entry.name ?? at.slice(at.lastIndexOf(folder) + folder.length);
    return [
      {
        ...{ at, name, version: entry.version ?? '', integrity: entry.integrity, resolved: entry.resolved },
        isProduction: entry.dev !== true && entry.devOptional !== true,
        isOptional: entry.optional === true || entry.devOptional === true,
        hasInstallScript: entry.hasInstallScript === true,
      },
    ];
  });
};

export const nameOf = ({ name, version }: Locked): string => `${name}@${version}`;

/** What package.json of an installed package says of it. */
export interface Installed {
  readonly license?: unknown;
  readonly licenses?: unknown;
  readonly homepage?: unknown;
  readonly repository?: unknown;
}

/** Undefined where it is not installed. */
export const readInstalled = (root: string, { at }: Locked): Installed | undefined => {
  const file = path.join(root, at, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Installed) : undefined;
};

/** The licence as its author wrote it: a text, or one of the older forms. Empty when nothing is said. */
export const licenceOf = ({ license, licenses }: Installed): string => {
  const typeOf = (item: unknown): string => {
    if (typeof item === 'string') return item;
    return typeof item === 'object' && item !== null && 'type' in item && typeof item.type === 'string'
      ? item.type
      : '';
  };
  const said = license ?? licenses;
  return Array.isArray(said) ? said.map(typeOf).join(' OR ') : typeOf(said);
};
