import { productName } from '#contracts/limits.ts';
import type { MessageKey, MessageValues } from '#contracts/text/keys.ts';
import type { MemberId, OrgId, TeamId } from '#contracts/ids.ts';
import { MessengerError } from '../gateways/messenger.ts';
import type { Messenger, RosterPerson, ThreadAddress } from '../gateways/messenger.ts';
import { inOrg } from '../store/kind.ts';
import { org as orgKind, orgMember, orgTeam } from '../store/kinds/org.ts';
import { team as teamKind } from '../store/kinds/team.ts';
import { prefixRange } from '../store/port.ts';
import { activityStep } from './activity.ts';
import { syncChannels } from './channels.ts';
import { localeFromTeams, nameFromTeams } from './chat.ts';
import type { InstallResult, Sender, Thread } from './chat.ts';
import type { Deps } from './deps.ts';
import { ensureOrg, ensureTeam, findTeam } from './directory.ts';
import type { KnownTeam, TeamRow } from './directory.ts';
import type { TeamPlace } from './joining.ts';
import { allMembers } from './members.ts';
import { patched, retryOnConflict, revise } from './revise.ts';
import { joinOrg, joinTeam, leaveTeam, syncRoster } from './roster.ts';
import { seen } from './seen.ts';
import { broughtLanguage, languageIn } from './teamLanguage.ts';

export interface InstallDeps extends Pick<Deps, 'store' | 'clock' | 'newId' | 'log' | 'words' | 'trialDays'> {
  readonly messenger: Pick<Messenger, 'roster' | 'channels'>;
}

/** Asks Teams; what it will not answer now is made good by the next install event or sync. */
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

const asPerson = ({ oid, teamsUserId, name }: Sender): RosterPerson => ({ oid, teamsUserId, name, email: '' });

/**
 * The installer of an organisation's first team becomes its first admin. Decided and written under the ETag of the
 * organisation's row, so that of racing installs one is first; never when there is an admin, never by a later team.
 */
