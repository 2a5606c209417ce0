import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import { AppError } from '#contracts/errors.ts';
import { zoneId } from '#contracts/ids.ts';
import type { LocalDate, OrgId, TeamId } from '#contracts/ids.ts';
import { ui } from '#contracts/limits.ts';
import type { AuditEntry, orgAudit as orgAuditCall } from '#contracts/org.ts';
import { revMs } from '../domain/ids.ts';
import { addDays, compareDates, instantOf, localDateAt } from '../domain/time.ts';
import { readAs, scanRows } from '../store/kind.ts';
import type { Records, ValueOf } from '../store/kind.ts';
import { orgTeam } from '../store/kinds/org.ts';
import { orgActivity, teamActivity } from '../store/kinds/run.ts';
import { teamPartition } from '../store/kinds/team.ts';
import { prefixRange } from '../store/port.ts';
import type { Table } from '../store/port.ts';
import { activityText } from './activity.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import { concernedOrg } from './orgsConcerned.ts';

type Entry = ValueOf<typeof teamActivity>;
type Team = ValueOf<typeof orgTeam>;

interface Source {
  readonly table: Table;
  readonly pk: string;
  readonly team: Team | null;
}

interface Span {
  /** Epoch ms, included. */
  readonly fromMs: number;
  /** Epoch ms, not included. */
  readonly toMs: number;
}

const mostEntries = 10_000;
const utc = zoneId.parse('UTC');

const spanOf = (from: LocalDate | undefined, to: LocalDate | undefined, nowMs: number): Span => {
  const last = to ?? localDateAt(nowMs, utc);
  const first = from ?? addDays(last, 1 - ui.windowDays);
  if (compareDates(first, last) > 0) throw new AppError('INVALID_INPUT', { message: 'org.dateOrder' });
  return { fromMs: Math.max(0, instantOf(first, 0, utc)), toMs: Math.max(1, instantOf(addDays(last, 1), 0, utc)) };
};

/** The objects a log speaks of: a log is ordered by object first, so each is found by leaping over the one before. */
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

/** Newest first within each object. */
const entriesOf = async function* (records: Records<OrgId>, source: Source, span: Span): AsyncGenerator<Entry> {
  const kind = source.team === null ? orgActivity : teamActivity;
  for await (const objectId of objectsOf(records, source)) {
    const prefix = `L|${objectId}|`;
    const range = { from: `${prefix}${revMs(span.toMs - 1)}`, to: `${prefix}${revMs(span.fromMs)}}` };
    for await (const row of scanRows(records.store, source.table, source.pk, range)) yield readAs(kind, row).value;
  }
};

const sourcesOf = async (records: Records<OrgId>): Promise<Source[]> => {
  const teams = await records.list(orgTeam, { teamId: '' as TeamId }, prefixRange('team|'));
  return [
    { table: orgActivity.table, pk: records.scope, team: null },
    ...teams.map(({ value: team }) => ({
      table: teamActivity.table,
      pk: teamPartition(records.scope, team.teamId),
      team,
    })),
  ];
};

/** Who changed what, in the whole organisation: of each of its teams, deleted ones too, and of itself. Newest first. */
export const orgAudit = async (
  deps: Pick<Deps, 'store' | 'clock' | 'words'>,
  actor: Actor,
  { from, to, orgId }: ParsedOf<typeof orgAuditCall>,
): Promise<OutputOf<typeof orgAuditCall>> => {
  const { records } = await concernedOrg(deps, actor, orgId);
  const span = spanOf(from, to, deps.clock.now());
  const words = deps.words(actor.locale);
  const items: AuditEntry[] = [];
  const byTime = (a: AuditEntry, b: AuditEntry): number => (a.createdOn < b.createdOn ? 1 : -1);
  for (const source of await sourcesOf(records))
    for await (const entry of entriesOf(records, source, span)) {
      if (items.length === mostEntries) return { items: items.sort(byTime), isComplete: false };
      items.push({
        text: activityText(words, actor.locale, entry),
        username: entry.actor,
        createdOn: entry.at,
        teamId: source.team?.teamId ?? null,
        teamName: source.team?.name ?? null,
        before: entry.before,
        after: entry.after,
      });
    }
  return { items: items.sort(byTime), isComplete: true };
};
