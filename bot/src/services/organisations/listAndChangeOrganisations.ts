import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { orgId as orgIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type {
  activateOrg as activateOrgCall,
  listOrgs as listOrgsCall,
  OrganisationInfo,
  OrgListItem,
  orgSettings as orgSettingsCall,
  updateOrg as updateOrgCall,
} from '#contracts/organisations/organisationCalls.ts';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import { membership } from '../../store/kinds/identity/membership.ts';
import { orgIndex } from '../../store/kinds/organisations/organisationIndex.ts';
import { org as orgKind } from '../../store/kinds/organisations/organisation.ts';
import { orgMember, orgUser } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { auditedActionSteps } from '../core/activityLogStepsAndTexts.ts';
import type { ActivityFact } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { ownOrNamedOrganisation } from '../tenancy/ownOrNamedOrganisation.ts';
import { listIndexedOrganisations, pageOfList } from '../tenancy/listIndexedOrganisations.ts';
import { mergeChanges, updateRow, updateWithLog } from '../core/optimisticUpdate.ts';
import { hasMicrosoftAdmin, roleOfHolder } from '../tenancy/lastAdminGuardAndRoles.ts';
import type { GuardDeps } from '../tenancy/lastAdminGuardAndRoles.ts';
import { byName } from '../core/compareByNameOrText.ts';
import { findActiveOrganisation } from '../tenancy/activeOrganisationAndTeams.ts';
import type { Organisation } from '../tenancy/activeOrganisationAndTeams.ts';
import { cancelOpenRuns } from '../runs/updateOpenRunsOnTeamChange.ts';

export type OrgDeps = Pick<Deps, 'store' | 'clock' | 'newId'>;

const pageSize = 200;

const infoOf = (row: Organisation): OrganisationInfo => ({
  id: row.orgId,
  name: row.name,
  isActive: row.state === 'ACTIVE',
  isConnected: row.tid !== null,
  createdOn: row.createdOn,
  retentionDays: row.retentionDays,
  requireSecondFactor: row.requireSecondFactor,
  microsoftOnly: row.microsoftOnly,
  linkPatterns: row.linkPatterns ?? [],
  maySkip: row.maySkip ?? true,
});

/** Returns the caller's organisations that this session may enter, sorted by name. */
const ownOrgs = async (deps: Pick<Deps, 'store'>, { userId, locale, signIn }: Actor): Promise<OrgListItem[]> => {
  if (userId === null) return [];
  const rows = await outside(deps.store).list(membership, { userId }, prefixRange('m|'));
  const confinedTo = signIn?.confinedTo ?? null;
  const ids = [...new Set(rows.map((row) => row.value.orgId))].filter((id) => confinedTo === null || id === confinedTo);
  const ownOrganisations = await Promise.all(ids.map((orgId) => ownOrg(deps, orgId, userId)));
  return ownOrganisations.flat().sort(byName(locale));
};

const ownOrg = async (deps: Pick<Deps, 'store'>, orgId: OrgId, userId: UserId): Promise<OrgListItem[]> => {
  const records = inOrg(deps.store, orgId);
  const [organisation, user] = await Promise.all([findActiveOrganisation(records), records.get(orgUser, { userId })]);
  if (organisation === undefined || user === undefined) return [];
  const { memberId } = user.value;
  const member = memberId === null ? undefined : await records.get(orgMember, { memberId });
  return [{ id: orgId, name: organisation.name, state: organisation.state, role: roleOfHolder({ user, member }) }];
};

/**
 * Returns all organisations, page by page, for a superadmin. For other callers, and with `own`, returns the caller's
 * own organisations.
 */
export const listOrgs = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { cursor, own }: ParsedOf<typeof listOrgsCall>,
): Promise<OutputOf<typeof listOrgsCall>> => {
  if (own === 'true' || !hasPermission('all.list', { role: actor.role, belongsToTeam: false, isOwner: false }))
    return { items: await ownOrgs(deps, actor), next: null };
  const from = orgIdSchema.optional().safeParse(cursor);
  if (!from.success) throw new AppError('INVALID_INPUT', { values: { field: 'cursor' } });
  const page = await pageOfList(listIndexedOrganisations(deps, from.data), pageSize, (org) => org.orgId);
  return {
    items: page.items.map(({ orgId, name, state }) => ({ id: orgId, name, state, role: null })),
    next: page.next,
  };
};

