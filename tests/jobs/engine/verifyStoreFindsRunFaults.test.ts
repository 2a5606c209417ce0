import { outboxPartition } from '../../../bot/src/store/kinds/outbox/outboxRow.ts';
import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import {
  removeRows,
  changeRows,
  copyRow,
  plantSet,
  unusedId,
  itFindsEach,
} from '../../support/worlds/plantFaultsInStore.ts';
import type { PlantedFault } from '../../support/worlds/plantFaultsInStore.ts';

// Tests that verify-store finds planted faults in reports, runs, deliveries, answers and blockers.

const doNotSpan = /Team run .*its instants do not span its opening and close/;
const faults: readonly PlantedFault[] = [
  [
    'a meeting without its name',
    (store) => removeRows(store, 'Team', /^N\|/),
    /Team meeting .*does not hold its own name/,
  ],
  [
    'two meetings of one name',
    (store) =>
      copyRow(store, 'Team', /^G\|/, ({ values }) => ({ rk: `G|${unusedId}`, values: { ...values, id: unusedId } })),
    new RegExp(`Team meeting .*G.${unusedId}: does not hold its own name`),
  ],
  ['a name that no meeting bears', (store) => removeRows(store, 'Team', /^G\|/), /Team meetingName .*does not exist/],
  [
    'an open run without its close',
    (store) => removeRows(store, 'Due', /\|close\|/),
    /Team run .*neither its close row nor its opening row/,
  ],
  ['a meeting without a next run', (store) => removeRows(store, 'Due', /\|prompt\|/), /Team meeting .*no next run/],
  [
    'a due row that cannot be read',
    (store) => changeRows(store, 'Due', /\|close\|/, { zone: 5 }),
    /Due due .*cannot be read/,
  ],
  [
    'a due row in a wrong place',
    (store) => copyRow(store, 'Due', /\|close\|/, ({ rk }) => ({ rk: rk.replace('close', 'r2') })),
    /Due due .*is not stored under the key/,
  ],
  [
    'an outbox row of another version',
    async (store, { orgId }) => {
      const pk = outboxPartition(shardOf(orgId));
      await store.insert('Outbox', { pk, rk: '20261120090000|prompt.1', values: { v: 99 } });
    },
    /Outbox outbox .*cannot be read in format 99/,
  ],
  [
    'a key with a name in it',
    (store) => copyRow(store, 'Team', /^M\|/, () => ({ rk: 'M|Ann Moreau' })),
    /^Team teamMember #[0-9a-f]{32}: has a key that the data model does not define$/,
  ],
  ['a set that ends after its run', (store) => plantSet(store, { closesAt: '2026-11-20T12:00:00.000Z' }), doNotSpan],
  ['a set that ends before it begins', (store) => plantSet(store, { closesAt: '2026-11-20T00:59:00.000Z' }), doNotSpan],
  [
    'a set of another date before the opening',
    (store) => plantSet(store, { opensAt: '2026-11-19T14:59:00.000Z' }),
    doNotSpan,
  ],
  [
    'a set before the opening of a run that was started by hand',
    (store) => plantSet(store, {}, { source: 'MANUAL' }),
    doNotSpan,
  ],
  [
    'a run that opens with none of its sets',
    (store) => changeRows(store, 'Team', /^D\|.*\|0$/, { opensAt: '2026-11-20T08:59:00.000Z' }),
    doNotSpan,
  ],
  [
    'a run that closes with none of its sets',
    (store) => changeRows(store, 'Team', /^D\|.*\|0$/, { closesAt: '2026-11-20T11:01:00.000Z' }),
    doNotSpan,
  ],
  [
    'a member without a prompt',
    (store, world) => removeRows(store, 'Team', new RegExp(`s.${world.member('bob')}.prompt$`)),
    /Team run .*has neither a prompt/,
  ],
  [
    'a delivery of a round that never was',
    (store) => changeRows(store, 'Team', /\|s\|.*\|prompt$/, { round: 2 }),
    /Team delivery .*is of round 2/,
  ],
  [
    'one message for two deliveries',
    (store) => changeRows(store, 'Team', /\|s\|.*\|prompt$/, { conversationId: 'one', activityId: 'same' }),
    /Team delivery .*the same message/,
  ],
  [
    'a prompt that the month does not know',
    (store) => removeRows(store, 'Usage', /^q\|/),
    /Team delivery .*does not count the member as asked/,
  ],
  ['an answer without a ledger row', (store) => removeRows(store, 'Usage', /^m\|/), /Team answer .*no ledger row/],
  ['a ledger row without its answer', (store) => removeRows(store, 'Team', /\|a\|/), /Usage usage .*does not exist/],
  [
    'counts that are wrong',
    (store) => changeRows(store, 'Team', /^R\|/, { answered: 2 }),
    /Team run .*has answered 2, but its answers have 1/,
  ],
  ['a run without its counts', (store) => removeRows(store, 'Team', /^R\|/), /Team run .*no R row/],
  ['a history without its answer', (store) => removeRows(store, 'Team', /\|a\|/), /Team history .*no answer/],
  [
    'a draft of a person who was never in the team',
    (store) =>
      copyRow(store, 'Team', /^Q\|/, ({ rk, values: { date = '', meetingId = '' } }) => ({
        rk: `F|${unusedId}|${date}|${rk.split('|')[3] ?? ''}`,
        values: {
          ...{ v: 1, memberId: unusedId, date, meetingId, j_values: '{}', j_goals: '[]' },
          ...{ version: 'v', savedAt: '2026-11-20T09:00:00.000Z' },
        },
      })),
    /Team answerDraft .*never in the team/,
  ],
  ['an answer without its history', (store) => removeRows(store, 'Team', /^Q\|/), /Team history .*is missing/],
  [
    'a plan that is too old',
    (store) => changeRows(store, 'Team', /^P\|/, { date: '2026-11-19' }),
    /Team plan .*is older/,
  ],
  [
    'a plan of other lines',
    (store) => changeRows(store, 'Team', /^P\|/, { j_lines: '[]' }),
    /Team plan .*is not the plan of the answer/,
  ],
  [
    'a blocker its answer does not have',
    (store) => changeRows(store, 'Team', /\|a\|/, { hasBlocker: false }),
    /Team blocker .*its answer is not blocked/,
  ],
  ['a blocker that is not stored', (store) => removeRows(store, 'Team', /^B\|/), /Team blocker .*does not contain/],
];

itFindsEach(faults);
