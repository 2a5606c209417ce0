import { productName } from '#contracts/core/limitsAndProductConstants.ts';
import type { MessageKey, MessageValues } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { MessengerError } from '../../gateways/messengerPort.ts';
import { personParts, roomParts } from '../../domain/core/chatAddressParts.ts';
import type { Messenger, RosterPerson } from '../../gateways/messengerPort.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { org as orgKind } from '../../store/kinds/organisations/organisation.ts';
import { orgMember } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { orgTeam, team as teamKind } from '../../store/kinds/organisations/teamAndChannel.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { activityStep } from '../core/activityLogStepsAndTexts.ts';
import { localeFromTeams, nameFromTeams } from '../tenancy/chatEventTypesAndTextRepair.ts';
import type { InstallResult, Sender, Thread, ThreadRef } from '../tenancy/chatEventTypesAndTextRepair.ts';
import type { Deps } from '../core/deps.ts';
import { listAllMembers } from '../tenancy/listMembers.ts';
import { mergeChanges, retryOnConflict, updateRow, updateWithLog } from '../core/optimisticUpdate.ts';
import { languageOfInstaller, teamLanguage } from '../tenancy/teamLanguage.ts';
import { syncChannels } from './syncAndReadChannels.ts';
import { getOrCreateOrg, getOrCreateTeam, findTeam } from './getOrCreateOrgAndTeam.ts';
import type { FoundTeam, TeamRow } from './getOrCreateOrgAndTeam.ts';
import type { TeamPlace } from './memberRowAndVacationsOnJoin.ts';
import { joinOrg, joinTeam, syncRoster } from './syncRoster.ts';
import { leaveTeam } from './leaveTeam.ts';
import { syncSender } from './senderSyncAndPersonalInstall.ts';

export interface InstallDeps extends Pick<Deps, 'store' | 'clock' | 'newId' | 'log' | 'translateFor' | 'trialDays'> {
  readonly messenger: Pick<Messenger, 'roster' | 'channels'>;
}

/**
 * Makes a call to Teams, and returns false if it failed. It is not retried, because the next install event or sync
 * repeats it.
 */
const asked = async (deps: InstallDeps, place: TeamPlace, what: string, ask: () => Promise<void>): Promise<boolean> => {
  try {
    await ask();
    return true;
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error;
    const { orgId, teamId } = place;
    deps.log.warn('install.teamsRefused', { orgId, teamId, what, fault: error.fault.kind });
    return false;
  }
};

const asPerson = ({ oid, address, name }: Sender): RosterPerson => ({
  ...{ oid, chatUserId: personParts(address).user, name, email: '' },
});

/**
 * Makes the installer the first admin, if this is the first team, an install created the organisation, and there is no
 * admin yet. The write requires that the organisation's row has not changed, so only one of several concurrent installs
 * succeeds.
 */
const makeFirstAdmin = async (deps: InstallDeps, { orgId, teamId }: TeamPlace, memberId: MemberId): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  await retryOnConflict(async () => {
    const [organisation, member] = await Promise.all([
      records.get(orgKind, undefined),
      records.get(orgMember, { memberId }),
    ]);
    if (organisation === undefined || member === undefined || !organisation.value.isAutomatic) return;
    const teams = await records.list(orgTeam, undefined, prefixRange('team|'));
    // Team ids begin with their creation time, so a smaller id means an older team.
    if (teams.some((row) => row.value.teamId < teamId)) return;
    const members = await records.list(orgMember, undefined, prefixRange('mem|'));
    if (members.some((row) => row.value.role === 'admin')) return;
    const by = { actor: productName, atMs: deps.clock.now(), eventKey: deps.newId() };
    const values = { name: member.value.name };
    await records.transact([
      records.replaceStep(orgKind, undefined, organisation.value, organisation.etag),
      records.replaceStep(orgMember, { memberId }, { ...member.value, role: 'admin' }, member.etag),
      activityStep(records, { teamId: null, objectId: orgId, ...by, message: 'activity.firstAdmin', values }),
    ]);
  });
};

/**
 * Syncs the roster, then adds the installer, whom the roster may lack. The roster is synced first, so that the
 * installer keeps the name and address from the roster.
 */
