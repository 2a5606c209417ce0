import { spawn } from 'node:child_process';
import { translateFor } from '../../../bot/src/translate.ts';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { createInterface } from 'node:readline';
import type { MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { meetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { MeetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { QuietHours } from '#contracts/people/quietHours.ts';
import { createUlids } from '../../../bot/src/gateways/ulidGenerator.ts';
import { storeMeeting } from '../../../bot/src/services/meetings/storeMeeting.ts';
import type { TableAdmin, TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { openTablesStore } from '../../../bot/src/store/tables/openTables.ts';
import { azuriteCredential } from '../../support/fakes/azurite.ts';
import { aMeetingDraft, anOrgId, aTeamId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import type { FakeConnector } from '../../support/fakes/fakeConnector.ts';
import { cachedProgram } from '../../support/files/freePortsAndBundledPrograms.ts';
import { aTeamMember, seedPeople, seedTenant } from '../../support/data/seedTenantsAndTeamMembers.ts';
import { faultsIn } from '../../support/worlds/teamWorldWithEngine.ts';
import { blockerMessageIn } from './blockerWeekScriptAndOwedMessages.ts';
import { isDigestText, seedDigest } from './seedAndCountDigests.ts';
import type { EnginePlan } from './engineProcessPlan.ts';

// Starts engine processes on one store file, and reads the messages that arrived at the fake chat service.

export interface Place {
  /** Path of a store file, or address of a local table service. */
  readonly file: string;
  readonly orgId: OrgId;
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
  readonly members: readonly MemberId[];
}

const tid = 'tenant';

const openStore = async (file: string): Promise<TableStore & { readonly admin: TableAdmin }> =>
  file.startsWith('http') ? openTablesStore({ url: file, credential: azuriteCredential }) : openSqliteStore({ file });

interface Seeded {
  readonly serviceUrl: string;
  readonly people: number;
  readonly at: number;
  /** Quiet hours by position of the member. */
  readonly quiet?: ReadonlyMap<number, QuietHours>;
  /** Fields of the meeting that differ from the defaults of `seedFile`. */
  readonly meeting?: Partial<MeetingDraft>;
  /**
   * Minutes after midnight UTC at which the digest of seedAndCountDigests.ts is due; undefined if the team has no
   * digest.
   */
  readonly digestAt?: number;
}

/** Creates a store with one team and a meeting at 09:00 UTC for two hours, saved at the instant `at`. */
export const seedFile = async (
  file: string,
  { serviceUrl, people, at, quiet = new Map(), meeting: change = {}, digestAt }: Seeded,
): Promise<Place> => {
  const store = await openStore(file);
  const [orgId, teamId] = [anOrgId(), aTeamId()];
  await seedTenant(store, orgId, tid);
  const members = Array.from({ length: people }, (_, value) =>
    aTeamMember(`p${value}`, { tid, serviceUrl, quietHours: quiet.get(value) ?? null }),
  );
  await seedPeople(store, { orgId, teamId, tid, threadId: '19:general@thread.tacv2', serviceUrl }, members);
  const ids = members.map((member) => member.memberId);
  const [creator] = ids;
  if (creator === undefined) throw new Error('A team has people.');
  const clock = { now: () => at };
  const draft = meetingDraft.parse(
    aMeetingDraft({
      ...{ name: 'Daily', time: 540, timezone: aZone('UTC'), reportSummaryTime: 120, members: ids, teamId },
      ...{ publicBroadcastMessage: 'broadcast', firstReminderMessage: 'reminder1', secondReminderMessage: 'reminder2' },
      ...change,
    }),
  );
  const actor = {
    orgId,
    userId: null,
    memberId: creator,
    name: 'p0',
    role: 'admin',
    teamIds: [teamId],
    locale: 'en',
  } as const;
  const deps = {
    store,
    clock,
    newId: createUlids(clock),
    meetingTypes: ['STANDUP'] as const,
    translateFor: translateFor,
  };
  const meeting = await storeMeeting(deps, actor, draft);
  if (digestAt !== undefined) await seedDigest(deps, actor, { members: ids, minute: digestAt });
  await store.close();
  return { file, orgId, teamId, meetingId: meeting.id, members: ids };
};

export interface EngineProcess {
  readonly child: ChildProcess;
  /** Lines that the process has printed. */
  readonly lines: readonly string[];
  /** Resolves when the process prints a matching line; rejects if it ends first. */
  hears(line: RegExp): Promise<string>;
  /** Resolves to all printed lines after the process has ended. */
  readonly ended: Promise<readonly string[]>;
}

type Wanted = Partial<Omit<EnginePlan, keyof Place>>;

export const startEngine = (place: Place, wanted: Wanted): EngineProcess => {
  const plan: EnginePlan = {
    ...{ mode: 'days', start: 0, until: 0, offsetMs: 0, settings: {}, kills: {}, signal: 'SIGKILL' },
    ...{ build: 'THIS', hasBlockers: false, keepsTime: false },
    ...place,
    ...wanted,
  };
  const child = spawn(
    process.execPath,
    [...cachedProgram('tests/load/engine/engineProcess.ts'), JSON.stringify(plan)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const resume of waiting) resume();
  };
  let isOver = false;
  const reader = createInterface(child.stdout);
  reader.on('line', (line) => {
    lines.push(line);
    wake();
  });
  const ended = Promise.all([once(child, 'exit'), once(reader, 'close')]).then(() => {
    isOver = true;
    wake();
    return lines;
  });
  return {
    child,
    lines,
    ended,
    hears: (wantedLine) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const match = lines.find((line) => wantedLine.test(line));
          if (match === undefined && !isOver) return;
          waiting.delete(check);
          if (match === undefined)
            reject(new Error(`It ended without ${wantedLine.source}: ${lines.slice(-5).join(' · ')}`));
          else resolve(match);
        };
        waiting.add(check);
        check();
      }),
  };
};

const countIn = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1);
};

