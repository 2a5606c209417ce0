import { z } from 'zod';
import { answer as answerSchema, goal } from '#contracts/meetings/answer.ts';
import { instant, localDate, meetingId, memberId, teamId } from '#contracts/core/ids.ts';
import type { LocalDate, MeetingId, MemberId, OrgId, TeamId, UserId } from '#contracts/core/ids.ts';
import { instants as instantsSchema, runSchema as occurrenceSchema, runStates } from '#contracts/meetings/run.ts';
import { meetingTypes } from '#contracts/meetings/meeting.ts';
import { storedQuestion } from '#contracts/meetings/question.ts';
import { questionFigures } from '#contracts/reports/answerFigures.ts';
import { weekStates } from '#contracts/timesheets/timesheet.ts';
import { reverseDate, reverseMs } from '../../domain/core/keyHashing.ts';
import { kind, listedKind } from '../records.ts';
import { reminderKinds, storedKind, storedRecipient } from './messageKinds.ts';
import type { DeliveryKind, Recipient } from './messageKinds.ts';
import { reminderListSpelling } from './messageSpelling.ts';
import { questionsAsRow } from './questionRows.ts';
import { ofTeam, teamPartition } from './team.ts';

interface RunKey {
  readonly teamId: TeamId;
  readonly date: LocalDate;
  readonly meetingId: MeetingId;
}

/** The exactly-once guard of a run, with everything frozen at its opening. */
export const runKind = kind({
  name: 'occurrence',
  table: 'Team',
  version: 1,
  schema: occurrenceSchema,
  rowForm: questionsAsRow('questions'),
  at: (scope: OrgId, key: RunKey) => ({ pk: teamPartition(scope, key.teamId), rk: `D|${key.date}|${key.meetingId}|0` }),
});

/** The planned run that an answer ahead was given to: with it the answer can be read whatever becomes of its meeting. */
const plannedRun = z.object({
  meetingName: z.string(),
  type: z.enum(meetingTypes),
  /** The instants that apply to the member. */
  instants: instantsSchema,
  questions: z.array(storedQuestion),
});

export const answer = kind({
  name: 'answer',
  table: 'Team',
  version: 1,
  /** `givenTo` null: there was an occurrence already, which holds all this. */
  schema: answerSchema.extend({
    givenTo: plannedRun.nullable(),
    /** Day of the timesheet that contains its tasks: an edit from another zone stays on that day. */
    loggedOn: localDate.nullish(),
  }),
  rowForm: questionsAsRow('givenTo'),
  at: (scope: OrgId, key: RunKey & { memberId: MemberId }) => ({
    pk: teamPartition(scope, key.teamId),
    rk: `D|${key.date}|${key.meetingId}|a|${key.memberId}`,
  }),
});

/** SENT, SKIPPED and FAILED are final for their round; UNKNOWN: handed over, no answer came. */
export const deliveryStates = ['SENT', 'SKIPPED', 'FAILED'] as const;

/** Names a reminder of one run. */
export const reminderRef = z.object({ teamId, meetingId, date: localDate, kind: z.enum(reminderKinds) });

export const delivery = kind({
  name: 'delivery',
  table: 'Team',
  version: 1,
  schema: z.object({
    round: z.int(),
    state: z.enum(deliveryStates),
    /** Reason of SKIPPED and FAILED. */
    reason: z.string().nullable(),
    at: instant,
    isLate: z.boolean(),
    conversationId: z.string().nullable(),
    activityId: z.string().nullable(),
    /** Digest of a posted summary: an unchanged summary is not posted again. */
    digest: z.string().nullable(),
    /** Other runs whose reminder is this same message. */
    sharedWith: z.array(reminderRef).nullish(),
  }),
  spelling: { sharedWith: reminderListSpelling },
  at: (scope: OrgId, key: RunKey & { who: Recipient; kind: DeliveryKind }) => ({
    pk: teamPartition(scope, key.teamId),
    rk: `D|${key.date}|${key.meetingId}|s|${storedRecipient(key.who)}|${storedKind(key.kind)}`,
  }),
});