const bringPeople = async (
  deps: InstallDeps,
  place: TeamPlace,
  thread: Thread,
  installer: Sender | null,
): Promise<void> => {
  const hasRoster = await asked(deps, place, 'roster', () =>
    syncRoster(deps, place, deps.messenger.roster(thread.address)),
  );
  if (installer === null) return;
  // If the roster could not be read, only the installer is known to be in the team. Otherwise, an installer who is not
  // in the roster is added to the organisation only.
  const memberId = hasRoster
    ? await joinOrg(deps, place, asPerson(installer))
    : (await joinTeam(deps, place, [asPerson(installer)]))[0];
  if (memberId !== undefined) await makeFirstAdmin(deps, place, memberId);
  await syncSender(deps, installer);
};

interface TeamEvent {
  readonly message: MessageKey;
  readonly values?: MessageValues;
}

type TeamFields = Partial<Pick<TeamRow, 'state' | 'name' | 'serviceUrl' | 'language'>>;

/**
 * Changes a team with a log entry. The organisation's copy of the team row, which lists read, is written first. The
 * write of the team's own row decides whether the change happens. Returns the team as it was before the change;
 * undefined if this call changed nothing.
 */
const changeTeam = async (
  deps: Pick<Deps, 'store' | 'clock' | 'newId'>,
  { orgId, teamId }: { readonly orgId: OrgId; readonly teamId: TeamId },
  fields: TeamFields,
  event: (before: TeamRow) => TeamEvent | undefined,
): Promise<TeamRow | undefined> => {
  const records = inOrg(deps.store, orgId);
  await updateRow(records, orgTeam, { teamId }, (row) =>
    mergeChanges(row, { state: fields.state ?? row.state, name: fields.name ?? row.name }),
  );
  let was: TeamRow | undefined;
  const isChanged = await updateWithLog(
    records,
    teamKind,
    { teamId },
    {
      // The language is set only if it is still missing, because a later installer may use another language.
      change: (row) => mergeChanges(row, { ...fields, language: row.language ?? fields.language ?? null }),
      log: (before) => {
        was = before;
        const what = event(before);
        if (what === undefined) return [];
        const by = { actor: productName, atMs: deps.clock.now(), eventKey: deps.newId() };
        return [activityStep(records, { teamId, objectId: teamId, ...by, ...what })];
      },
    },
  );
  return isChanged ? was : undefined;
};

/** Returns the log entry for a changed name or state of a team; undefined if neither changed. */
const eventOf = (before: TeamRow, { state = before.state, name = before.name }: TeamFields): TeamEvent | undefined => {
  const renamed: TeamEvent = { message: 'activity.teamRenamed', values: { before: before.name, after: name } };
  if (state === before.state) return name === before.name ? undefined : renamed;
  return { message: state === 'CONNECTED' ? 'activity.teamConnected' : 'activity.teamDisconnected', values: { name } };
};

/** Returns the name of the team or chat; empty text if Teams sends no name, which is usual for group chats. */
const threadName = (thread: Thread): string => nameFromTeams(thread.name, '');

/**
 * Handles the event that adds the bot to a team or group chat. Writes tenant, organisation, team, channels, people and
 * first admin, in this order. Last, the team becomes CONNECTED, and only the call that writes this state sends the
 * welcome. A repeated event changes nothing, or finishes the work of a call that crashed.
 */
export const handleInstalled = async (
  deps: InstallDeps,
  thread: Thread,
  installer: Sender | null,
): Promise<InstallResult> => {
  const t = deps.translateFor(localeFromTeams(installer?.locale ?? null) ?? 'en');
  const text = threadName(thread);
  const name = text || t(thread.kind === 'GROUP' ? 'team.groupChat' : 'team.unnamed');
  const orgId = await getOrCreateOrg(deps, thread.tid, name);
  const teamId = await getOrCreateTeam(deps, orgId, thread, name);
  const serviceUrl = roomParts(thread.address).endpoint;
  const place = { orgId, teamId, tid: thread.tid, serviceUrl };
  if (thread.kind === 'TEAM')
    await asked(deps, place, 'channels', async () => {
      await syncChannels(deps, place, thread.threadId, await deps.messenger.channels(thread.address));
    });
  await bringPeople(deps, place, thread, installer);
  const language = languageOfInstaller(installer?.locale ?? null);
  const now = { state: 'CONNECTED', serviceUrl, language } as const;
  const fields = { ...now, ...(text === '' ? {} : { name: text }) };
  const was = await changeTeam(deps, place, fields, (before) => eventOf(before, fields));
  const teamLocale = teamLanguage({ language: was?.language ?? language });
  return { orgId, teamId, isWelcomeDue: was?.state === 'DISCONNECTED', language: teamLocale };
};

