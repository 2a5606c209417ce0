import type { InputOf } from '#contracts/core/endpoint.ts';
import type { Meeting, MeetingListItem, saveMeeting, Weekday } from '#contracts/meetings/saveAndReadMeetingCalls.ts';
import type { AttentionThresholds } from '#contracts/attention/attentionThresholds.ts';
import { defaultAttentionThresholds } from '#contracts/attention/defaultAttentionThresholds.ts';
import { weekdayNumbers } from '../../../ui/text/weekdays.ts';
import type { QuestionForm } from './questionFormTypeAndDefault.ts';
import { questionForm, questionInput } from './questionFormRulesAndConversion.ts';

/** The values of the form. Unless a field's comment differs, null = nothing is chosen yet. */
export interface MeetingForm {
  readonly name: string;
  readonly type: Meeting['type'];
  readonly interval: Meeting['interval'];
  readonly timeBasis: Meeting['timeBasis'];
  /** Time of the opening in minutes after midnight. */
  readonly time: number | null;
  readonly timezone: string;
  readonly weekdays: Weekday[];
  /** Null = the General channel. */
  readonly channelId: string | null;
  readonly members: string[];
  readonly observers: string[];
  /** Thresholds of the attention list; left out = the report keeps its stored thresholds. */
  readonly attention?: AttentionThresholds | undefined;
  readonly questions: QuestionForm[];
  readonly publicBroadcastMessage: string;
  readonly isReminderEnabled: boolean;
  readonly firstReminderMessage: string;
  readonly secondReminderMessage: string;
  /** Minutes between the opening and the close. */
  readonly reportSummaryTime: number | null;
  /** Working days until reminders of an open blocker and until its escalation; 0 = off, null = the field is empty. */
  readonly blockerReminderDays: number | null;
  readonly blockerEscalationDays: number | null;
  readonly isReportSummaryInChat: boolean;
  readonly reportSummaryEmail: string;
}

/** The meeting that the form edits: a new one in a team, or an existing one with its revision. */
export interface FormSubject {
  readonly teamId: string;
  readonly id: string | undefined;
  readonly rev: number | undefined;
  /** Idempotency key of a new meeting, with which it is safe to repeat a save after a lost reply. */
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
 * Returns the input of the save call. Leaves out an opening time that the reader has not chosen, so that the schema
 * reports it.
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
    // An empty window is sent as 0, which is outside the limits, so the schema's message contains the allowed numbers.
    // Empty days of blockers are sent as 0, which means off.
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
