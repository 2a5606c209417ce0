import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, memberId, sentZone, teamId, zoneId } from '../core/idDateAndZoneSchemas.ts';
import { limits, times } from '../core/limitsAndProductConstants.ts';
import { attentionThresholds } from '../attention/attentionThresholds.ts';
import { question, storedQuestion } from './questionAndAnswerFormatSchemas.ts';
import { openRun, runEffect } from './effectOnOpenRun.ts';
import { email, text } from '../core/textAndEmailSchemas.ts';

export const meetingTypes = ['STANDUP', 'RETRO'] as const;
export const intervals = ['WEEK', 'ALTWEEK', 'MONTH'] as const;
export const timeBases = ['MEETING', 'MEMBER'] as const;
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
export type Weekday = (typeof weekdays)[number];

const flag = z.boolean('invalid.flag');
const days = {
  sunday: flag.default(false),
  monday: flag.default(true),
  tuesday: flag.default(true),
  wednesday: flag.default(true),
  thursday: flag.default(true),
  friday: flag.default(true),
  saturday: flag.default(false),
};

const emailList = z
  .string('invalid.email')
  .max(limits.summaryEmails * (limits.emailLength + 2), 'invalid.tooLong')
  .transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((item) => item !== ''),
  )
  .pipe(z.array(email).max(limits.summaryEmails, 'invalid.tooMany'))
  .transform((list) => [...new Set(list)].join(', '));

const message = text({ max: limits.messageLength, multiLine: true });

/**
 * The fields of a schedule, as `domain/runs/meetingScheduleAndNextRuns.ts` needs them. `time`: minutes after midnight
 * in `timezone`.
 */
export const scheduleFields = {
  time: z.int('meeting.timeMissing').min(0, 'meeting.timeMissing').max(times.lastMinute, 'meeting.timeMissing'),
  timezone: sentZone,
  ...days,
  type: z.enum(meetingTypes, 'invalid.choice').default('STANDUP'),
  /** Interval of a retro. A stand-up ignores it and runs on every chosen weekday. */
  interval: z.enum(intervals, 'invalid.choice').default('WEEK'),
  timeBasis: z.enum(timeBases, 'invalid.choice').default('MEETING'),
};

const members = z
  .array(memberId, 'meeting.membersMissing')
  .max(limits.members, 'invalid.tooMany')
  .transform((list) => [...new Set(list)]);

/**
 * Members of the team who get the summary but are not asked. Null or left out on save = the stored list stays, so that
 * a client without support for observers does not clear it. A person in both lists is asked. Null in rows of earlier
 * versions.
 */
const observers = z
  .array(memberId, 'invalid.list')
  .max(limits.observers, 'invalid.tooMany')
  .transform((list) => [...new Set(list)])
  .nullish();

/**
 * Number of working days after which an open blocker causes a reminder or an escalation; 0 = never. Null or left out on
 * save = the stored number stays; a new meeting gets 0.
 */
const blockerDays = z
  .int('meeting.blockerDaysRange')
  .min(0, 'meeting.blockerDaysRange')
  .max(limits.blockerReminderDays, 'meeting.blockerDaysRange')
  .nullish();

const meetingFields = z.object({
  name: text({ max: limits.nameLength, required: 'meeting.nameMissing' }),
  ...scheduleFields,
  firstReminderMessage: message.default(''),
  secondReminderMessage: message.default(''),
  publicBroadcastMessage: message.default(''),
  isReminderEnabled: flag.default(true),
  /** Minutes from the opening of a run until its close, when the summary is sent. */
  reportSummaryTime: z
    .int('invalid.number')
    .min(times.windowMin, 'meeting.windowRange')
    .max(times.windowMax, 'meeting.windowRange')
    .default(times.windowDefault),
  isReportSummaryInChat: flag.default(true),
  /** Comma-separated addresses that get the summary; empty = no emails. */
  reportSummaryEmail: emailList.default(''),
  isTrackingEnabled: z
    .boolean()
    .default(true)
    .transform(() => true as const),
  members,
  observers,
  /**
   * Thresholds of the report's attention list. Null or left out on save = the stored thresholds stay. Null in rows of
   * earlier versions; the product's default thresholds then apply.
   */
  attention: attentionThresholds.nullish(),
  /** Reminders are sent to the member whose help is needed; if none was named, to the blocked member. */
  blockerReminderDays: blockerDays,
  /**
   * The escalation is sent once for each blocker: to the creator of the meeting or, if the creator cannot get messages,
   * to an admin in the team.
   */
  blockerEscalationDays: blockerDays,
  teamId,
  /** Thread id of the Teams channel that gets the announcement and the summary; null = the General channel. */
  channelId: z
    .string()
    .min(1)
    .max(300)
    .regex(/^[\x21-\x7e]+$/, 'invalid.text')
    .nullable()
    .default(null),
});

/**
 * Input of POST /api/meeting/save. Without `id`, the call creates a meeting. The error MEETING_CHANGED has
 * `meetingConflict` as its `data`.
 */
