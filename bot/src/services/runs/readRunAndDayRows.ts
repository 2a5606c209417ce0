import type { Instant, LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { answerAdoptedByRun } from '../../domain/answers/adoptAnswersAheadAndCompareQuestions.ts';
import { isOwnFault } from '../../domain/runs/skipReasons.ts';
import { isPostIn } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import { scanPages } from '../../store/recordKindsAndAccess.ts';
import type { Records, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { answer } from '../../store/kinds/answers/answerAndHistory.ts';
import { delivery } from '../../store/kinds/runs/delivery.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { skip, snooze } from '../../store/kinds/answers/skipAndSnooze.ts';
import {
  isMember,
  kindFromStored,
  recipientFromStored,
  storedKind,
  storedRecipient,
} from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import type { DeliveryKind, Recipient } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Range, StoredRow } from '../../store/tableStorePort.ts';

// Reads runs with range scans, because one scan of a day costs less than a read for each member.

export type Delivery = ValueOf<typeof delivery>;

export type Skip = ValueOf<typeof skip>;
export type Snooze = ValueOf<typeof snooze>;

type AnswerRow = Stored<ValueOf<typeof answer>>;

export interface RunRows {
  readonly run: Stored<Run> | undefined;
  readonly answers: readonly AnswerRow[];
  /** Delivery records by `who|kind`, the key from `deliveryKey`. */
  readonly deliveries: ReadonlyMap<string, Stored<Delivery>>;
  readonly skips: ReadonlyMap<MemberId, Stored<Skip>>;
  readonly snoozes: ReadonlyMap<MemberId, Stored<Snooze>>;
}

export interface DayRows {
  readonly isHoliday: boolean;
  readonly onVacation: ReadonlySet<MemberId>;
  readonly runs: ReadonlyMap<MeetingId, RunRows>;
}

export const deliveryKey = (who: Recipient, kind: DeliveryKind): string => `${who}|${kind}`;

interface Building {
  run: Stored<Run> | undefined;
  readonly answers: AnswerRow[];
  readonly deliveries: Map<string, Stored<Delivery>>;
  readonly skips: Map<MemberId, Stored<Skip>>;
  readonly snoozes: Map<MemberId, Stored<Snooze>>;
}

const newRun = (): Building => ({
  run: undefined,
  answers: [],
  deliveries: new Map(),
  skips: new Map(),
  snoozes: new Map(),
});

/**
 * Returns a list with the answer as the run accepts it. An answer ahead was given to the questions of that time, so the
 * run may accept none of its values; the list is then empty.
 */
export const takenRows = (run: Run | undefined, row: AnswerRow): AnswerRow[] => {
  if (run === undefined || row.value.givenTo === null) return [row];
  const value = answerAdoptedByRun(run, row.value);
  return value === undefined ? [] : [{ ...row, value }];
};

/**
 * Adds a row to a run. `parts` are the parts of the row key after the meeting id. The key order puts the run (`0`)
 * before its answers (`a`), so the run is known when an answer is added.
 */
const addRow = (records: Records<OrgId>, building: Building, parts: readonly string[], row: StoredRow): void => {
  const [what, who = '', kind = ''] = parts;
  if (what === '0') building.run = records.read(runKind, row);
  else if (what === 'a') building.answers.push(...takenRows(building.run?.value, records.read(answer, row)));
  else if (what === 's')
    building.deliveries.set(`${recipientFromStored(who)}|${kindFromStored(kind)}`, records.read(delivery, row));
  else if (what === 'k') building.skips.set(who as MemberId, records.read(skip, row));
  else if (what === 'z') building.snoozes.set(who as MemberId, records.read(snooze, row));
};

const scanTeam = (records: Records<OrgId>, teamId: TeamId, range: Range) =>
  scanPages(records.store, 'Team', teamPartition(records.scope, teamId), range);

export const readRun = async (
  records: Records<OrgId>,
  key: { readonly teamId: TeamId; readonly date: LocalDate; readonly meetingId: MeetingId },
): Promise<RunRows> => {
  const building = newRun();
  const prefix = `D|${key.date}|${key.meetingId}|`;
  for await (const rows of scanTeam(records, key.teamId, prefixRange(prefix)))
    for (const row of rows) addRow(records, building, row.rk.slice(prefix.length).split('|'), row);
  return building;
};

/**
 * Returns the members whose prompt of this round was never sent because of a fault of the product, not of the member's
 * chat.
 */
export const notAskedIn = ({ run, deliveries }: RunRows): ReadonlySet<MemberId> => {
  const prompts = [...deliveries].filter(
    ([key, { value }]) => key.endsWith('|prompt') && value.round === run?.value.round && isOwnFault(value.reason),
  );
  return new Set(prompts.map(([key]) => key.slice(0, -'|prompt'.length)).filter(isMember));
};

const storedPrompt = storedKind('prompt');
const storedChannel = storedRecipient('channel');

export const isUnsentPrompt = ([what, , kind]: readonly string[], { values }: StoredRow): boolean =>
  what === 's' && kind === storedPrompt && values['state'] !== 'SENT';

const isPost = ([what, who]: readonly string[]): boolean => what === 's' && who === storedChannel;

interface DayParts {
  /**
   * If false, only the delivery records that a report shows are read: posts to the channel, and prompts that were not
   * sent.
   */
  readonly withDeliveries: boolean;
  /**
   * The only meeting whose run is read; undefined = all. A day may have the runs of 200 meetings, so reading one of
   * them is faster.
   */
  readonly meetingId?: MeetingId | undefined;
}

/**
 * Reads all data of a team's day: days off, runs, answers, skips, snoozes and delivery records. With `meetingId`, only
 * the run of that meeting is read.
 */
export const readDayRows = async (
  records: Records<OrgId>,
  teamId: TeamId,
  date: LocalDate,
  { withDeliveries, meetingId }: DayParts,
): Promise<DayRows> => {
  const prefix = `D|${date}|`;
  const runs = new Map<MeetingId, Building>();
  const onVacation = new Set<MemberId>();
  let isHoliday = false;
  const add = (row: StoredRow): void => {
    const [first = '', ...rest] = row.rk.slice(prefix.length).split('|');
    if (first === '!H') isHoliday = true;
    else if (first === '!V') onVacation.add(rest[0] as MemberId);
    else if (withDeliveries || rest[0] !== 's' || isPost(rest) || isUnsentPrompt(rest, row)) {
      const building = runs.get(first as MeetingId) ?? newRun();
      runs.set(first as MeetingId, building);
      addRow(records, building, rest, row);
    }
  };
  const daysOff = { from: `${prefix}!`, to: `${prefix}"` };
  const ranges = meetingId === undefined ? [prefixRange(prefix)] : [daysOff, prefixRange(`${prefix}${meetingId}|`)];
  for (const range of ranges) for await (const rows of scanTeam(records, teamId, range)) rows.forEach(add);
  return { isHoliday, onVacation, runs };
};

export const readVacations = async (
  records: Records<OrgId>,
  teamId: TeamId,
  date: LocalDate,
): Promise<ReadonlySet<MemberId>> => {
  const prefix = `D|${date}|!V|`;
  const found = new Set<MemberId>();
  for await (const rows of scanTeam(records, teamId, prefixRange(prefix)))
    for (const row of rows) found.add(row.rk.slice(prefix.length) as MemberId);
  return found;
};

/**
 * True if the announcement or the summary of a run was posted to this channel. False if the channel was deleted and the
 * posts went to General instead.
 */
export const wasPostedTo = ({ deliveries }: RunRows, channelId: string): boolean =>
  (['announcement', 'summary'] as const).some((kind) => {
    const record = deliveries.get(deliveryKey('channel', kind))?.value;
    return record?.state === 'SENT' && isPostIn(record, channelId);
  });

export const emptyRun: RunRows = newRun();

/**
 * Returns the members who no longer owe an answer, because they answered or skipped the run. A member may be listed
 * twice.
 */
export const repliesOf = ({ answers, skips }: RunRows): readonly { readonly memberId: MemberId }[] => [
  ...answers.map(({ value }) => value),
  ...[...skips.values()].map(({ value }) => value),
];

/** Returns the reason of each skip by member; empty text if the member gave no reason. */
export const skipsOf = ({ skips }: Pick<RunRows, 'skips'>): ReadonlyMap<MemberId, string> =>
  new Map([...skips].map(([memberId, { value }]) => [memberId, value.reason]));

/** Returns the end of each member's snooze in the current round of the run. */
export const snoozesOf = (rows: RunRows): ReadonlyMap<MemberId, Instant> =>
  new Map(
    [...rows.snoozes.keys()].flatMap((memberId) => {
      const snoozed = snoozeIn(rows, memberId);
      return snoozed === undefined ? [] : [[memberId, snoozed.until]];
    }),
  );

/**
 * Returns the member's snooze in the current round of the run; undefined if there is none. A snooze of an earlier round
 * no longer counts.
 */
export const snoozeIn = ({ run, snoozes }: RunRows, memberId: MemberId): Snooze | undefined => {
  const snoozed = snoozes.get(memberId)?.value;
  return snoozed?.round === run?.value.round ? snoozed : undefined;
};
