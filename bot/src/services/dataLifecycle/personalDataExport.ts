import { productName } from '#contracts/core/limits.ts';
import { AppError } from '#contracts/core/errors.ts';
import { toInstant } from '../../domain/core/time.ts';
import { outside } from '../../store/kind.ts';
import { membership } from '../../store/kinds/accounts.ts';
import { prefixRange } from '../../store/port.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { accountFacts } from './personalDataAccount.ts';
import { answers, deeds, openPoints, placeFacts, timesheets, usageMonths, vacations } from './personalDataRows.ts';
import type { ExportHome, Item } from './personalDataRows.ts';
import { homeIn, welcomeOf } from '../identity/signInOrganisation.ts';
import type { Way } from '../identity/signInOrganisation.ts';
import type { Limiter } from '../rateLimits/limiter.ts';
import { profileOf } from '../identity/accountProfiles.ts';
import type { Profile } from '../identity/accountProfiles.ts';

// A person's export: JSON files, each written while it is read, so that years of answers are never in memory at once.

export interface ExportDeps extends Pick<Deps, 'store' | 'clock' | 'words'> {
  readonly limiter: Limiter;
}

export interface ExportFile {
  readonly name: string;
  readonly text: () => Iterable<string> | AsyncIterable<string>;
}

export interface Export {
  readonly fileName: string;
  readonly at: number;
  readonly files: readonly ExportFile[];
}

const indented = (value: unknown): string => JSON.stringify(value, null, 2);

/** Returns data that is already in memory as one piece. */
const whole = (value: unknown): Iterable<string> => [`${indented(value)}\n`];

/** A JSON array, written item by item. */
const list = async function* (items: AsyncIterable<Item>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const item of items) {
    yield separator + indented(item);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
};

interface Reach {
  readonly homes: readonly ExportHome[];
  /** Names of organisations that do not admit this session. */
  readonly leftOut: readonly string[];
}

/**
 * The person's organisations that this session may enter: an export must not bypass the sign-in rules of an
 * organisation.
 */
const reachOf = async (deps: Pick<Deps, 'store'>, profile: Profile, way: Way): Promise<Reach> => {
  const rows = await outside(deps.store).list(membership, { userId: profile.userId }, prefixRange('m|'));
  const homes: ExportHome[] = [];
  const leftOut: string[] = [];
  for (const orgId of new Set(rows.map(({ value }) => value.orgId))) {
    const home = await homeIn(deps.store, profile, orgId);
    const welcome = home === undefined ? undefined : welcomeOf(home, way);
    if (home !== undefined && welcome === 'COME_IN') homes.push({ ...home, userId: profile.userId });
    else if (home !== undefined && welcome !== 'CONFINED') leftOut.push(home.organisation.name);
  }
  return { homes, leftOut };
};

const inAll = async function* (
  homes: readonly ExportHome[],
  read: (home: ExportHome) => AsyncIterable<Item>,
): AsyncGenerator<Item> {
  for (const home of homes) yield* read(home);
};

const readers = { 'memberships.json': placeFacts, 'answers.json': answers, 'open-points.json': openPoints } as const;

/** All data of the caller, file by file. At most ten exports a minute. */
export const exportOf = async (deps: ExportDeps, actor: Actor): Promise<Export> => {
  const { userId, signIn, locale } = actor;
  const profile = userId === null ? undefined : await profileOf(deps, userId);
  if (profile === undefined || signIn === undefined) throw new AppError('UNAUTHENTICATED');
  await deps.limiter.take('download', profile.userId);
  const { homes, leftOut } = await reachOf(deps, profile, signIn);
  const at = deps.clock.now();
  const words = deps.words(locale);
  const about = {
    product: productName,
    exportedAt: toInstant(at),
    person: `${profile.firstName} ${profile.lastName}`.trim(),
    organisations: homes.map(({ organisation }) => organisation.name),
    leftOut,
    note: words('org.exportNote'),
  };
  const listed = (read: (home: ExportHome) => AsyncIterable<Item>) => () => list(inAll(homes, read));
  return {
    fileName: `${productName.toLowerCase()}-${toInstant(at).slice(0, 10)}.zip`,
    at,
    files: [
      { name: 'about.json', text: () => whole(about) },
      { name: 'profile.json', text: () => accountFacts(deps, profile, signIn.confinedTo) },
      ...Object.entries(readers).map(([name, read]) => ({ name, text: listed(read) })),
      { name: 'timesheets.json', text: listed(timesheets) },
      { name: 'vacations.json', text: listed(vacations) },
      { name: 'activity.json', text: listed((home) => deeds(home, words, locale)) },
      { name: 'usage.json', text: listed((home) => usageMonths(home, at)) },
    ],
  };
};
