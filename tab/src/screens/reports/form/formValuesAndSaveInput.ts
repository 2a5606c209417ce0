import type { InputOf } from '#contracts/core/endpoint.ts';
import type { Meeting, MeetingListItem, saveMeeting, Weekday } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { AttentionThresholds } from '#contracts/attention/attentionThresholds.ts';
import { defaultAttentionThresholds } from '#contracts/attention/defaultAttentionThresholds.ts';
import { weekdayNumbers } from '../../../ui/text/weekdays.ts';
import type { QuestionForm } from './questionFormTypeAndDefault.ts';
import { questionForm, questionInput } from './questionFormRulesAndConversion.ts';

/** The values of the form. Null = nothing is chosen or typed yet, unless the comment of a field differs. */
export interface MeetingForm {
  readonly name: string;
  readonly type: Meeting['type'];
  readonly interval: Meeting['interval'];
  readonly timeBasis: Meeting['timeBasis'];
  /**
   * Time of the opening in minutes after midnight, in the report's time zone or, by the time basis MEMBER, in each
   * member's.
   */
  readonly time: number | null;
  readonly timezone: string;
  readonly weekdays: Weekday[];
  /** Null = the General channel. */
  readonly channelId: string | null;
  readonly members: string[];
  readonly observers: string[];
  /** Thresholds of the list "needs attention"; undefined = the report keeps its stored thresholds. */
  readonly attention?: AttentionThresholds | undefined;
  readonly questions: QuestionForm[];
  readonly publicBroadcastMessage: string;
  readonly isReminderEnabled: boolean;
  readonly firstReminderMessage: string;
  readonly secondReminderMessage: string;
  /** Length of the window in minutes, from the opening to the close. */
  readonly reportSummaryTime: number | null;
  /**
   * Working days after which reminders of an open blocker begin; 0 = off, null = the field is empty. The same holds for
   * `blockerEscalationDays`, after which the blocker is escalated.
   */
  readonly blockerReminderDays: number | null;
  readonly blockerEscalationDays: number | null;
  readonly isReportSummaryInChat: boolean;
  readonly reportSummaryEmail: string;
}

/** The report that the form edits: `id` and `rev` (its revision) are undefined for a new report. */
export interface FormSubject {
  readonly teamId: string;
  readonly id: string | undefined;
  readonly rev: number | undefined;
  /** Idempotency key of a new report, so that repeating a save after a lost reply creates no second report. */
  readonly draftId?: string;
}

export type MeetingInput = InputOf<typeof saveMeeting>;

export const workingDays: readonly Weekday[] = weekdayNumbers.slice(0, 5);

export const daysOf = (meeting: Pick<MeetingListItem, Weekday>): Weekday[] =>
  weekdayNumbers.filter((day) => meeting[day]);

export const formOf = (meeting: Meeting): MeetingForm => ({
  name: meeting.name,
  type: meeting.type,
  interval: meeting.interval,
  timeBasis: meeting.timeBasis,
  time: meeting.time,
  timezone: meeting.timezone,
  weekdays: daysOf(meeting),
  channelId: meeting.channelId,
  members: [...meeting.members],
  observers: [...(meeting.observers ?? [])],
  attention: meeting.attention ?? defaultAttentionThresholds,
  questions: [...meeting.questions].sort((a, b) => a.sequence - b.sequence).map(questionForm),
  publicBroadcastMessage: meeting.publicBroadcastMessage,
  isReminderEnabled: meeting.isReminderEnabled,
  firstReminderMessage: meeting.firstReminderMessage,
  secondReminderMessage: meeting.secondReminderMessage,
  reportSummaryTime: meeting.reportSummaryTime,
  blockerReminderDays: meeting.blockerReminderDays ?? 0,
  blockerEscalationDays: meeting.blockerEscalationDays ?? 0,
  isReportSummaryInChat: meeting.isReportSummaryInChat,
  reportSummaryEmail: meeting.reportSummaryEmail,
});

/**
 * Returns the input of the save call. Leaves out the opening time if it is null, so that the schema reports it as
 * missing.
 */
export const inputOf = (form: MeetingForm, { teamId, id, rev, draftId }: FormSubject): MeetingInput => {
  const { weekdays, questions, time, reportSummaryTime, blockerReminderDays, blockerEscalationDays, ...rest } = form;
  const days = Object.fromEntries(weekdayNumbers.map((day) => [day, weekdays.includes(day)])) as Record<
    Weekday,
    boolean
  >;
  const input = {
    ...rest,
    ...days,
    ...(time === null ? {} : { time }),
    // An empty window is sent as 0, which is outside the limits, so that the schema's message names the limits. Empty
    // days of blocker reminders are sent as 0, which means off.
    reportSummaryTime: reportSummaryTime ?? 0,
    blockerReminderDays: blockerReminderDays ?? 0,
    blockerEscalationDays: blockerEscalationDays ?? 0,
    questions: questions.map(questionInput),
    teamId,
    ...(id === undefined ? {} : { id }),
    ...(rev === undefined ? {} : { rev }),
    ...(draftId === undefined ? {} : { draftId }),
  };
  return input as unknown as MeetingInput;
};
