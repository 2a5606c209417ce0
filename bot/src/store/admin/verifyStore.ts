import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { decode } from '../rowCodec.ts';
import type { StoredRow, Table, TableAdmin } from '../tableStorePort.ts';
import type { Finding, FindingReport } from './storeCheckFinding.ts';
import { gatherStore, nothingYet } from './gatherRowsToCheck.ts';
import type { GatheredStore } from './gatherRowsToCheck.ts';
import { isWellFormed, isAtItsKey } from './checkKeyFormAndFields.ts';
import { kindOf } from './kindOfRow.ts';
import type { AnyFormat } from './kindOfRow.ts';
import { checkBilling } from './checkBilling.ts';
import { buildFormat } from '../storeFormatAndFillingMark.ts';
import { storeFormat } from '../kinds/operations/storeFormat.ts';
import { checkOrgs } from './checkOrganisationsAndPointers.ts';
import { checkTeam } from './checkRowsInsideTeam.ts';
import { addTeamRow, noRows } from './gatherTeamRows.ts';

// Checks the invariants of the store, which must hold after any sequence of calls, crashes and races.

export interface Verdict {
  readonly rows: number;
  readonly findings: readonly Finding[];
}

const everyRow = async function* (admin: TableAdmin, table: Table): AsyncGenerator<StoredRow> {
  let continuation: string | undefined;
  do {
    const page = await admin.scanAll(table, continuation === undefined ? {} : { continuation });
    yield* page.rows;
    continuation = page.continuation;
  } while (continuation !== undefined);
};

interface Parsed {
  readonly kind: AnyFormat;
  readonly value: unknown;
}

/** Parses a row. Reports a finding and returns undefined if the row cannot be parsed. */
const parse = (report: FindingReport, table: Table, row: StoredRow, isNewer: boolean): Parsed | undefined => {
  const format = kindOf(table, row);
  // If a newer version also uses the store, a row of an unknown kind is no finding.
  if (format === undefined && isNewer) return undefined;
  if (format === undefined || !isWellFormed(table, row)) {
    report(table, row, 'has a key that the data model does not define');
    return undefined;
  }
  let value: unknown;
  try {
    value = decode(format, row.values);
  } catch {
    report(table, row, `cannot be read in format ${String(row.values['v'])}`);
    return undefined;
  }
  if (!isAtItsKey(format, row, value)) report(table, row, 'is not stored under the key of its fields');
  return { kind: format, value };
};

/** These tables are read before Team, because the checks of Team need their rows. */
const gatheredTables: readonly Table[] = ['Dir', 'Accounts', 'Org', 'Usage', 'Due', 'Outbox', 'Sys'];

/**
 * True if an answer to which the ledger refers may already be deleted. The ledger is kept when answers are deleted with
 * their team, with their organisation, or at the end of the retention period.
 */
const mayBeGone = ({ orgs, meetingTeams }: GatheredStore, orgId: OrgId, meetingId: string): boolean =>
  !meetingTeams.has(`${orgId}|${meetingId}`) || orgs.get(orgId)?.retentionDays != null;

/**
 * Checks that the answers in the ledger exist. The instant of a stored answer may be later than in the ledger, because
 * the answer was edited.
 */
const checkLedger = (all: GatheredStore, events: ReadonlyMap<string, string>, report: FindingReport): void => {
  for (const [name, { event, key }] of all.ledger) {
    const meetingId = event.meetingId ?? '';
    if (event.event !== 'ANSWER' || mayBeGone(all, (key.pk.split('|')[0] ?? '') as OrgId, meetingId)) continue;
    if ((events.get(`${name}|${meetingId}`) ?? '') < event.at)
      report('Usage', key, 'names an answer that does not exist');
  }
};

const hasNewerRows = async (admin: TableAdmin): Promise<boolean> => {
  for await (const row of everyRow(admin, 'Sys'))
    if (kindOf('Sys', row) === storeFormat) return Number(row.values['format']) > buildFormat.format;
  return false;
};

const pass = async (admin: TableAdmin): Promise<Verdict> => {
  const findings: Finding[] = [];
  const report: FindingReport = (table, { pk, rk }, what) => findings.push({ table, key: { pk, rk }, what });
  const all = nothingYet();
  const isNewer = await hasNewerRows(admin);
  let rows = 0;
  for (const table of gatheredTables)
    for await (const row of everyRow(admin, table)) {
      rows += 1;
      const parsed = parse(report, table, row, isNewer);
      if (parsed !== undefined) gatherStore(all, parsed.kind, parsed.value, row);
    }
  const events = new Map<string, string>();
  let team = noRows('');
  const endTeam = (): void => {
    if (team.pk !== '') checkTeam({ all, report, events }, team);
  };
  for await (const row of everyRow(admin, 'Team')) {
    rows += 1;
    const parsed = parse(report, 'Team', row, isNewer);
    if (row.pk !== team.pk) {
      endTeam();
      team = noRows(row.pk);
    }
    if (parsed !== undefined) addTeamRow(team, parsed.kind, parsed.value, row);
  }
  endTeam();
  checkOrgs(all, report);
  checkLedger(all, events, report);
  checkBilling(all, report);
  return { rows, findings };
};

const nameOf = ({ table, key, what }: Finding): string => `${table} ${key.pk} ${key.rk} ${what}`;

/**
 * Reads all tables and reports violated invariants. A store in use may change between two tables, so a finding counts
 * only if a second pass finds it again.
 */
export const verifyStore = async (admin: TableAdmin): Promise<Verdict> => {
  const first = await pass(admin);
  if (first.findings.length === 0) return first;
  const before = new Set(first.findings.map(nameOf));
  const second = await pass(admin);
  return { rows: second.rows, findings: second.findings.filter((finding) => before.has(nameOf(finding))) };
};
