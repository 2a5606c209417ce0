import { z } from 'zod';
import { answer as answerSchema, goal } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { blockerStates } from '#contracts/blockers/blockerStatesAndActions.ts';
import { instant, localDate, meetingId, memberId, teamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MeetingId, MemberId, OrgId, TeamId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { instants as instantsSchema, runSchema, runStates } from '#contracts/runs/runSchema.ts';
import { meetingTypes } from '#contracts/meetings/saveAndReadMeetingCalls.ts';
import { storedQuestion } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { questionFigures } from '#contracts/reports/questionFiguresSchema.ts';
import { runMeasures } from '#contracts/reports/runMeasuresSchema.ts';
import { weekStates } from '#contracts/timesheets/weekState.ts';
import { reverseDate, reverseMs } from '../../domain/core/hashesIdsAndReverseDates.ts';
import { kind, listedKind } from '../recordKindsAndAccess.ts';
import { reminderKinds, storedKind, storedRecipient } from './messages/messageKindsAndRecipients.ts';
import type { DeliveryKind, Recipient } from './messages/messageKindsAndRecipients.ts';
import { reminderListSpelling } from './messages/messageKindSpellings.ts';
import { questionsForOlderVersions } from './questionsForOlderVersions.ts';
import { ofTeam, teamPartition } from './teamsMeetingsHolidays.ts';

interface RunKey {
  readonly teamId: TeamId;
  readonly date: LocalDate;
  readonly meetingId: MeetingId;
}

/** A run of a meeting, with the settings as they were at its opening. Inserting the row ensures that the run opens only once. */
export const runKind = kind({
  name: 'occurrence',
  table: 'Team',
  version: 1,
  schema: runSchema,
  rowForm: questionsForOlderVersions('questions'),
  at: (scope: OrgId, key: RunKey) => ({ pk: teamPartition(scope, key.teamId), rk: `D|${key.date}|${key.meetingId}|0` }),
});

/**
 * The planned run to which a member gave an answer before the run opened. The answer can be read with these fields even
 * if the meeting changes or is deleted.
 */
const plannedRun = z.object({
  meetingName: z.string(),
  type: z.enum(meetingTypes),
  /** The instants of the run in the time zone that applies to the member. */
  instants: instantsSchema,
  questions: z.array(storedQuestion),
});

export const answer = kind({
  name: 'answer',
  table: 'Team',
  version: 1,
  /** `givenTo` is null if the run already existed when the answer was given: the row of the run has the same fields. */
  schema: answerSchema.extend({
    givenTo: plannedRun.nullable(),
    /** Day of the timesheet that contains the tasks of the answer. An edit from another time zone does not change the day. */
    loggedOn: localDate.nullish(),
  }),
  rowForm: questionsForOlderVersions('givenTo'),
  at: (scope: OrgId, key: RunKey & { memberId: MemberId }) => ({
    pk: teamPartition(scope, key.teamId),
    rk: `D|${key.date}|${key.meetingId}|a|${key.memberId}`,
  }),
});

/**
 * State of a message in a round. A message with a record of its round is not sent again, except a summary whose post was deleted,
 * and a prompt that was snoozed again.
 */
export const deliveryStates = ['SENT', 'SKIPPED', 'FAILED'] as const;

/** Value of `postedTo` for a message in the General channel or in a group chat, for which a run stores no channel id. */
export const generalChannel = 'GENERAL';

export const reminderRef = z.object({ teamId, meetingId, date: localDate, kind: z.enum(reminderKinds) });

export const delivery = kind({
  name: 'delivery',
  table: 'Team',
  version: 1,
  schema: z.object({
    round: z.int(),
    state: z.enum(deliveryStates),
    /** Reason of the states SKIPPED and FAILED; null for the state SENT. */
    reason: z.string().nullable(),
    at: instant,
    isLate: z.boolean(),
    conversationId: z.string().nullable(),
    activityId: z.string().nullable(),
    /**
     * For a summary: digest of the content that the channel shows. For any other message: mark of the state to which it
     * was updated (jobs/outbox/refreshRunCards.ts); null if it was not updated. An update with an equal value is skipped.
     */
    digest: z.string().nullable(),
    /** Other runs whose reminders are part of the same message. */
    sharedWith: z.array(reminderRef).nullish(),
    /** Channel that shows the message: its id, or `generalChannel`. Rows of earlier versions and messages to a person lack it. */
    postedTo: z.string().nullish(),
    /** For a snoozed prompt: the instant for which it was sent. Each snooze of a run has its own message. */
    dueAt: instant.nullish(),
    /** For a snoozed prompt: the cards of earlier snoozes of the run, each with the digest of the content that it shows. */
    earlier: z
      .array(z.object({ conversationId: z.string(), activityId: z.string(), digest: z.string().nullable() }))
      .nullish(),
    /** For a prompt: the instant to which quiet hours moved it. */
    movedTo: instant.nullish(),
  }),
  spelling: { sharedWith: reminderListSpelling },
  at: (scope: OrgId, key: RunKey & { who: Recipient; kind: DeliveryKind }) => ({
    pk: teamPartition(scope, key.teamId),
    rk: `D|${key.date}|${key.meetingId}|s|${storedRecipient(key.who)}|${storedKind(key.kind)}`,
  }),
});

/**
 * Counts of one run, written in the transaction of the run. The keys sort newest first, so the next row belongs to the
 * previous run of the meeting.
 */
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
    /** Number of goals offered to the members. Rows of earlier versions lack it. */
    goalsOffered: z.int().nullish(),
    /** Number of members who skip the run, and are not part of `asked`. Rows of earlier versions lack it. */
    skipped: z.int().nullish(),
    /** Figures of the answers to each question. Rows of earlier versions lack them. */
    figures: z.array(questionFigures).nullish(),
    /** Minutes until each answer, and counts of settled goals. Rows of earlier versions lack them. */
    measures: runMeasures.nullish(),
  }),
  partition: ofTeam,
  rowKey: (key: RunKey) => `R|${key.meetingId}|${reverseDate(key.date)}`,
});

