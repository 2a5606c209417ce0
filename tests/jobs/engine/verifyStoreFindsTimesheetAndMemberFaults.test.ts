import { outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { nightly } from '../../../bot/src/store/kinds/dataLifecycle/nightlyWork.ts';
import type { Values } from '../../../bot/src/store/tableStorePort.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import { aDate } from '../../support/data/idDateAndRecordBuilders.ts';
import {
  removeRows,
  changeRows,
  copyRow,
  indexWeek,
  eraseWords,
  unusedId,
  itFindsEach,
} from '../../support/worlds/plantFaultsInStore.ts';
import type { PlantedFault } from '../../support/worlds/plantFaultsInStore.ts';

// Tests that verify-store finds planted faults in timesheets, members, pointers and the search index.

const aCard = { who: unusedId, submission: 1, reason: null, conversationId: 'a', activityId: '1', digest: 'd' };

/** Plants the cards about a week of a timesheet beside a week that was never submitted. */
const plantCards = (store: SqliteStore, values: Values): Promise<void> =>
  copyRow(store, 'Team', /^W\|/, ({ rk, values: { monday = '', memberId = '' } }) => ({
    rk: rk.replace('W', 'V'),
    values: { v: 1, monday, memberId, asked: 0, j_cards: '[]', ...values },
  }));

const faults: readonly PlantedFault[] = [
  [
    'a sheet with a wrong sum',
    (store) => changeRows(store, 'Team', /^S\|/, { minutes: 1 }),
    /Team sheet .*has 1 minutes/,
  ],
  [
    'a sheet with wrong sums by meeting',
    (store) => changeRows(store, 'Team', /^S\|/, { j_byMeeting: '{"-":120}' }),
    /Team sheet .*by meeting/,
  ],
  [
    'a week submitted by no change',
    (store) => changeRows(store, 'Team', /^W\|/, { submission: 1 }),
    /Team week .*a change that does not exist/,
  ],
  [
    'cards about a change that the week does not have',
    (store) => plantCards(store, { told: 1 }),
    /Team weekCards .*announces a change/,
  ],
  [
    'cards for a week that was not submitted',
    (store) => plantCards(store, { told: 0, j_cards: JSON.stringify([aCard, aCard]) }),
    /Team weekCards .*was not submitted/,
  ],
  [
    'an admin asked twice',
    (store) => plantCards(store, { told: 0, j_cards: JSON.stringify([aCard, aCard]) }),
    /Team weekCards .*asked an admin twice/,
  ],
  ['a sheet without its week', (store) => removeRows(store, 'Team', /^W\|/), /Team sheet .*no W row/],
  ['a meeting without its pointer', (store) => removeRows(store, 'Org', /^g\|/), /Team meeting .*g pointer/],
  ['a member without access', (store) => removeRows(store, 'Org', /^mt\|/), /Team teamMember .*no mt pointer/],
  ['a team without its member', (store) => removeRows(store, 'Org', /^tm\|/), /Team teamMember .*no tm pointer/],
  [
    'a day on which reminders come again that never stopped',
    (store) => changeRows(store, 'Team', /^M\|/, { isMuted: false, mutedUntil: '2026-11-21' }),
    /Team teamMember .*is not muted/,
  ],
  ['a member of no organisation', (store) => removeRows(store, 'Org', /^mem\|/), /Team teamMember .*is no member/],
  [
    'a person nobody finds',
    (store) => removeRows(store, 'Accounts', /^m$/),
    /Org orgMember .*aad pointer does not name this member/,
  ],
  [
    'a tenant that leads elsewhere',
    (store) => changeRows(store, 'Dir', /^o$/, { orgId: unusedId }),
    /Org org .*tenant/,
  ],
  [
    'an invitation that leads elsewhere',
    (store) => changeRows(store, 'Dir', /^o$/, { orgId: unusedId }),
    /Org orgMember .*mem/,
  ],
  [
    'a thread that leads elsewhere',
    (store) => changeRows(store, 'Dir', /^t$/, { teamId: unusedId }),
    /Team team .*thr pointer/,
  ],
  [
    'an index without the words of an answer',
    async (store, world) => {
      await indexWeek(store, world);
      await removeRows(store, 'Team', /^I\|0/);
    },
    /Team searchProgress .*lacks words of answers of the week of 2026-11-16/,
  ],
  [
    'an index with the words of an erased answer',
    async (store, world) => {
      await indexWeek(store, world);
      await eraseWords(store);
    },
    /Team searchWords .*holds words that no stored answer has/,
  ],
  [
    'an index with the words of a removed day after the nightly work',
    async (store, world) => {
      await indexWeek(store, world);
      await removeRows(store, 'Team', /^D\|.*\|a\|/);
      await changeRows(store, 'Org', /^org$/, { retentionDays: 30 });
      await outside(store).insert(nightly, { shard: shardOf(world.orgId) }, { day: aDate('2026-12-21') });
    },
    /Team searchWords .*holds words that no stored answer has/,
  ],
  [
    'words of a week that the index does not have',
    async (store, world) => {
      await indexWeek(store, world);
      await changeRows(store, 'Team', /^I$/, { indexedTo: '2026-11-16', writtenTo: '2026-11-16' });
    },
    /Team searchWords .*holds the words of a week that was never written/,
  ],
  [
    'rows of a deleted organisation',
    (store) => changeRows(store, 'Org', /^org$/, { state: 'DELETED' }),
    /Due due .*belongs to a deleted organisation/,
  ],
  [
    'rows of no organisation',
    (store) => removeRows(store, 'Org', /^org$/),
    /Team team .*an organisation that does not exist/,
  ],
];

itFindsEach(faults);