type EventDeps = Pick<Deps, 'store' | 'clock' | 'newId' | 'log'>;

/** Returns the team of an event; undefined for a thread that was never installed, whose event is logged and skipped. */
const teamOf = async (deps: EventDeps, thread: ThreadRef, event: string): Promise<FoundTeam | undefined> => {
  const knownTeam = await findTeam(deps, thread);
  if (knownTeam === undefined) {
    deps.log.warn('chat.unknownThread', { event });
    return undefined;
  }
  // The service URL may change, and each event contains the present one, so it is stored at each event.
  await changeTeam(deps, knownTeam.place, { serviceUrl: roomParts(thread.address).endpoint }, () => undefined);
  return knownTeam;
};

const setState = async (
  deps: EventDeps,
  thread: ThreadRef,
  state: 'CONNECTED' | 'DISCONNECTED',
  event: string,
): Promise<FoundTeam | undefined> => {
  const knownTeam = await teamOf(deps, thread, event);
  if (knownTeam !== undefined)
    await changeTeam(deps, knownTeam.place, { state }, (before) => eventOf(before, { state }));
  return knownTeam;
};

/**
 * Handles the removal of the bot from a team. The team becomes DISCONNECTED: no member is asked until the bot is
 * installed again. Nothing is deleted.
 */
export const handleUninstalled = async (deps: EventDeps, thread: ThreadRef): Promise<void> => {
  await setState(deps, thread, 'DISCONNECTED', 'uninstalled');
};

/**
 * Handles the deletion of a team in Teams. The team only becomes DISCONNECTED, because it can be restored in Teams for
 * a while.
 */
export const handleThreadDeleted = async (deps: EventDeps, thread: ThreadRef): Promise<void> => {
  await setState(deps, thread, 'DISCONNECTED', 'threadDeleted');
};

export const handleThreadRestored = async (deps: InstallDeps, thread: ThreadRef): Promise<void> => {
  const knownTeam = await setState(deps, thread, 'CONNECTED', 'threadRestored');
  if (knownTeam === undefined) return;
  await asked(deps, knownTeam.place, 'roster', () =>
    syncRoster(deps, knownTeam.place, deps.messenger.roster(thread.address)),
  );
};

export const handleThreadRenamed = async (deps: EventDeps, thread: ThreadRef, name: string): Promise<void> => {
  const knownTeam = await teamOf(deps, thread, 'threadRenamed');
  const fields = { name: nameFromTeams(name, '') };
  if (knownTeam === undefined || fields.name === '') return;
  await changeTeam(deps, knownTeam.place, fields, (before) => eventOf(before, fields));
};

export const handleMembersAdded = async (
  deps: EventDeps,
  thread: ThreadRef,
  people: readonly RosterPerson[],
): Promise<void> => {
  const knownTeam = await teamOf(deps, thread, 'membersAdded');
  if (knownTeam !== undefined) await joinTeam(deps, knownTeam.place, people);
};

export const handleMembersRemoved = async (
  deps: EventDeps,
  thread: ThreadRef,
  chatUserIds: readonly string[],
): Promise<void> => {
  const knownTeam = await teamOf(deps, thread, 'membersRemoved');
  if (knownTeam === undefined) return;
  const { orgId, teamId } = knownTeam.place;
  const removed = new Set(chatUserIds);
  const gone = (await listAllMembers(inOrg(deps.store, orgId), teamId))
    .map((row) => row.value)
    .filter((item) => item.leftOn === null && item.teamsUserId !== null && removed.has(item.teamsUserId));
  await leaveTeam(
    deps,
    knownTeam.place,
    gone.map((item) => item.memberId),
  );
};
