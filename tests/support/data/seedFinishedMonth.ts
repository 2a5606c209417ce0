import { encode } from '../../../bot/src/store/rowCodec.ts';
import { orgIndex } from '../../../bot/src/store/kinds/organisations/organisationIndex.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { usage } from '../../../bot/src/store/kinds/billing/usageLedger.ts';
import type { Row, Table } from '../../../bot/src/store/tableStorePort.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aMemberId, anInstant, anOrgId } from './idDateAndRecordBuilders.ts';

// Seeds organisations whose month is over and whose members were all active in November 2026.

/** Five minutes after the end of November, when a server begins to close that month. */
export const monthIsOver = '2026-12-01T00:05:00Z';

const people = Array.from({ length: 50 }, (_, index) => aMemberId(`person ${index}`));
const createdOn = anInstant('2026-10-15T09:00:00Z');
const trialEndsAt = anInstant('2026-11-15T09:00:00Z');
const at = anInstant('2026-11-20T09:00:00Z');

export const seedFinishedMonth = async ({ admin }: SqliteStore, organisations: number): Promise<void> => {
  const rows = new Map<Table, Row[]>([
    ['Dir', []],
    ['Org', []],
    ['Usage', []],
  ]);
  for (let index = 0; index < organisations; index += 1) {
    const orgId = anOrgId(`org ${index}`);
    const shared = { orgId, name: `Organisation ${index}`, state: 'ACTIVE', trialEndsAt } as const;
    const settings = { retentionDays: null, requireSecondFactor: false, microsoftOnly: false, isAutomatic: false };
    rows.get('Dir')?.push({ ...orgIndex.at(null, { orgId }), values: encode(orgIndex, shared) });
    rows.get('Org')?.push({
      ...org.at(orgId, undefined),
      values: encode(org, { ...shared, ...settings, tid: null, createdOn }),
    });
    for (const memberId of people)
      rows.get('Usage')?.push({
        ...usage.at(orgId, { month: '202611', memberId }),
        values: encode(usage, { memberId, event: 'ANSWER', at, meetingId: null }),
      });
  }
  for (const [table, list] of rows)
    for (let from = 0; from < list.length; from += 5000) await admin.bulkPut(table, list.slice(from, from + 5000));
};