interface MemberInMeeting {
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
  readonly memberId: MemberId;
}

const planLines = z.array(z.object({ id: z.string(), text: z.string(), day: z.int().optional() })).readonly();

/**
 * The latest plan that a member answered in a meeting. An answer replaces the row only if the date of the row is not
 * later than the date of the answered run.
 */
export const plan = listedKind({
  name: 'plan',
  table: 'Team',
  version: 1,
  schema: z.object({
    date: localDate,
    lines: planLines,
    /** The plan before the latest plan, because a member may answer tomorrow's run before today's. */
    previous: z.object({ date: localDate, lines: planLines }).nullable(),
  }),
  partition: ofTeam,
  rowKey: (key: MemberInMeeting) => `P|${key.meetingId}|${key.memberId}`,
});

/** The handling of a blocker: the needed member, the work on it, and its end. The fields are those of `BlockerLife`. */
const blockerLife = z.object({
  since: localDate,
  state: z.enum(blockerStates),
  text: z.string(),
  changedAt: instant,
  changedBy: memberId.nullable(),
  neededId: memberId.nullable(),
  needs: z.int(),
  backs: z.int(),
  note: z.string().nullable(),
  noteBy: memberId.nullable(),
});

export const blocker = listedKind({
  name: 'blocker',
  table: 'Team',
  version: 1,
  schema: z.object({
    memberId,
    /**
     * False if the blocker is resolved. The row is then kept, because in a transaction a delete cannot have a
     * condition.
     */
    isOpen: z.boolean(),
    since: localDate,
    date: localDate,
    text: z.string(),
    /** Instant at which the blocker was first reported; null in rows of earlier versions. */
    openedAt: instant.nullable(),
    closedAt: instant.nullable(),
    life: blockerLife.nullish(),
    numbers: z.object({ needs: z.int(), backs: z.int() }).nullish(),
    /**
     * Dates of the member's earlier blockers in this meeting, for trends; null or missing in rows of earlier versions.
     */
    past: z
      .object({
        from: localDate.nullable(),
        ended: z.array(z.object({ since: localDate, closedAt: instant.nullable() })).readonly(),
      })
      .nullish(),
  }),
  partition: ofTeam,
  rowKey: (key: MemberInMeeting) => `B|${key.meetingId}|${key.memberId}`,
});

/**
 * The chat cards to the members who were needed for a blocker, the notices to its owner, the reminders and the
 * escalations. Only the sender and the erasure of a person write this row.
 */
export const blockerCards = kind({
  name: 'blockerCards',
  table: 'Team',
  version: 1,
  schema: z.object({
    memberId,
    /** Number of the last hand-back that the owner was notified of, or that needed no notice. */
    told: z.int(),
    cards: z.array(
      z.object({
        who: memberId,
        number: z.int(),
        /** First date of the blocker that the card is about. */
        since: localDate,
        /** Reason why no card was sent; null if the card was sent. */
        reason: z.string().nullable(),
        conversationId: z.string().nullable(),
        activityId: z.string().nullable(),
        digest: z.string(),
      }),
    ),
    /** Messages that are not finished yet, as in `weekCards`. */
    pending: z.array(z.object({ who: memberId, number: z.int(), sends: z.int(), notBefore: instant })).nullish(),
    /** Reminders and escalations, the newest last. `isOver` false: the message may still be sent or retried. */
    reminders: z
      .array(
        z.object({
          who: memberId,
          number: z.int(),
          sends: z.int(),
          notBefore: instant,
          isOver: z.boolean(),
          /** Reason why no reminder was sent; null if the reminder was sent, or may still be sent. */
          reason: z.string().nullable(),
          /** The card that is kept up to date; null or missing if the card is not redrawn. */
          card: z
            .object({
              since: localDate,
              /**
               * The blocker's count of namings (`needs`) when the reader was named as the needed member; 0 if the
               * reader was not needed.
               */
              naming: z.int(),
              /** Age of the open blocker that the card shows, in working days. */
              days: z.int(),
              /** Ids of the card in the chat; null if the card was not sent yet. */
              conversationId: z.string().nullable(),
              activityId: z.string().nullable(),
              digest: z.string(),
            })
            .nullish(),
        }),
      )
      .nullish(),
  }),
  at: (scope: OrgId, key: MemberInMeeting) => ({
    pk: teamPartition(scope, key.teamId),
    rk: `K|${key.meetingId}|${key.memberId}`,
  }),
});

