import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import { toInstant } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { createAccountWorkReads } from '../../../bot/src/jobs/outbox/readDueAccountWork.ts';
import { queueEmail, queuePurge } from '../../../bot/src/services/core/queueEmailsAndPurges.ts';
import { accountWork } from '../../../bot/src/store/kinds/emails/accountOutboxWork.ts';
import { outside, readAs } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { beatOf, fakeMail, registrationWorld } from '../../support/worlds/registrationWorldAndFakeMail.ts';
import type { RegistrationWorld } from '../../support/worlds/registrationWorldAndFakeMail.ts';

// A read of the emails of a shard ends after 1,000 rows.

const shard = shardOf('ann@example.test' as OrgId);

/** Returns texts whose work is in the shard of the emails to Ann. */
const inShardOfAnn = function* (textOf: (number: number) => string): Generator<string> {
  for (let number = 0; ; number += 1) {
    const text = textOf(number);
    if (shardOf(text as OrgId) === shard) yield text;
  }
};
const [bob = ''] = inShardOfAnn((number) => `bob${number}@example.test`);

const queue = (world: RegistrationWorld, address: string, times = 1): Promise<unknown> =>
  Promise.all(Array.from({ length: times }, () => queueEmail(world.deps, { kind: 'IN_USE', address, locale: 'en' })));
const minutes = async (world: RegistrationWorld, count: number): Promise<void> => {
  for (let minute = 0; minute < count; minute += 1) {
    world.clock.advance({ minutes: 1 });
    await world.beat();
  }
};
const sentTo = ({ mail }: RegistrationWorld, address: string) => mail.sent.filter(({ to }) => to === address);

describe('an email behind more than 1,000 older emails', () => {
  it('is sent within minutes although a limit holds the older ones back', async () => {
    const world = registrationWorld();
    await queue(world, 'ann@example.test', 1_010);
    await minutes(world, 1);
    await queue(world, bob);
    await minutes(world, 3);
    expect(sentTo(world, bob)).toHaveLength(1);
    // The limit of Ann's address: three emails in 15 minutes.
    expect(sentTo(world, 'ann@example.test')).toHaveLength(3);
  });

  it('is sent within minutes although the older ones are parked', async () => {
    const world = registrationWorld();
    await queue(world, 'ann@example.test', 1_010);
    for (const row of await rowsOf(world.store.admin, 'Outbox')) {
      const { value, etag } = readAs(accountWork, row);
      await outside(world.store).replace(accountWork, value, { ...value, parkedReason: 'UNCONFIRMED' }, etag);
    }
    await minutes(world, 1);
    await queue(world, bob);
    await minutes(world, 3);
    expect(world.mail.sent.map(({ to }) => to)).toEqual([bob]);
  });

  it('is sent by another instance that takes over in the middle of the older ones', async () => {
    const world = registrationWorld();
    await queue(world, 'ann@example.test', 1_010);
    await minutes(world, 1);
    await queue(world, bob);
    const other = fakeMail();
    const beat = beatOf(world.deps, other);
    for (let minute = 0; minute < 3; minute += 1) {
      world.clock.advance({ minutes: 1 });
      await beat();
    }
    expect(other.sent.map(({ to }) => to)).toEqual([bob]);
  });
});

it('an email that failed is retried although 1,000 new rows become due before each read', async () => {
  const world = registrationWorld();
  await queue(world, bob);
  world.mail.fault = { kind: 'LATER' };
  const subjects = inShardOfAnn((number) => `code${number}`);
  for (let minute = 0; minute < 6; minute += 1) {
    // A purge is due ten minutes after the expiry of its row.
    const at = toInstant(world.clock.now() - 10 * 60_000);
    for (let each = 0; each < 1_000; each += 1)
      await queuePurge(world.store, { at, removes: 'CODE', subject: String(subjects.next().value) });
    await minutes(world, 1);
    // The first read contains the email, and its send fails.
    world.mail.fault = null;
  }
  expect(sentTo(world, bob)).toHaveLength(1);
});

it('a read returns a part of 2,500 waiting rows, without their values, and the reads of a round return each', async () => {
  const world = registrationWorld();
  await queue(world, 'ann@example.test', 2_500);
  world.clock.advance({ minutes: 1 });
  const all = (await rowsOf(world.store.admin, 'Outbox')).map(({ rk }) => rk);
  const read = createAccountWorkReads(world.deps);
  const parts = [await read(shard), await read(shard), await read(shard)];
  for (const part of parts) {
    expect(part.length).toBeLessThan(2_000);
    expect(part.every(({ values }) => Object.keys(values).length === 0)).toBe(true);
  }
  expect(new Set(parts.flat().map(({ rk }) => rk))).toEqual(new Set(all));
  expect((await read(shard))[0]?.rk).toBe(parts[0]?.[0]?.rk);
});
