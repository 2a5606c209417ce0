import type { z } from 'zod';
import type { LocalDate, MeetingId, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { dateOfReverse } from '../../domain/core/reversedDateKeys.ts';
import type { Format } from '../rowCodec.ts';
import type { AnyFormat } from './kindOfRow.ts';
import type { ValueOf } from '../recordKindsAndAccess.ts';
import { kindFromStored, recipientFromStored } from '../kinds/messages/messageKindsAndRecipients.ts';
import type { DeliveryKind, Recipient } from '../kinds/messages/messageKindsAndRecipients.ts';
import { answerDraft } from '../kinds/answers/answerDraft.ts';
import { searchProgress, searchWords } from '../kinds/search/searchIndex.ts';
import { skip, snooze } from '../kinds/answers/skipAndSnooze.ts';
import { answer, history } from '../kinds/answers/answerAndHistory.ts';
import { delivery } from '../kinds/runs/delivery.ts';
import { daySummary } from '../kinds/runs/daySummary.ts';
import { plan } from '../kinds/answers/latestPlan.ts';
import { blocker } from '../kinds/blockers/blocker.ts';
import { blockerCards } from '../kinds/blockers/blockerCards.ts';
import { sheet, week } from '../kinds/timesheets/sheetAndWeek.ts';
import { weekCards } from '../kinds/timesheets/weekCards.ts';
import { runKind } from '../kinds/runs/run.ts';
import { team } from '../kinds/organisations/teamAndChannel.ts';
import { teamMember } from '../kinds/people/teamMember.ts';
import { meeting, meetingName } from '../kinds/meetings/meetingWithNameAndPointer.ts';
import { taskMark } from '../kinds/billing/usageLedger.ts';
import type { Row } from '../tableStorePort.ts';
import { keyPart } from './checkKeyFormAndFields.ts';

// Collects the rows of one partition of the table Team that must agree with each other.

type MemberRow<T> = T & { readonly meetingId: MeetingId; readonly memberId: MemberId; readonly rk: string };

export type StoredAnswer = ValueOf<typeof answer>;

export interface RunGroup {
  readonly meetingId: MeetingId;
  readonly date: LocalDate;
  run: Run | undefined;
  readonly answers: StoredAnswer[];
  readonly deliveries: (ValueOf<typeof delivery> & { readonly who: Recipient; readonly kind: DeliveryKind })[];
  readonly skips: ValueOf<typeof skip>[];
  readonly snoozes: ValueOf<typeof snooze>[];
  summary: ValueOf<typeof daySummary> | undefined;
}

/** The words of one week of a team, for one bucket of the search index. */
export interface IndexedText {
  readonly monday: LocalDate;
  readonly bucket: number;
  readonly text: string;
  readonly rk: string;
}

export interface TeamRows {
  readonly pk: string;
  team: ValueOf<typeof team> | undefined;
  readonly members: ValueOf<typeof teamMember>[];
  readonly meetings: Map<MeetingId, Meeting>;
  /** Meeting that reserved a name, by the row key of the reservation. */
  readonly names: Map<string, MeetingId>;
  /** The runs, by `meetingId|date`. */
  readonly runs: Map<string, RunGroup>;
  readonly plans: MemberRow<ValueOf<typeof plan>>[];
  readonly blockers: MemberRow<ValueOf<typeof blocker>>[];
  readonly drafts: MemberRow<ValueOf<typeof answerDraft>>[];
  readonly blockerCards: MemberRow<ValueOf<typeof blockerCards>>[];
  readonly histories: MemberRow<ValueOf<typeof history>>[];
  readonly sheets: ValueOf<typeof sheet>[];
  /** The weeks of timesheets, by `memberId|monday`. */
  readonly weeks: Map<string, ValueOf<typeof week>>;
  readonly weekCards: ValueOf<typeof weekCards>[];
  readonly taskMarks: { readonly month: string; readonly memberId: MemberId; readonly rk: string }[];
  readonly searchWords: IndexedText[];
  searchProgress: ValueOf<typeof searchProgress> | undefined;
}

export const noRows = (pk: string): TeamRows => ({
  pk,
  team: undefined,
  members: [],
  meetings: new Map(),
  names: new Map(),
  runs: new Map(),
  plans: [],
  blockers: [],
  drafts: [],
  blockerCards: [],
  histories: [],
  sheets: [],
  weeks: new Map(),
  weekCards: [],
  taskMarks: [],
  searchWords: [],
  searchProgress: undefined,
});

const runIn = (rows: TeamRows, meetingId: MeetingId, date: LocalDate): RunGroup => {
  const name = `${meetingId}|${date}`;
  const existing = rows.runs.get(name);
  if (existing !== undefined) return existing;
  const lists = { answers: [], deliveries: [], skips: [], snoozes: [] };
  const created: RunGroup = { meetingId, date, run: undefined, ...lists, summary: undefined };
  rows.runs.set(name, created);
  return created;
};

type Take = (rows: TeamRows, value: unknown, row: Row) => void;

const on = <S extends z.ZodObject>(
  of: Format<S>,
  take: (rows: TeamRows, value: z.output<S>, row: Row) => void,
): readonly [AnyFormat, Take] => [
  of,
  (rows, value, row) => {
    take(rows, value as z.output<S>, row);
  },
];

const meetingIn = (rk: string, index: number): MeetingId => keyPart(rk, index) as MeetingId;
const memberIn = (rk: string, index: number): MemberId => keyPart(rk, index) as MemberId;

const takes: ReadonlyMap<AnyFormat, Take> = new Map([
  on(team, (rows, value) => {
    rows.team = value;
  }),
  on(teamMember, (rows, value) => rows.members.push(value)),
  on(meeting, (rows, value) => rows.meetings.set(value.id, value)),
  on(meetingName, (rows, value, { rk }) => rows.names.set(rk, value.meetingId)),
  on(runKind, (rows, value) => {
    runIn(rows, value.meetingId, value.date).run = value;
  }),
  on(answer, (rows, value) => runIn(rows, value.meetingId, value.date).answers.push(value)),
  on(delivery, (rows, value, { rk }) =>
    runIn(rows, meetingIn(rk, 2), keyPart(rk, 1) as LocalDate).deliveries.push({
      ...value,
      who: recipientFromStored(keyPart(rk, 4)),
      kind: kindFromStored(keyPart(rk, 5)) as DeliveryKind,
    }),
  ),
  on(skip, (rows, value) => runIn(rows, value.meetingId, value.date).skips.push(value)),
  on(snooze, (rows, value) => runIn(rows, value.meetingId, value.date).snoozes.push(value)),
  on(daySummary, (rows, value, { rk }) => {
    runIn(rows, meetingIn(rk, 1), value.date).summary = value;
  }),
  on(plan, (rows, value, { rk }) =>
    rows.plans.push({ ...value, meetingId: meetingIn(rk, 1), memberId: memberIn(rk, 2), rk }),
  ),
  on(blocker, (rows, value, { rk }) => rows.blockers.push({ ...value, meetingId: meetingIn(rk, 1), rk })),
  on(answerDraft, (rows, value, { rk }) => rows.drafts.push({ ...value, rk })),
  on(blockerCards, (rows, value, { rk }) => rows.blockerCards.push({ ...value, meetingId: meetingIn(rk, 1), rk })),
  on(history, (rows, value, { rk }) => rows.histories.push({ ...value, memberId: memberIn(rk, 1), rk })),
  on(sheet, (rows, value) => rows.sheets.push(value)),
  on(taskMark, (rows, { memberId }, { rk }) => rows.taskMarks.push({ month: keyPart(rk, 1), memberId, rk })),
  on(week, (rows, value) => rows.weeks.set(`${value.memberId}|${value.monday}`, value)),
  on(weekCards, (rows, value) => rows.weekCards.push(value)),
  on(searchWords, (rows, { text }, { rk }) =>
    rows.searchWords.push({ text, rk, bucket: Number(keyPart(rk, 1)), monday: dateOfReverse(keyPart(rk, 2)) }),
  ),
  on(searchProgress, (rows, value) => {
    rows.searchProgress = value;
  }),
]);

export const addTeamRow = (rows: TeamRows, kind: AnyFormat, value: unknown, row: Row): void => {
  takes.get(kind)?.(rows, value, row);
};