export const getOrg = async (deps: Pick<Deps, 'store'>, actor: Actor): Promise<OrganisationInfo> =>
  infoOf((await ownOrNamedOrganisation(deps, actor, undefined)).organisation);

type Fields = Partial<
  Pick<
    Organisation,
    'name' | 'state' | 'retentionDays' | 'requireSecondFactor' | 'microsoftOnly' | 'linkPatterns' | 'maySkip'
  >
>;

/**
 * The values that the caller read before the change, to detect a concurrent change. A missing field is not compared.
 */
type AsRead = Partial<Pick<Organisation, 'name' | 'retentionDays' | 'linkPatterns'>>;

const isSame = <Field extends keyof Fields>(a: Fields[Field], b: Fields[Field]): boolean =>
  a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));

/**
 * Returns the fields to write, without link patterns that equal the stored ones, so that an unchanged list is not
 * written.
 */
const withoutStoredPatterns = (row: Organisation, { linkPatterns, ...fields }: Fields): Fields =>
  linkPatterns === undefined || isSame(linkPatterns, row.linkPatterns ?? []) ? fields : { ...fields, linkPatterns };

/**
 * Throws ORG_CHANGED if another person changed a value after the caller read it. There is no conflict if the stored
 * value equals the new value, because the call may be a repetition after a lost reply.
 */
const requireAsRead = (row: Organisation, asRead: AsRead, fields: Fields): void => {
  const valueOf = (field: keyof AsRead) => (field === 'linkPatterns' ? (row.linkPatterns ?? []) : row[field]);
  const isAsRead = (field: keyof AsRead): boolean =>
    asRead[field] === undefined || isSame(valueOf(field), asRead[field]) || isSame(valueOf(field), fields[field]);
  if (!isAsRead('name') || !isAsRead('retentionDays') || !isAsRead('linkPatterns'))
    throw new AppError('ORG_CHANGED', { data: { organisation: infoOf(row) } });
};

const isAlive = ({ state }: { readonly state: Organisation['state'] }): boolean =>
  state === 'ACTIVE' || state === 'DEACTIVATED';

const toIndex = (deps: OrgDeps, orgId: OrgId, { name, state }: Fields): Promise<boolean> =>
  updateRow(outside(deps.store), orgIndex, { orgId }, (row) =>
    isAlive(row)
      ? mergeChanges(row, { ...(name === undefined ? {} : { name }), ...(state === undefined ? {} : { state }) })
      : undefined,
  );

interface Change {
  readonly fields: Fields;
  readonly asRead?: AsRead;
  /**
   * Throws if the change is not allowed. It may read other rows: if a change of them also replaces the organisation's
   * row, the write conflicts, and the check is repeated.
   */
  readonly check?: (before: Organisation) => Promise<void>;
  readonly factsOf: (before: Organisation) => readonly ActivityFact[];
}

export const changeOrganisation = async (
  deps: OrgDeps,
  actor: Actor,
  organisation: Organisation,
  { fields, asRead = {}, check, factsOf }: Change,
): Promise<OrganisationInfo> => {
  const { orgId } = organisation;
  const records = inOrg(deps.store, orgId);
  requireAsRead(organisation, asRead, fields);
  // The index row is written first; lists and jobs read it. Access depends only on the organisation's own row, which is
  // written afterwards.
  await toIndex(deps, orgId, fields);
  const about = { teamId: null, objectId: orgId };
  await updateWithLog(records, orgKind, undefined, {
    change: async (row) => {
      // The deletion began after the first read, so the organisation counts as missing.
      if (!isAlive(row)) throw new AppError('NOT_FOUND');
      requireAsRead(row, asRead, fields);
      await check?.(row);
      return mergeChanges(row, withoutStoredPatterns(row, fields));
    },
    log: (before) =>
      factsOf(before).flatMap((fact) =>
        auditedActionSteps(records, actor, { ...about, eventKey: deps.newId(), atMs: deps.clock.now(), ...fact }),
      ),
  }).catch(async (error: unknown) => {
    // Another change was stored first, so the index gets back the values of the organisation's own row.
    if (error instanceof AppError && error.code === 'ORG_CHANGED') {
      const { name, state } = (await ownOrNamedOrganisation(deps, actor, orgId)).organisation;
      await toIndex(deps, orgId, { name, state });
    }
    throw error;
  });
  return infoOf((await ownOrNamedOrganisation(deps, actor, orgId)).organisation);
};

