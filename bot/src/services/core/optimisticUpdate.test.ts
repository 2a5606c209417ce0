import type { Instant, MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { asked } from '../../store/kinds/billing/usageLedger.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { openSqliteStore } from '../../store/sqlite/openSqlite.ts';
import { updateOrInsertRow } from './optimisticUpdate.ts';

const memberId = '01ARZ3NDEKTSV4RRFFQ69G5FAV' as MemberId;
const key = { month: '202611', memberId };
const at = (hour: number) => ({ memberId, at: `2026-11-20T0${hour}:00:00.000Z` as Instant });

const aStore = () => inOrg(openSqliteStore({ file: ':memory:' }), 'O' as OrgId);

describe('a row that is updated or inserted', () => {
  it('is inserted if it is missing, and replaced if it is stored', async () => {
    const records = aStore();
    const seen: unknown[] = [];
    for (const hour of [8, 9])
      await updateOrInsertRow(records, asked, key, (value) => {
        seen.push(value);
        return at(hour);
      });
    expect(seen).toEqual([undefined, at(8)]);
    expect((await records.get(asked, key))?.value).toEqual(at(9));
  });

  it('stays unchanged if the change returns undefined', async () => {
    const records = aStore();
    await updateOrInsertRow(records, asked, key, () => undefined);
    expect(await records.get(asked, key)).toBeUndefined();
  });

  it('is read and changed again if another caller inserted or replaced it meanwhile', async () => {
    const records = aStore();
    const get = records.get.bind(records);
    jest.spyOn(records, 'get').mockImplementation(async (kind, place) => {
      const stored = await get(kind, place);
      if (stored === undefined) await records.insert(asked, key, at(7));
      return stored;
    });
    await updateOrInsertRow(records, asked, key, (value) => (value === undefined ? at(8) : at(9)));
    expect((await get(asked, key))?.value).toEqual(at(9));
  });
});