/**
 * One answer in a member's history, which the report by person, the export and the erasure read. Written in the transaction of
 * the answer.
 */
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
  /** ANSWER: created from a line of an answer. PERSON: entered by hand. */
  source: z.enum(['ANSWER', 'PERSON']),
  lineId: z.string().nullable(),
  /** True if a person changed the task. An edit of the answer then leaves the task unchanged. */
  editedByPerson: z.boolean(),
});

/**
 * A member's day in the timesheet: the tasks, the sum of their minutes and the sums by meeting. `moved` maps the id of each task
 * that was moved away to its new date.
 */
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

/**
 * A week of one member. Every change of a sheet also replaces this row by its ETag, so a sheet cannot change while its
 * week is being approved.
 */
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
    moves: z.int().nullish(),
    /** Number of the state change by which the week was last submitted. */
    submission: z.int().nullish(),
    decidedBy: memberId.nullish(),
  }),
  partition: ofTeam,
  rowKey: (key: { teamId: TeamId; monday: LocalDate; memberId: MemberId }) =>
    `W|${reverseDate(key.monday)}|${key.memberId}`,
});

/**
 * The chat cards that asked admins to approve a week, and the notices to the owner of the week. Only the sender and the
 * erasure of a person write this row.
 */
export const weekCards = kind({
  name: 'weekCards',
  table: 'Team',
  version: 1,
  schema: z.object({
    monday: localDate,
    memberId,
    /** Number of the last state change that the owner was notified of, or that needed no notice. */
    told: z.int(),
    /** Number of the last submission about which all admins were asked. */
    asked: z.int(),
    cards: z.array(
      z.object({
        who: memberId,
        submission: z.int(),
        /** Reason why no card was sent; null if the card was sent. */
        reason: z.string().nullable(),
        conversationId: z.string().nullable(),
        activityId: z.string().nullable(),
        digest: z.string(),
      }),
    ),
    /**
     * Messages that are not finished yet, at most one for each recipient. `number` is the submission for an admin's card, and the
     * state change for the owner's notice. `sends` counts the sends that the chat service may have accepted, and is increased
     * before each send.
     */
    pending: z.array(z.object({ who: memberId, number: z.int(), sends: z.int(), notBefore: instant })).nullish(),
  }),
  at: (scope: OrgId, key: { teamId: TeamId; monday: LocalDate; memberId: MemberId }) => ({
    pk: teamPartition(scope, key.teamId),
    rk: `V|${reverseDate(key.monday)}|${key.memberId}`,
  }),
});

/**
 * Fields of an entry of the activity log. An entry is added in the transaction of the change; later only the erasure of
 * a person changes it.
 */
export const activityFields = z.object({
  actor: z.string(),
  at: instant,
  /** Key of the text catalogue. The text is translated into the reader's language and filled with `values`. */
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
 * Index of one person's actions, written in the transaction of the log entry. With this index, an export of the person
 * finds the log entries without a scan of the log.
 */
const auditedActionFields = z.object({ objectId: z.string(), ms: z.int(), eventKey: z.string() });

interface AuditedActionKey {
  /** The member; for a person who is no member, the account. */
  readonly who: MemberId | UserId;
  readonly ms: number;
  readonly eventKey: string;
}
const auditedActionRowKey = ({ who, ms, eventKey }: AuditedActionKey): string =>
  `A|${who}|${reverseMs(ms)}|${eventKey}`;

export const teamAuditedAction = listedKind({
  name: 'teamDeed',
  table: 'Team',
  version: 1,
  schema: auditedActionFields,
  partition: ofTeam,
  rowKey: (key: AuditedActionKey & { teamId: TeamId }) => auditedActionRowKey(key),
});

export const orgAuditedAction = listedKind({
  name: 'orgDeed',
  table: 'Org',
  version: 1,
  schema: auditedActionFields,
  partition: (scope: OrgId) => scope,
  rowKey: auditedActionRowKey,
});
