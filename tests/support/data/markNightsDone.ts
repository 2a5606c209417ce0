import type { Clock } from '../../../bot/src/domain/core/clockPort.ts';
import { addDays, toInstant } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { nightly } from '../../../bot/src/store/kinds/dataLifecycle/nightlyWork.ts';
import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { aDate } from './idDateAndRecordBuilders.ts';

/**
 * Marks the nightly work as done until yesterday, as a server that ran all the time. Without this, a clock that a test
 * sets days ahead delays the closing of months by an hour.
 */
export const markNightsDone = async (store: TableStore, clock: Clock): Promise<void> => {
  const yesterday = addDays(aDate(toInstant(clock.now()).slice(0, 10)), -1);
  for (const shard of jobSettings.shards) {
    const row = await outside(store).get(nightly, { shard });
    if (row !== undefined && row.value.day < yesterday)
      await outside(store).touch(nightly, { shard }, { day: yesterday });
  }
};