export const meetingDraft = meetingFields
  .extend({
    id: z.union([meetingId, z.literal('').transform(() => undefined)]).optional(),
    /**
     * Key that the client creates for a new meeting, so that a retry creates no second one. If the same person saves
     * the key again in the same team, the call returns the meeting of the first save.
     */
    draftId: meetingId.optional(),
    /**
     * Revision that the person edited. If the stored revision is newer, the call is refused with MEETING_CHANGED. Left
     * out = the last write wins.
     */
    rev: z.int().min(1).optional(),
    questions: z
      .array(question, 'meeting.questionsMissing')
      .min(1, 'meeting.questionsMissing')
      .max(limits.questions, 'meeting.questionsTooMany'),
  })
  .superRefine((input, context) => {
    // The edit form and the wizard show different messages (docs/product-rules.md, Screens, limits and texts, rule 5).
    const missing = input.id === undefined ? 'meeting.membersMissing' : 'meeting.membersMissingOnEdit';
    if (input.members.length === 0) context.addIssue({ code: 'custom', path: ['members'], message: missing });
    if (!weekdays.some((day) => input[day]))
      context.addIssue({ code: 'custom', path: ['weekdays'], message: 'meeting.daysMissing' });
    if (input.questions.filter((item) => item.isTimesheetQuestion).length > 1)
      context.addIssue({ code: 'custom', path: ['questions'], message: 'meeting.oneTimesheetQuestion' });
    const sequences = input.questions.map((item) => item.sequence).sort((a, b) => a - b);
    if (sequences.some((sequence, index) => sequence !== index + 1))
      context.addIssue({ code: 'custom', path: ['questions'], message: 'meeting.questionOrder' });
    const ids = input.questions.flatMap((item) => (item.id === undefined ? [] : [item.id]));
    if (new Set(ids).size !== ids.length)
      context.addIssue({ code: 'custom', path: ['questions'], message: 'meeting.questionOrder' });
  });
export type MeetingDraft = z.input<typeof meetingDraft>;
export type ParsedMeetingDraft = z.output<typeof meetingDraft>;

/** The complete meeting, as the store and `get` return it. */
export const meeting = meetingFields.extend({
  id: meetingId,
  timezone: zoneId,
  questions: z.array(storedQuestion),
  isEnabled: z.boolean(),
  /**
   * Instant at which the latest run began to ask members; null before the first run. Runs that never opened do not
   * count.
   */
  lastRun: instant.nullable(),
  createdBy: memberId,
  createdOn: instant,
  /**
   * Revision; it increases by 1 with each change of the definition. A due row (scheduled work for this meeting)
   * contains the revision for which it was created.
   */
  rev: z.int().min(1),
  /**
   * Date of the first run, even if that run was cancelled or missed. ALTWEEK counts every second week from this date.
   * Null before the first run.
   */
  firstRun: localDate.nullable(),
});
export type Meeting = z.output<typeof meeting>;

/** Output of `get`: the meeting and its open runs. A screen needs the runs to show how a change would affect them. */
export const meetingDetail = meeting.extend({ openRuns: z.array(openRun) });
export type MeetingDetail = z.output<typeof meetingDetail>;

/**
 * Output of `save`: the stored meeting and its open runs. The effect on each run is UNCHANGED, because a run keeps the
 * instants and questions of its opening.
 */
export const savedMeeting = meeting.extend({ runs: z.array(runEffect) });
export type SavedMeeting = z.output<typeof savedMeeting>;

const person = z.object({ memberId, name: z.string(), thumbnailUrl: z.string().nullable() });

export const meetingListItem = z.object({
  id: meetingId,
  name: z.string(),
  type: z.enum(meetingTypes),
  isEnabled: z.boolean(),
  lastRun: instant.nullable(),
  members: z.array(person),
  timezone: zoneId,
  teamId,
  time: z.int(),
  interval: z.enum(intervals),
  timeBasis: z.enum(timeBases),
  sunday: z.boolean(),
  monday: z.boolean(),
  tuesday: z.boolean(),
  wednesday: z.boolean(),
  thursday: z.boolean(),
  friday: z.boolean(),
  saturday: z.boolean(),
});
export type MeetingListItem = z.output<typeof meetingListItem>;

/** Name of a meeting as a part of a path. The server percent-decodes the name once, so it may contain `/ % ? #`. */
const nameInPath = text({ max: limits.nameLength, required: 'meeting.nameMissing' });

export const saveMeeting = endpoint({
  method: 'POST',
  path: '/api/meeting/save',
  isNew: true,
  access: 'meeting.write',
  input: meetingDraft,
  output: savedMeeting,
});
export const getMeetingList = endpoint({
  method: 'GET',
  path: '/api/meeting/getlist/{teamId}',
  access: 'meeting.read',
  input: z.object({ teamId }),
  output: z.array(meetingListItem),
});
export const getAllMeetings = endpoint({
  method: 'GET',
  path: '/api/meeting/getall/{teamId}',
  access: 'meeting.read',
  input: z.object({ teamId }),
  output: z.array(z.object({ id: meetingId, name: z.string(), isEnabled: z.boolean() })),
});
export const getMeeting = endpoint({
  method: 'GET',
  path: '/api/meeting/get/{meetingId}',
  access: 'meeting.read',
  input: z.object({ meetingId }),
  output: meetingDetail,
});
export const isMeetingNameExists = endpoint({
  method: 'GET',
  path: '/api/meeting/IsMeetingNameExists/{teamId}/{name}[/{meetingId}]',
  access: 'meeting.read',
  input: z.object({ teamId, name: nameInPath, meetingId: meetingId.optional() }),
  output: z.object({ isExists: z.boolean() }),
});
