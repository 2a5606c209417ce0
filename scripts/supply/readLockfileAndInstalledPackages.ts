import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One installed copy of a package, as package-lock.json (version 3) describes it. */
export interface Locked {
  /** Install path, `node_modules/…`. */
  readonly at: string;
  readonly name: string;
  readonly version: string;
  readonly integrity: string | undefined;
  /** Download address. Undefined with `omit-lockfile-registry-resolved`: npm then uses its configured registry. */
  readonly resolved: string | undefined;
  /** True if the package is shipped with the product. */
  readonly isProduction: boolean;
  /** True if the package may be absent, because it is for another platform. */
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

/** Fields of an installed package's package.json. */
export interface Installed {
  readonly license?: unknown;
  readonly licenses?: unknown;
  readonly homepage?: unknown;
  readonly repository?: unknown;
}

/** Returns undefined if the package is not installed. */
export const readInstalled = (root: string, { at }: Locked): Installed | undefined => {
  const file = path.join(root, at, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Installed) : undefined;
};

/** Returns the declared licence, also from the older forms of the field. Empty if none is declared. */
export const licenceOf = ({ license, licenses }: Installed): string => {
  const typeOf = (item: unknown): string => {
    if (typeof item === 'string') return item;
    return typeof item === 'object' && item !== null && 'type' in item && typeof item.type === 'string'
      ? item.type
      : '';
  };
  const declared = license ?? licenses;
  return Array.isArray(declared) ? declared.map(typeOf).join(' OR ') : typeOf(declared);
};
