import { toInstant } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { deleteRows, writeOutbox } from '../../../bot/src/services/runs/writeOutboxAndDueRows.ts';
import { newMessage } from '../../../bot/src/services/runs/buildRunMessages.ts';
import { openTablesStore } from '../../../bot/src/store/tables/openTables.ts';
import { aDate, aMeetingId, anOrgId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { randomFrom } from '../../support/data/seededRandom.ts';
import { virtualTime } from '../../support/data/virtualTime.ts';
import { usualLatency } from '../../support/fakes/tableService/callLatency.ts';
import { noRates } from '../../support/fakes/tableService/tableRates.ts';
import { createTableService } from '../../support/fakes/tableService/tableService.ts';

const at = '2026-11-20T09:00:00Z';

// All messages of a tenant are rows of one partition, so the rate of the partition limits how fast they are written and
// deleted.
it('writes and deletes 2,000 messages that are due at once if the table service accepts only 200 rows a second', async () => {
  const time = virtualTime(at);
  const service = createTableService({
    ...{
      now: () => time.now(),
      sleep: (ms) => time.sleep(ms),
      latency: usualLatency,
      rates: { ...noRates, partitionASecond: 200 },
    },
  });
  await time.run(async () => {
    const store = await openTablesStore({
      ...{ url: service.url, credential: service.credential, httpClient: service.httpClient },
      patience: { random: randomFrom(1), sleep: (ms) => time.sleep(ms), deadline: (ms) => time.deadline(ms) },
    });
    const instants = { at: toInstant(Date.parse(at)), notAfter: toInstant(Date.parse(at) + 3_600_000) };
    const run = { orgId: anOrgId(), teamId: aTeamId(), meetingId: aMeetingId(), date: aDate('2026-11-20') };
    const messages = Array.from({ length: 2_000 }, (_, index) =>
      newMessage(run, 'prompt.1', `member${index}`, instants),
    );
    const written = await writeOutbox(store, messages);
    expect(written).toHaveLength(messages.length);
    await deleteRows(
      store,
      'Outbox',
      written.map(({ key }) => key),
    );
    expect(service.account.size().entities).toBe(0);
    await store.close();
  });
  const throttled = [...service.loads().values()].some(({ throttles }) => throttles > 0);
  expect(throttled).toBe(true);
});