const lastOf = (lines: readonly string[], word: string): string | undefined =>
  lines.findLast((line) => line.startsWith(`${word} `))?.slice(word.length + 1);

export const lastNow = (lines: readonly string[]): number | undefined => {
  const instant = lastOf(lines, 'now');
  return instant === undefined ? undefined : Number(instant);
};
export const lastInFlight = (lines: readonly string[]): number => Number(lastOf(lines, 'inflight') ?? '0');

/**
 * Returns the number of arrivals of each message, such as "prompt 2026-11-20 MEMBER". A first message needs two
 * requests to Teams, of which only the message counts.
 */
export const arrived = (connector: FakeConnector): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { kind, body } of connector.requests) {
    const text = JSON.stringify(body);
    const isChannel = kind === 'create' && text.includes('"activity"');
    if (kind !== 'send' && !isChannel) continue;
    if (isDigestText(text) || (!isChannel && blockerMessageIn(text) !== undefined)) continue;
    const summary = /"summary":"(reminder[12])"/.exec(text)?.[1];
    const date = (isChannel ? /date=(\d{4}-\d\d-\d\d)/ : /"date":"(\d{4}-\d\d-\d\d)"/).exec(text)?.[1] ?? '';
    const who = isChannel ? '' : (/"memberId":"(\w{26})"/.exec(text)?.[1] ?? '');
    const asked = text.includes('You snoozed this.') ? 'again' : 'prompt';
    const what = isChannel ? (text.includes('"broadcast"') ? 'broadcast' : 'summary') : (summary ?? asked);
    countIn(counts, `${what} ${date} ${who}`.trim());
  }
  return counts;
};

/** Returns the number of arrivals of each message about a blocker, such as "reminder 2026-11-24 p1". */
export const blockerMessagesArrived = (connector: FakeConnector): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { body } of connector.of('send')) {
    const text = JSON.stringify(body);
    const name = isDigestText(text) ? undefined : blockerMessageIn(text);
    if (name !== undefined) countIn(counts, name);
  }
  return counts;
};

/** Returns the texts of the posted summaries by date. A date has several if a post was repeated. */
export const summariesArrived = (connector: FakeConnector): Map<string, readonly string[]> => {
  const texts = new Map<string, string[]>();
  for (const { body } of connector.of('create')) {
    const text = JSON.stringify(body);
    if (!text.includes('"activity"') || text.includes('"broadcast"') || isDigestText(text)) continue;
    const date = /date=(\d{4}-\d\d-\d\d)/.exec(text)?.[1] ?? '';
    texts.set(date, [...(texts.get(date) ?? []), text]);
  }
  return texts;
};

export const doubled = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count - 1, 0);

/** Returns the faults that verify-store finds in a store. */
export const faultsAt = async (file: string): Promise<string[]> => {
  const store = await openStore(file);
  const faults = await faultsIn(store);
  await store.close();
  return faults;
};

/** Returns the faults that verify-store finds in a file, and any damage of the file itself. */
export const faultsInFile = async (file: string): Promise<string[]> => {
  const store = openSqliteStore({ file });
  const faults = await faultsIn(store);
  const integrity = store.integrityCheck();
  await store.close();
  return integrity === 'ok' ? faults : [...faults, integrity];
};

/** Stops the engines as a host does, and returns the errors that they printed. */
export const stopAll = async (engines: readonly EngineProcess[]): Promise<string[]> => {
  for (const { child } of engines) child.kill('SIGTERM');
  return (await Promise.all(engines.map((engine) => engine.ended))).flat().filter((line) => line.startsWith('error '));
};

/** Polls a condition for at most `seconds` seconds, because other processes send the messages and report no event. */
export const until = async (isSo: () => boolean, seconds: number): Promise<void> => {
  for (let tries = 0; tries < seconds * 5 && !isSo(); tries += 1) await wait(200);
};

/** Returns the members who received the prompt of the day. */
export const prompted = (connector: FakeConnector, { members }: Pick<Place, 'members'>): string[] => {
  const counts = arrived(connector);
  return members.filter((memberId) => counts.has(`prompt 2026-11-20 ${memberId}`));
};

/**
 * Deletes the leases repeatedly, so that several processes believe that they hold all shards. Closes the store at the
 * end.
 */
export const tearLeases = (store: TableStore, everyMs: number): (() => Promise<void>) => {
  const end = new AbortController();
  const tear = async (): Promise<void> => {
    for (const { pk, rk, etag } of (await store.scan('Sys', 'lease', { from: '0', to: '9' })).rows)
      await store.delete('Sys', { pk, rk }, etag).catch(() => undefined);
    await wait(everyMs);
  };
  const work = (async (): Promise<void> => {
    while (!end.signal.aborted) await tear();
    await store.close();
  })();
  return () => {
    end.abort();
    return work;
  };
};