export const updateOrg = async (
  deps: OrgDeps,
  actor: Actor,
  { name, previousName, orgId: named }: ParsedOf<typeof updateOrgCall>,
): Promise<OrganisationInfo> => {
  const { organisation } = await ownOrNamedOrganisation(deps, actor, named);
  return changeOrganisation(deps, actor, organisation, {
    fields: { name },
    ...(previousName === undefined ? {} : { asRead: { name: previousName } }),
    factsOf: (before) => [{ message: 'activity.orgRenamed', values: { before: before.name, after: name } }],
  });
};

/**
 * Activates or deactivates an organisation. A deactivated organisation opens no runs, and its open runs are cancelled;
 * all data stays readable. A repeated call finishes an interrupted call.
 */
export const activateOrg = async (
  deps: OrgDeps,
  actor: Actor,
  { isActive, orgId: named }: ParsedOf<typeof activateOrgCall>,
): Promise<OrganisationInfo> => {
  const { organisation } = await ownOrNamedOrganisation(deps, actor, named);
  const info = await changeOrganisation(deps, actor, organisation, {
    fields: { state: isActive ? 'ACTIVE' : 'DEACTIVATED' },
    factsOf: () => [{ message: isActive ? 'activity.orgActivated' : 'activity.orgDeactivated' }],
  });
  if (!isActive) await cancelOpenRuns(deps, organisation.orgId, 'ALL', { reason: 'DEACTIVATED', actor: actor.name });
  return info;
};

const settingFacts = (before: Organisation, after: Fields): ActivityFact[] => {
  const { retentionDays = before.retentionDays, requireSecondFactor = before.requireSecondFactor } = after;
  const { microsoftOnly = before.microsoftOnly } = after;
  const facts: ActivityFact[] = [];
  if (retentionDays !== before.retentionDays)
    facts.push({ message: 'activity.orgRetention', values: { days: retentionDays ?? 0 } });
  if (requireSecondFactor !== before.requireSecondFactor)
    facts.push({ message: 'activity.orgSecondFactor', values: { isOn: String(requireSecondFactor) } });
  if (microsoftOnly !== before.microsoftOnly)
    facts.push({ message: 'activity.orgMicrosoftOnly', values: { isOn: String(microsoftOnly) } });
  const couldSkip = before.maySkip ?? true;
  const { maySkip = couldSkip } = after;
  if (maySkip !== couldSkip) facts.push({ message: 'activity.orgSkip', values: { isOn: String(maySkip) } });
  return facts;
};

/**
 * Throws INVALID_INPUT unless sign-in with Microsoft can replace passwords: the organisation has a tenant, this
 * installation is configured for it, and at least one admin can sign in with Microsoft.
 */
const requireMicrosoft = async (deps: GuardDeps, { orgId, tid }: Organisation): Promise<void> => {
  const refused = (message: MessageKey): AppError => new AppError('INVALID_INPUT', { message });
  if (tid === null) throw refused('org.microsoftNeedsTenant');
  if (deps.entra === null) throw refused('org.microsoftNotSetUp');
  if (!(await hasMicrosoftAdmin(deps, inOrg(deps.store, orgId)))) throw refused('org.microsoftNeedsAdmin');
};

export const saveSettings = async (
  deps: OrgDeps & GuardDeps,
  actor: Actor,
  input: ParsedOf<typeof orgSettingsCall>,
): Promise<OrganisationInfo> => {
  const { orgId: named, retentionDays, previousRetentionDays, requireSecondFactor, microsoftOnly, maySkip } = input;
  const { organisation } = await ownOrNamedOrganisation(deps, actor, named);
  const fields = {
    ...(retentionDays === undefined ? {} : { retentionDays }),
    ...(requireSecondFactor === undefined ? {} : { requireSecondFactor }),
    ...(microsoftOnly === undefined ? {} : { microsoftOnly }),
    ...(maySkip === undefined ? {} : { maySkip }),
  };
  return changeOrganisation(deps, actor, organisation, {
    fields,
    ...(previousRetentionDays === undefined ? {} : { asRead: { retentionDays: previousRetentionDays } }),
    // The removal of an admin also replaces the organisation's row (`changeWithAdminGuard`).
    ...(microsoftOnly === true ? { check: (row: Organisation) => requireMicrosoft(deps, row) } : {}),
    factsOf: (before) => settingFacts(before, fields),
  });
};
