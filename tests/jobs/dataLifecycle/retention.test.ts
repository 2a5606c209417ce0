import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { createDeletionJobRunner } from '../../../bot/src/jobs/core/deletionAndNightlyJobs.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { deletionWorld, copyOf, lineOf, pollDeletionJobs } from '../../support/worlds/deletionWorld.ts';
import type { DeletionWorld, TableRow } from '../../support/worlds/deletionWorld.ts';
import {
  addressHash,
  chooseForAddress,
} from '../../../bot/src/services/summaryEmails/summaryConsentsAndAddressHash.ts';
import { consentIn } from '../../support/data/approveAddressesAndReadConsent.ts';
import { addressIn, idsIn } from '../../support/data/seededIdsAndNames.ts';
import { failingStore } from '../../support/store/storeFailingAtNthCall.ts';
import { kindOf } from '../../../bot/src/store/admin/kindOfRow.ts';
import { callsBetweenFaults } from '../../support/store/callsBetweenFaults.ts';

const { orgId, teamId } = idsIn('contoso');
// The rows belong to 19 and 20 November and to the week until the 22nd. With a retention of 30 days, all of them have
// expired on 23 December.
const dayBefore = '2026-12-19T23:00:00Z';
const over = '2026-12-23T01:00:00Z';

const worldKeeping = async (retentionDays: number | null): Promise<DeletionWorld> => {
  const world = await deletionWorld();
  const records = inOrg(world.store, orgId);
  const row = await records.get(org, undefined);
  if (row !== undefined) await records.replace(org, undefined, { ...row.value, retentionDays }, row.etag);
  return world;
};

const own = (rows: readonly TableRow[]): TableRow[] =>
  rows.filter((row) => row.pk === orgId || row.pk === `${orgId}|${teamId}`);
const kindsOf = (rows: readonly TableRow[]): string[] =>
  [...new Set(rows.map((row) => kindOf(row.table, row)?.name ?? row.rk))].sort();
const notNights = (lines: readonly string[]): string[] => lines.filter((line) => !line.includes('night|'));

const pollForAnHour = async (world: DeletionWorld): Promise<void> => {
  for (const minutes of [0, 30, 30]) {
    world.clock.advance({ minutes });
    await pollDeletionJobs(world.deps);
  }
};

