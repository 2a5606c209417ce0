import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { teamsUser } from '../../../bot/src/store/kinds/microsoftAccounts/teamsUser.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { Sender, Thread } from '../../../bot/src/services/tenancy/chatEventTypesAndTextRepair.ts';
import * as installs from '../../../bot/src/services/teamsSync/handleInstallAndTeamEvents.ts';
import { syncSender } from '../../../bot/src/services/teamsSync/senderSyncAndPersonalInstall.ts';
import { aRosterPerson, aSender, fakeChat } from '../fakes/fakeChatWithRostersAndSenders.ts';
import { fakeClock } from '../data/fakeClock.ts';
import { oidOf } from '../data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../data/testDepsAndLogs.ts';

/**
 * Creates a new store and the dependencies of an installation, with a fake Teams whose rosters and channels the test
 * sets.
 */
export const installWorld = () => {
  const store = openSqliteStore({ file: ':memory:' });
  const clock = fakeClock();
  const chat = fakeChat();
  const deps = { ...testDeps(store, clock), messenger: chat.messenger };
  const people = (...names: string[]) => names.map((name) => aRosterPerson(name));
  const install = async (thread: Thread, installer: Sender | null, ...names: string[]) => {
    chat.setRoster(thread, people(...names));
    return installs.handleInstalled(deps, thread, installer);
  };
  const memberOf = async (name: string, tid = 'tenant-contoso') => {
    const row = await outside(store).get(teamsUser, { tid, oid: oidOf(name) });
    if (row === undefined) throw new Error(`${name} is not known`);
    return row.value;
  };
  const placeOf = async (name: string, teamId: Awaited<ReturnType<typeof install>>['teamId']) => {
    const { orgId, memberId } = await memberOf(name);
    return (await inOrg(store, orgId).get(teamMember, { teamId, memberId }))?.value;
  };
  return { store, clock, chat, deps, people, install, memberOf, placeOf };
};

/** Returns the actor that the bot assigns to a person who writes to it now. */
export const actorOf = async (deps: Parameters<typeof syncSender>[0], name: string) =>
  (await syncSender(deps, aSender(name))).actor;
