import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { ui } from '#contracts/core/limitsAndProductConstants.ts';
import type { AuditEntry, orgAudit as orgAuditCall } from '#contracts/organisations/organisationCalls.ts';
import { reverseMs } from '../../domain/core/reversedDateKeys.ts';
import { addDays, compareDates, instantOf, localDateAt } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { readAs, scanRows } from '../../store/recordKindsAndAccess.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { orgTeam } from '../../store/kinds/organisations/teamAndChannel.ts';
import { orgActivity, teamActivity } from '../../store/kinds/core/activityLogAndActionIndex.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Table } from '../../store/tableStorePort.ts';
import { activityText } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { ownOrNamedOrganisation } from '../tenancy/ownOrNamedOrganisation.ts';
import { startSlices } from '../core/slicedWork.ts';

type Entry = ValueOf<typeof teamActivity>;
type Team = ValueOf<typeof orgTeam>;

interface Source {
  readonly table: Table;
  readonly pk: string;
  readonly team: Team | null;
}

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

const maxEntries = 10_000;
const utc = zoneId.parse('UTC');

const spanOf = (from: LocalDate | undefined, to: LocalDate | undefined, nowMs: number): Span => {
  const last = to ?? localDateAt(nowMs, utc);
  const first = from ?? addDays(last, 1 - ui.windowDays);
  if (compareDates(first, last) > 0) throw new AppError('INVALID_INPUT', { message: 'org.dateOrder' });
  return { fromMs: Math.max(0, instantOf(first, 0, utc)), toMs: Math.max(1, instantOf(addDays(last, 1), 0, utc)) };
};

/**
 * Yields the ids of the objects that have entries in a log. The keys begin with the object, so each scan reads one key
 * and the next scan begins after the entries of that object.
 */
const objectsOf = async function* (records: Records<OrgId>, { table, pk }: Source): AsyncGenerator<string> {
  const { from: first, to } = prefixRange('L|');
  let from = first;
  for (;;) {
    const page = await records.store.scan(table, pk, { from, to }, { limit: 1, keysOnly: true });
    const objectId = page.rows[0]?.rk.split('|')[1];
    if (objectId === undefined) return;
    yield objectId;
    from = prefixRange(`L|${objectId}|`).to;
  }
};

interface Logged {
  readonly team: Team | null;
  readonly entry: Entry;
  /**
   * Sort key: the instant, then the event key. Event keys are increasing, so they order the entries of the same
   * millisecond.
   */
  readonly key: string;
}

const entriesOf = async function* (records: Records<OrgId>, source: Source, span: Span): AsyncGenerator<Logged> {
  const kind = source.team === null ? orgActivity : teamActivity;
  for await (const objectId of objectsOf(records, source)) {
    const prefix = `L|${objectId}|`;
    const range = { from: `${prefix}${reverseMs(span.toMs - 1)}`, to: `${prefix}${reverseMs(span.fromMs)}}` };
    for await (const row of scanRows(records.store, source.table, source.pk, range)) {
      const entry = readAs(kind, row).value;
      yield { team: source.team, entry, key: `${entry.at}|${row.rk.slice(row.rk.lastIndexOf('|') + 1)}` };
    }
  }
};

const byTime = (a: Logged, b: Logged): number => (a.key < b.key ? 1 : -1);

interface Newest {
  readonly entries: readonly Logged[];
  /** False if older entries were left out because there are more than `maxEntries`. */
  readonly isComplete: boolean;
}

/**
 * Returns the newest entries of all sources. A log is sorted by object and not by time, so every log is read in full.
 * To limit the memory, the list is cut to `maxEntries` whenever it is twice as long.
 */
const newestOf = async (records: Records<OrgId>, sources: readonly Source[], span: Span): Promise<Newest> => {
  let entries: Logged[] = [];
  let isComplete = true;
  const cut = (): void => {
    entries.sort(byTime);
    if (entries.length <= maxEntries) return;
    entries = entries.slice(0, maxEntries);
    isComplete = false;
  };
  for (const source of sources)
    for await (const logged of entriesOf(records, source, span)) {
      entries.push(logged);
      if (entries.length === 2 * maxEntries) cut();
    }
  cut();
  return { entries, isComplete };
};

const sourcesOf = async (records: Records<OrgId>): Promise<Source[]> => {
  const teams = await records.list(orgTeam, undefined, prefixRange('team|'));
  return [
    { table: orgActivity.table, pk: records.scope, team: null },
    ...teams.map(({ value: team }) => ({
      table: teamActivity.table,
      pk: teamPartition(records.scope, team.teamId),
      team,
    })),
  ];
};

/**
 * Returns the changes in the organisation and in all its teams, including deleted teams, with their authors: newest
 * first, at most 10,000.
 */
export const orgAudit = async (
  deps: Pick<Deps, 'store' | 'clock' | 'translateFor'>,
  actor: Actor,
  { from, to, orgId }: ParsedOf<typeof orgAuditCall>,
): Promise<OutputOf<typeof orgAuditCall>> => {
  const { records } = await ownOrNamedOrganisation(deps, actor, orgId);
  const span = spanOf(from, to, deps.clock.now());
  const t = deps.translateFor(actor.locale);
  const { entries, isComplete } = await newestOf(records, await sourcesOf(records), span);
  const pause = await startSlices();
  const items: AuditEntry[] = [];
  for (const { team, entry } of entries) {
    items.push({
      text: activityText(t, actor.locale, entry),
      username: entry.actor,
      createdOn: entry.at,
      teamId: team?.teamId ?? null,
      teamName: team?.name ?? null,
      before: entry.before,
      after: entry.after,
    });
    await pause();
  }
  return { items, isComplete };
};