/** Counts of one run; the row after rev(date) is the previous occurrence, 90 rows are a trend. In the occurrence's transaction. */
export const daySummary = listedKind({
  name: 'daySummary',
  table: 'Team',
  version: 1,
  schema: z.object({
    date: localDate,
    state: z.enum(runStates),
    asked: z.int(),
    answered: z.int(),
    goals: z.int(),
    blockers: z.int(),
    late: z.int(),
    /** Missing in rows of earlier versions. */
    goalsOffered: z.int().nullish(),
    /** Figures of the answers by question; missing in rows of earlier versions. */
    figures: z.array(questionFigures).nullish(),
  }),
  partition: ofTeam,
  rowKey: (key: RunKey) => `R|${key.meetingId}|${reverseDate(key.date)}`,
});

interface MemberInMeeting {
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
  readonly memberId: MemberId;
}

const planLines = z.array(z.object({ id: z.string(), text: z.string() })).readonly();

/** The last answered plan of a member in a meeting; written only when its date is not older than the one there. */
export const plan = listedKind({
  name: 'plan',
  table: 'Team',
  version: 1,
  schema: z.object({
    date: localDate,
    lines: planLines,
    /** The plan before that one: tomorrow may be answered before today. */
    previous: z.object({ date: localDate, lines: planLines }).nullable(),
  }),
  partition: ofTeam,
  rowKey: (key: MemberInMeeting) => `P|${key.meetingId}|${key.memberId}`,
});

/** The open blocker of a member in a meeting. */
export const blocker = listedKind({
  name: 'blocker',
  table: 'Team',
  version: 1,
  schema: z.object({
    memberId,
    /** False once resolved: the row stays, since a transaction's deletes are unconditional. */
    isOpen: z.boolean(),
    since: localDate,
    /** Date of the answer it was last seen in. */
    date: localDate,
    text: z.string(),
    /** Null in rows of before this was kept. */
    openedAt: instant.nullable(),
    closedAt: instant.nullable(),
  }),
  partition: ofTeam,
  rowKey: (key: MemberInMeeting) => `B|${key.meetingId}|${key.memberId}`,
});

/** A person's history: report by person, export, erasure. Written with the answer. */
export const history = listedKind({
  name: 'history',
  table: 'Team',
  version: 1,
  schema: z.object({ meetingId, date: localDate, hasBlocker: z.boolean(), goals: z.array(goal) }),
  partition: ofTeam,
  rowKey: (key: RunKey & { memberId: MemberId }) => `Q|${key.memberId}|${reverseDate(key.date)}|${key.meetingId}`,
});

const sheetTask = z.object({
  id: z.string(),
  meetingId: meetingId.nullable(),
  task: z.string(),
  minutes: z.int(),
  /** ANSWER: made from a line of an answer. */
  source: z.enum(['ANSWER', 'PERSON']),
  lineId: z.string().nullable(),
  /** A person changed it since: an edited answer leaves it alone. */
  editedByPerson: z.boolean(),
});

/** A member's day: tasks, their sum and the sums by meeting. A moved task leaves {id → date} in the day it was made. */
export const sheet = kind({
  name: 'sheet',
  table: 'Team',
  version: 1,
  schema: z.object({
    date: localDate,
    memberId,
    tasks: z.array(sheetTask),
    minutes: z.int(),
    byMeeting: z.record(z.string(), z.int()),
    moved: z.record(z.string(), localDate),
  }),
  at: (scope: OrgId, key: { teamId: TeamId; date: LocalDate; memberId: MemberId }) => ({
    pk: teamPartition(scope, key.teamId),
    rk: `S|${reverseDate(key.date)}|${key.memberId}`,
  }),
});