const makeFirstAdmin = async (deps: InstallDeps, { orgId, teamId }: TeamPlace, memberId: MemberId): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  await retryOnConflict(async () => {
    const [organisation, member] = await Promise.all([
      records.get(orgKind, undefined),
      records.get(orgMember, { memberId }),
    ]);
    if (organisation === undefined || member === undefined || !organisation.value.isAutomatic) return;
    const teams = await records.list(orgTeam, { teamId }, prefixRange('team|'));
    // Ids of teams begin with the time they were made at.
    if (teams.some((row) => row.value.teamId < teamId)) return;
    const members = await records.list(orgMember, { memberId }, prefixRange('mem|'));
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

/** Roster first, so that the installer keeps the name and address it has; then the installer, whom it may lack. */
const bringPeople = async (
  deps: InstallDeps,
  place: TeamPlace,
  thread: Thread,
  installer: Sender | null,
): Promise<void> => {
  const hasRoster = await asked(deps, place, 'roster', () => syncRoster(deps, place, deps.messenger.roster(thread)));
  if (installer === null) return;
  // Without a roster the installer is the one person known to be there.
  const memberId = hasRoster
    ? await joinOrg(deps, place, asPerson(installer))
    : (await joinTeam(deps, place, [asPerson(installer)]))[0];
  if (memberId !== undefined) await makeFirstAdmin(deps, place, memberId);
  await seen(deps, installer);
};

interface TeamEvent {
  readonly message: MessageKey;
  readonly values?: MessageValues;
}

type TeamFields = Partial<Pick<TeamRow, 'state' | 'name' | 'serviceUrl' | 'language'>>;

/**
 * Changes a team: the organisation's row first, which lists read, then the team's own, which decides, with the log.
 * Returns the team as it was when this call changed it.
 */
const changeTeam = async (
  deps: Pick<Deps, 'store' | 'clock' | 'newId'>,
  { orgId, teamId }: { readonly orgId: OrgId; readonly teamId: TeamId },
  fields: TeamFields,
  event: (before: TeamRow) => TeamEvent | undefined,
): Promise<TeamRow | undefined> => {
  const records = inOrg(deps.store, orgId);
  await revise(records, orgTeam, { teamId }, (row) =>
    patched(row, { state: fields.state ?? row.state, name: fields.name ?? row.name }),
  );
  let was: TeamRow | undefined;
  const isChanged = await revise(
    records,
    teamKind,
    { teamId },
    // Chosen once, it stays: whoever adds the bot again may speak another.
    (row) => patched(row, { ...fields, language: row.language ?? fields.language ?? null }),
    (before) => {
      was = before;
      const what = event(before);
      if (what === undefined) return [];
      const by = { actor: productName, atMs: deps.clock.now(), eventKey: deps.newId() };
      return [activityStep(records, { teamId, objectId: teamId, ...by, ...what })];
    },
  );
  return isChanged ? was : undefined;
};

/** What became of a team's name or connection, in words. */
const eventOf = (before: TeamRow, { state = before.state, name = before.name }: TeamFields): TeamEvent | undefined => {
  const renamed: TeamEvent = { message: 'activity.teamRenamed', values: { before: before.name, after: name } };
  if (state === before.state) return name === before.name ? undefined : renamed;
  return { message: state === 'CONNECTED' ? 'activity.teamConnected' : 'activity.teamDisconnected', values: { name } };
};

/** Empty when Teams does not say, as of most group chats. */
const threadName = (thread: Thread): string => nameFromTeams(thread.name, '');

/**
 * The bot was added to a team or group chat: tenant, organisation, team, channels, people, first admin, in this order;
 * last the team becomes CONNECTED, which makes the welcome due for the one call that did it. Idempotent: a repeated event
 * changes nothing, an event after a crash finishes the job.
 */
export const installed = async (
  deps: InstallDeps,
  thread: Thread,
  installer: Sender | null,
): Promise<InstallResult> => {
  const words = deps.words(localeFromTeams(installer?.locale ?? null) ?? 'en');
  const said = threadName(thread);
  const name = said || words(thread.kind === 'GROUP' ? 'team.groupChat' : 'team.unnamed');
  const orgId = await ensureOrg(deps, thread.tid, name);
  const teamId = await ensureTeam(deps, orgId, thread, name);
  const place = { orgId, teamId, tid: thread.tid, serviceUrl: thread.serviceUrl };
  if (thread.kind === 'TEAM')
    await asked(deps, place, 'channels', async () => {
      await syncChannels(deps, place, thread.threadId, await deps.messenger.channels(thread));
    });
  await bringPeople(deps, place, thread, installer);
  const language = broughtLanguage(installer?.locale ?? null);
  const now = { state: 'CONNECTED', serviceUrl: thread.serviceUrl, language } as const;
  const fields = { ...now, ...(said === '' ? {} : { name: said }) };
  const was = await changeTeam(deps, place, fields, (before) => eventOf(before, fields));
  const spoken = languageIn({ language: was?.language ?? language });
  return { orgId, teamId, isWelcomeDue: was?.state === 'DISCONNECTED', language: spoken };
};

type EventDeps = Pick<Deps, 'store' | 'clock' | 'newId' | 'log'>;

/** The team an event is about; an event of a thread that was never installed is noted and passed over. */
const teamOf = async (deps: EventDeps, thread: ThreadAddress, event: string): Promise<KnownTeam | undefined> => {
  const found = await findTeam(deps, thread);
  if (found === undefined) {
    deps.log.warn('chat.unknownThread', { event });
    return undefined;
  }
  // The address of the service changes now and then; each event brings the one that holds.
  await changeTeam(deps, found.place, { serviceUrl: thread.serviceUrl }, () => undefined);
  return found;
};

const setState = async (
  deps: EventDeps,
  thread: ThreadAddress,
  state: 'CONNECTED' | 'DISCONNECTED',
  event: string,
): Promise<KnownTeam | undefined> => {
  const found = await teamOf(deps, thread, event);
  if (found !== undefined) await changeTeam(deps, found.place, { state }, (before) => eventOf(before, { state }));
  return found;
};

/** The bot was taken out: nothing is asked until it is back, and nothing is deleted. */
export const uninstalled = async (deps: EventDeps, thread: ThreadAddress): Promise<void> => {
  await setState(deps, thread, 'DISCONNECTED', 'uninstalled');
};

/** The team was deleted in Teams; it can be restored there for a while. */
export const threadDeleted = async (deps: EventDeps, thread: ThreadAddress): Promise<void> => {
  await setState(deps, thread, 'DISCONNECTED', 'threadDeleted');
};

/** The team is back, with whoever is in it now. */
export const threadRestored = async (deps: InstallDeps, thread: ThreadAddress): Promise<void> => {
  const found = await setState(deps, thread, 'CONNECTED', 'threadRestored');
  if (found === undefined) return;
  await asked(deps, found.place, 'roster', () => syncRoster(deps, found.place, deps.messenger.roster(thread)));
};

export const threadRenamed = async (deps: EventDeps, thread: ThreadAddress, name: string): Promise<void> => {
  const found = await teamOf(deps, thread, 'threadRenamed');
  const fields = { name: nameFromTeams(name, '') };
  if (found === undefined || fields.name === '') return;
  await changeTeam(deps, found.place, fields, (before) => eventOf(before, fields));
};

export const membersAdded = async (
  deps: EventDeps,
  thread: ThreadAddress,
  people: readonly RosterPerson[],
): Promise<void> => {
  const found = await teamOf(deps, thread, 'membersAdded');
  if (found !== undefined) await joinTeam(deps, found.place, people);
};

export const membersRemoved = async (
  deps: EventDeps,
  thread: ThreadAddress,
  teamsUserIds: readonly string[],
): Promise<void> => {
  const found = await teamOf(deps, thread, 'membersRemoved');
  if (found === undefined) return;
  const { orgId, teamId } = found.place;
  const removed = new Set(teamsUserIds);
  const gone = (await allMembers(inOrg(deps.store, orgId), teamId))
    .map((row) => row.value)
    .filter((one) => one.leftOn === null && one.teamsUserId !== null && removed.has(one.teamsUserId));
  await leaveTeam(
    deps,
    found.place,
    gone.map((one) => one.memberId),
  );
};
