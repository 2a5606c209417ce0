import { listNotesOnBlockers } from './exportNotesOnBlockers.ts';
import { productName } from '#contracts/core/limitsAndProductConstants.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import { membership } from '../../store/kinds/identity/membership.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { exportAccount } from './exportAccount.ts';
import {
  listAnswers,
  listChoices,
  auditedActions,
  membershipFacts,
  listTimesheets,
  listUsageMonths,
  listGeneratedSentences,
  listOwnTemplates,
  listVacations,
} from './listPersonalDataForExport.ts';
import { listOwnDigests, listReceivedDigests } from './eraseAndExportDigests.ts';
import type { ExportMembership, Item } from './listPersonalDataForExport.ts';
import { listDrafts, listOpenPoints } from './exportDraftsAndPlans.ts';
import { findMembership, decideAdmission } from '../identity/signInOrganisationAndAdmission.ts';
import type { SignInContext } from '../identity/signInOrganisationAndAdmission.ts';
import type { Limiter } from '../rateLimits/storedRateLimiter.ts';
import { profileOf } from '../identity/accountProfilesAndMembers.ts';
import type { Profile } from '../identity/accountProfilesAndMembers.ts';

// Exports a person's data as JSON files. Each file is written while its rows are read, so that years of answers are
// never in memory at once.

export interface ExportDeps extends Pick<Deps, 'store' | 'clock' | 'translateFor'> {
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

const whole = (value: unknown): Iterable<string> => [`${indented(value)}\n`];

const list = async function* (items: AsyncIterable<Item>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const item of items) {
    yield separator + indented(item);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
};

interface Reach {
  readonly homes: readonly ExportMembership[];
  /**
   * Names of the organisations whose sign-in rules refuse this session. The export lists these names without data. If
   * only a tenant proved the identity, organisations outside that tenant are not listed.
   */
  readonly leftOut: readonly string[];
}

/**
 * Returns the person's organisations that this session may enter, because an export must not bypass the sign-in rules
 * of an organisation.
 */
const reachOf = async (deps: Pick<Deps, 'store'>, profile: Profile, signIn: SignInContext): Promise<Reach> => {
  const rows = await outside(deps.store).list(membership, { userId: profile.userId }, prefixRange('m|'));
  const homes: ExportMembership[] = [];
  const leftOut: string[] = [];
  for (const orgId of new Set(rows.map(({ value }) => value.orgId))) {
    const orgMembership = await findMembership(deps.store, profile, orgId);
    const decision = orgMembership === undefined ? undefined : decideAdmission(orgMembership, signIn);
    if (orgMembership !== undefined && decision === 'ALLOWED') homes.push({ ...orgMembership, userId: profile.userId });
    else if (orgMembership !== undefined && decision !== 'CONFINED') leftOut.push(orgMembership.organisation.name);
  }
  return { homes, leftOut };
};

const inAll = async function* (
  homes: readonly ExportMembership[],
  read: (orgMembership: ExportMembership) => AsyncIterable<Item>,
): AsyncGenerator<Item> {
  for (const orgMembership of homes) yield* read(orgMembership);
};

const readers = {
  'memberships.json': membershipFacts,
  'answers.json': listAnswers,
  'drafts.json': listDrafts,
  'skipped-and-snoozed.json': listChoices,
  'open-points.json': listOpenPoints,
} as const;

/**
 * Exports the caller's data from the organisations that the session may enter, file by file. An account may make ten
 * downloads a minute; exports and all other files count together.
 */
export const exportPersonalData = async (deps: ExportDeps, actor: Actor): Promise<Export> => {
  const { userId, signIn, locale } = actor;
  const profile = userId === null ? undefined : await profileOf(deps, userId);
  if (profile === undefined || signIn === undefined) throw new AppError('UNAUTHENTICATED');
  await deps.limiter.take('download', profile.userId);
  const { homes, leftOut } = await reachOf(deps, profile, signIn);
  const now = deps.clock.now();
  const t = deps.translateFor(locale);
  const about = {
    product: productName,
    exportedAt: toInstant(now),
    person: `${profile.firstName} ${profile.lastName}`.trim(),
    organisations: homes.map(({ organisation }) => organisation.name),
    leftOut,
    note: t('org.exportNote'),
  };
  const listed = (read: (orgMembership: ExportMembership) => AsyncIterable<Item>) => () => list(inAll(homes, read));
  return {
    fileName: `${productName.toLowerCase()}-${toInstant(now).slice(0, 10)}.zip`,
    at: now,
    files: [
      { name: 'about.json', text: () => whole(about) },
      { name: 'profile.json', text: () => exportAccount(deps, profile, signIn.confinedTo) },
      ...Object.entries(readers).map(([name, read]) => ({ name, text: listed(read) })),
      { name: 'timesheets.json', text: listed(listTimesheets) },
      { name: 'vacations.json', text: listed(listVacations) },
      { name: 'blockers.json', text: listed(listNotesOnBlockers) },
      { name: 'templates.json', text: listed(listOwnTemplates) },
      { name: 'generated-summaries.json', text: listed(listGeneratedSentences) },
      { name: 'digests.json', text: listed(listOwnDigests) },
      { name: 'received-digests.json', text: listed(listReceivedDigests) },
      { name: 'activity.json', text: listed((orgMembership) => auditedActions(orgMembership, t, locale)) },
      { name: 'usage.json', text: listed((orgMembership) => listUsageMonths(orgMembership, now)) },
    ],
  };
};
