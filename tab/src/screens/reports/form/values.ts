import type { InputOf } from '#contracts/endpoint.ts';
import type { Meeting, MeetingListItem, saveMeeting, Weekday } from '#contracts/meeting.ts';
import type { QuestionDraft } from '#contracts/question.ts';
import { week } from '../../../ui/week.ts';

/** What the form holds: texts as typed, an option with its meaning beside it, and null where nothing is chosen yet. */
export interface OptionForm {
  readonly text: string;
  /** Choosing it says "I am blocked". */
  readonly isBlocking: boolean;
}

export interface QuestionForm {
  /** Empty until the server has given one. */
  readonly id: string;
  readonly text: string;
  readonly type: 'TEXT' | 'OPTIONS';
  readonly options: OptionForm[];
  readonly isBlocker: boolean;
  readonly isTimesheetQuestion: boolean;
}

export interface MeetingForm {
  readonly name: string;
  readonly type: Meeting['type'];
  readonly interval: Meeting['interval'];
  readonly timeBasis: Meeting['timeBasis'];
  /** Minutes after midnight. */
  readonly time: number | null;
  readonly timezone: string;
  readonly weekdays: Weekday[];
  /** Null = General. */
  readonly channelId: string | null;
  readonly members: string[];
  readonly questions: QuestionForm[];
  readonly publicBroadcastMessage: string;
  readonly isReminderEnabled: boolean;
  readonly firstReminderMessage: string;
  readonly secondReminderMessage: string;
  /** Minutes. */
  readonly reportSummaryTime: number | null;
  readonly isReportSummaryInChat: boolean;
  readonly reportSummaryEmail: string;
}

/** The meeting the form is about: a new one of a team, or one that is edited from a revision. */
export interface FormSubject {
  readonly teamId: string;
  readonly id: string | undefined;
  readonly rev: number | undefined;
  /** Of a new one: what it will be known by, so that a save whose answer was lost can be sent again. */
  readonly draftId?: string;
}

export type MeetingInput = InputOf<typeof saveMeeting>;

export const workingDays: readonly Weekday[] = week.slice(0, 5);

export const emptyQuestion: QuestionForm = {
  id: '',
  text: '',
  type: 'TEXT',
  options: [],
  isBlocker: false,
  isTimesheetQuestion: false,
};

export const questionForm = (question: QuestionDraft): QuestionForm => ({
  id: question.id ?? '',
  text: question.text,
  type: question.type,
  options: (question.options ?? []).map((text) => ({
    text,
    isBlocking: question.blockingOptions?.includes(text) === true,
  })),
  isBlocker: question.isBlocker ?? false,
  isTimesheetQuestion: question.isTimesheetQuestion ?? false,
});

export const daysOf = (meeting: Pick<MeetingListItem, Weekday>): Weekday[] => week.filter((day) => meeting[day]);

/** A stored meeting as the form shows it. */
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
  questions: [...meeting.questions].sort((a, b) => a.sequence - b.sequence).map(questionForm),
  publicBroadcastMessage: meeting.publicBroadcastMessage,
  isReminderEnabled: meeting.isReminderEnabled,
  firstReminderMessage: meeting.firstReminderMessage,
  secondReminderMessage: meeting.secondReminderMessage,
  reportSummaryTime: meeting.reportSummaryTime,
  isReportSummaryInChat: meeting.isReportSummaryInChat,
  reportSummaryEmail: meeting.reportSummaryEmail,
});

/** Only what the type of a question allows is sent; the rest stays in the form in case the type is changed back. */
const questionInput = (question: QuestionForm, at: number): QuestionDraft => {
  const { id, text, type, options, isBlocker, isTimesheetQuestion } = question;
  const common = { ...(id === '' ? {} : { id: id }), sequence: at + 1, text, type };
  switch (type) {
    case 'TEXT':
      return { ...common, isTimesheetQuestion };
    case 'OPTIONS':
      return {
        ...common,
        type,
        options: options.map((one) => one.text),
        isBlocker,
        // An option without a text has a message of its own.
        blockingOptions: isBlocker
          ? options.flatMap((one) => (one.isBlocking && one.text.trim() !== '' ? [one.text] : []))
          : [],
      };
  }
};

/** The form as the server is asked to save it. What is not chosen yet goes out as nothing, for the schema to name. */
export const inputOf = (form: MeetingForm, { teamId, id, rev, draftId }: FormSubject): MeetingInput => {
  const { weekdays, questions, time, reportSummaryTime, ...rest } = form;
  const days = Object.fromEntries(week.map((day) => [day, weekdays.includes(day)])) as Record<Weekday, boolean>;
  const input = {
    ...rest,
    ...days,
    ...(time === null ? {} : { time }),
    // Not a number: the schema then says which numbers there are.
    reportSummaryTime: reportSummaryTime ?? 0,
    questions: questions.map(questionInput),
    teamId,
    ...(id === undefined ? {} : { id }),
    ...(rev === undefined ? {} : { rev }),
    ...(draftId === undefined ? {} : { draftId }),
  };
  return input as unknown as MeetingInput;
};