describe('the retention of an organisation', () => {
  it('the retention of an organisation is everything by default', async () => {
    const world = await worldKeeping(null);
    const before = await world.lines();
    world.clock.set('2035-01-01T01:00:00Z');
    await pollDeletionJobs(world.deps);
    // A draft of a finished run can no longer be sent, so it is deleted whatever the retention is.
    const kept = (lines: readonly string[]): string[] =>
      lines.filter((line) => !line.includes('cascade|') && !line.includes(' F|'));
    expect(kept(notNights(await world.lines()))).toEqual(kept(before));
  });

  it('is limited to the chosen days: older rows are deleted the next night, settings stay', async () => {
    const world = await worldKeeping(30);
    const before = await world.rows();
    world.clock.set(dayBefore);
    await pollDeletionJobs(world.deps);
    expect(own(await world.rows())).toHaveLength(own(before).length);
    world.clock.set(over);
    // The server was off for more than two days, so its clock is believed after an hour.
    await pollForAnHour(world);
    const after = await world.rows();
    const left = new Set(after.map((row) => lineOf(row, true)));
    const gone = before.filter((row) => !left.has(lineOf(row, true)));
    expect(kindsOf(gone)).toEqual([
      ...[
        'answer',
        'blocker',
        'blockerCards',
        'dayHoliday',
        'daySummary',
        'dayVacation',
        'delivery',
        'digestSending',
        'generatedSummary',
        'history',
        'holiday',
      ],
      ...[
        'orgActivity',
        'orgAuditedAction',
        'plan',
        'run',
        'searchProgress',
        'searchWords',
        'sheet',
        'skip',
        'snooze',
        'summaryConsent',
        'teamActivity',
        'teamAuditedAction',
        'vacation',
        'week',
        'weekCards',
      ],
    ]);
    expect(own(gone)).toHaveLength(gone.length);
    expect(kindsOf(own(after))).toEqual([
      ...[
        'answerDraft',
        'billingProfile',
        'channel',
        'charge',
        'digest',
        'invoice',
        'invoicePage',
        'meeting',
        'meetingName',
        'meetingPointer',
      ],
      ...[
        'memberTeam',
        'org',
        'orgMember',
        'orgTeam',
        'orgUser',
        'payment',
        'searchProgress',
        'summaryConsent',
        'taskMark',
        'team',
        'teamMember',
      ],
      'teamMemberPointer',
      'template',
      'textModel',
      'textModelMonth',
    ]);
  });

  it('is the refusal of an address, even when no report names the address any more', async () => {
    const world = await worldKeeping(30);
    const place = { store: world.store, clock: world.clock, orgId };
    const address = addressIn('contoso', 'former');
    await chooseForAddress(place, orgId, addressHash(address), 'STOP');
    world.clock.set('2027-06-01T01:00:00Z');
    await pollDeletionJobs(world.deps);
    expect(await consentIn(place, address)).toMatchObject({ state: 'UNSUBSCRIBED' });
    expect(await consentIn(place, addressIn('contoso', 'outside'))).toMatchObject({ state: 'AGREED' });
  });

  it('is reached after a kill at any call to the store', async () => {
    const begun = await worldKeeping(30);
    const before = await begun.rows();
    const whole = await copyOf(before, over);
    const counting = failingStore(whole.store, Infinity, 'before');
    await pollDeletionJobs(whole.on(counting.store));
    const expected = await whole.lines();
    const wrong: number[] = [];
    for (let call = 1; call <= counting.calls(); call += callsBetweenFaults) {
      const world = await copyOf(before, over);
      await pollDeletionJobs(world.on(failingStore(world.store, call, 'crash').store)).catch(() => undefined);
      await pollDeletionJobs(world.deps);
      if ((await world.lines()).join() !== expected.join()) wrong.push(call);
    }
    expect(wrong).toEqual([]);
  });

  it('is read once a day by a server, also after the clock moved back', async () => {
    const world = await worldKeeping(30);
    const counted = failingStore(world.store, Infinity, 'before');
    const work = createDeletionJobRunner(world.on(counted.store));
    const run = async (): Promise<number> => {
      const before = counted.calls();
      await work(jobSettings.shards, () => true);
      return counted.calls() - before;
    };
    world.clock.set(over);
    expect(await run()).toBeGreaterThan(32);
    expect(await run()).toBe(0);
    world.clock.advance({ minutes: 5 });
    // After five minutes, the only store call is the scan for waiting deletions.
    expect(await run()).toBe(1);
    const before = await world.lines();
    world.clock.set(dayBefore);
    expect(await run()).toBe(1);
    expect(await world.lines()).toEqual(before);
  });

  it.each(['the same server', 'a server that starts then'])(
    'is read again by %s after a clock was a year ahead and is set back',
    async (who) => {
      const world = await worldKeeping(30);
      const counted = failingStore(world.store, Infinity, 'before');
      const create = () => createDeletionJobRunner(world.on(counted.store));
      const first = create();
      const run = async (work: typeof first): Promise<number> => {
        const before = counted.calls();
        await work(jobSettings.shards, () => true);
        return counted.calls() - before;
      };
      world.clock.set('2027-12-23T01:00:00Z');
      expect(await run(first)).toBeGreaterThan(32);
      world.clock.set(over);
      const next = who === 'the same server' ? first : create();
      expect(await run(next)).toBeGreaterThan(32);
      world.clock.advance({ minutes: 5 });
      expect(await run(next)).toBe(1);
      expect(await run(create())).toBeLessThan(32);
      world.clock.advance({ minutes: 24 * 60 });
      expect(await run(next)).toBeGreaterThan(32);
    },
  );

  it('is not removed while the organisation is being deleted', async () => {
    const world = await worldKeeping(30);
    await inOrg(world.store, orgId).touch(org, undefined, { state: 'DELETING' });
    const before = own(await world.rows());
    world.clock.set(over);
    await pollDeletionJobs(world.deps);
    expect(own(await world.rows())).toEqual(before);
  });
});