/** A week of one member; every sheet write touches it by If-Match, so that a locked week cannot be raced. */
export const week = listedKind({
  name: 'week',
  table: 'Team',
  version: 1,
  schema: z.object({
    monday: localDate,
    memberId,
    state: z.enum(weekStates),
    note: z.string().nullable(),
    changedAt: instant,
    /** Number of changes of its state. */
    moves: z.int().nullish(),
    /** The move by which it was last handed in. */
    submission: z.int().nullish(),
    /** The member who approved it, sent it back or reopened it. */
    decidedBy: memberId.nullish(),
  }),
  partition: ofTeam,
  rowKey: (key: { teamId: TeamId; monday: LocalDate; memberId: MemberId }) =>
    `W|${reverseDate(key.monday)}|${key.memberId}`,
});

/**
 * The cards that asked in the chat for approval of a week, and the notices that its owner got. Only the sender writes this row.
 */
export const weekCards = kind({
  name: 'weekCards',
  table: 'Team',
  version: 1,
  schema: z.object({
    monday: localDate,
    memberId,
    /** The last move of which the owner was notified, or needed no notice. */
    told: z.int(),
    /** The last submission that every admin has been asked about. */
    asked: z.int(),
    cards: z.array(
      z.object({
        who: memberId,
        submission: z.int(),
        /** Reason why no card was sent; null = it was. */
        reason: z.string().nullable(),
        conversationId: z.string().nullable(),
        activityId: z.string().nullable(),
        /** Digest of the card's content. */
        digest: z.string(),
      }),
    ),
    /**
     * Messages that have no result yet, at most one for each recipient: an admin's card by its submission, the owner's notice by
     * the move of the week that it reports. `sends` counts the sends that the chat service may have accepted; each is counted
     * before it begins.
     */
    pending: z.array(z.object({ who: memberId, number: z.int(), sends: z.int(), notBefore: instant })).nullish(),
  }),
  at: (scope: OrgId, key: { teamId: TeamId; monday: LocalDate; memberId: MemberId }) => ({
    pk: teamPartition(scope, key.teamId),
    rk: `V|${reverseDate(key.monday)}|${key.memberId}`,
  }),
});

/** Activity log, append-only, in the transaction of the change itself. */
export const activityFields = z.object({
  actor: z.string(),
  at: instant,
  /** Catalogue key and values: put into words in the reader's language. */
  message: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

export const teamActivity = listedKind({
  name: 'teamActivity',
  table: 'Team',
  version: 1,
  schema: activityFields,
  partition: ofTeam,
  rowKey: (key: { teamId: TeamId; objectId: string; ms: number; eventKey: string }) =>
    `L|${key.objectId}|${reverseMs(key.ms)}|${key.eventKey}`,
});

export const orgActivity = listedKind({
  name: 'orgActivity',
  table: 'Org',
  version: 1,
  schema: activityFields,
  partition: (scope: OrgId) => scope,
  rowKey: (key: { objectId: string; ms: number; eventKey: string }) =>
    `L|${key.objectId}|${reverseMs(key.ms)}|${key.eventKey}`,
});

/**
 * The actions of one person, written with their log rows in one transaction, so that an export of the person reads no other rows.
 */
const deedFields = z.object({ objectId: z.string(), ms: z.int(), eventKey: z.string() });

interface DeedKey {
  /** The member, or the account of a person who is no member. */
  readonly who: MemberId | UserId;
  readonly ms: number;
  readonly eventKey: string;
}
const deedRow = ({ who, ms, eventKey }: DeedKey): string => `A|${who}|${reverseMs(ms)}|${eventKey}`;

export const teamAuditedAction = listedKind({
  name: 'teamDeed',
  table: 'Team',
  version: 1,
  schema: deedFields,
  partition: ofTeam,
  rowKey: (key: DeedKey & { teamId: TeamId }) => deedRow(key),
});

export const orgAuditedAction = listedKind({
  name: 'orgDeed',
  table: 'Org',
  version: 1,
  schema: deedFields,
  partition: (scope: OrgId) => scope,
  rowKey: deedRow,
});
