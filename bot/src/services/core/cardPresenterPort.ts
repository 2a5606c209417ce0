import type { AnswerLinks } from '#contracts/core/findLinksAndMentions.ts';
import type { AdaptiveCardJson } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { Goal, OpenBlockerChoice } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { CardData } from '#contracts/answers/answerCardDataAndVerbs.ts';
import type { BlockerCardData } from '#contracts/blockers/blockerCardDataAndVerbs.ts';
import type { BlockerAction, BlockerStateName } from '#contracts/blockers/blockerStatesAndActions.ts';
import type { WeekCardData } from '#contracts/timesheets/weekApprovalCallsAndCardData.ts';
import type { WeekState } from '#contracts/timesheets/weekState.ts';
import type { Instant, LocalDate, MeetingId, MemberId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { SnoozeLength } from '#contracts/answers/skipAndSnoozeCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { MessageKey, MessageValues } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { DigestModel } from '../../domain/digests/digestModelTypes.ts';
import type { SummaryModel } from '../../domain/reports/buildReportAndSummary.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';

// The port that draws messages (implemented in teams/cards). Services and jobs provide the content; the implementation
// provides the layout.

/** The reader of a message. Texts are in the reader's locale, and times in the reader's zone. */
export interface Reader {
  /** Language tag (BCP 47) of the texts. */
  readonly locale: string;
  readonly timezone: ZoneId;
}

export interface RunFacts {
  readonly meetingId: MeetingId;
  readonly meetingName: string;
  readonly type: 'STANDUP' | 'RETRO';
  readonly date: LocalDate;
  readonly opensAt: Instant;
  /** The close that applies to the reader. */
  readonly closesAt: Instant;
}

/** The content of the card with the form. `values` and `goals` fill the form when it is shown. */
export interface AskModel extends RunFacts {
  readonly data: CardData;
  readonly questions: readonly Question[];
  readonly values: Readonly<Record<string, string>>;
  readonly goals: readonly Goal[];
  readonly isEdit: boolean;
  readonly isLate: boolean;
  /** True if the member answers before the opening. */
  readonly isAhead: boolean;
  /** True if the card was sent later than planned, for example after a downtime. The card then mentions the delay. */
  readonly isDelayed?: boolean;
  /** The reason why the answer was not saved, in the reader's language; missing if there was no error. */
  readonly problem?: string;
  /** Instant at which the draft that fills the form was saved; missing if there is no draft. */
  readonly draftFrom?: Instant;
  /**
   * Date of the earlier answer with which the button "Same as last time" filled the form; null if there is no earlier
   * answer; missing if the button was not pressed.
   */
  readonly filledFrom?: LocalDate | null;
  /**
   * The report's own reminder text, shown above the form; empty = the product's text; missing = the message is no
   * reminder.
   */
  readonly reminder?: string;
  readonly isAgain?: boolean;
  /**
   * The member's open blocker from an earlier run, about which the form asks first; missing if the form does not ask
   * about one.
   */
  readonly blocker?:
    | { readonly since: LocalDate; readonly text: string; readonly is?: OpenBlockerChoice | undefined }
    | undefined;
  /**
   * The input for the needed member. `shown`: the needed member that is stored, or null. `chosen`: the member that the
   * form shows as chosen, or null. Missing = the form has no such input, because it asks no question about blockers.
   */
  readonly needed?:
    | {
        readonly shown: MemberId | null;
        readonly chosen: { readonly memberId: MemberId; readonly name: string } | null;
      }
    | undefined;
  /** The lengths of a snooze that the card offers; missing = the card offers no snooze. */
  readonly snoozes?: readonly SnoozeLength[];
  readonly canSkip?: boolean;
}

/**
 * A typed text that the service refused, and the reason (`problem`). The card shows both, so that the person can
 * shorten the text.
 */
export interface RefusedText {
  readonly text: string;
  readonly problem: string;
}

/** The content of the card that replaces the form after a skip. */
export interface SkippedModel extends RunFacts {
  readonly data: CardData;
  /** The reason for the skip; empty = the member gave no reason. */
  readonly reason: string;
  readonly canAnswer: boolean;
  /** True if the member may still add or change the reason. In the grace only an answer is possible. */
  readonly canChangeReason: boolean;
  /** The typed reason that was refused, with the refusal in the reader's language; missing if no reason was refused. */
  readonly refused?: RefusedText | undefined;
}

/** The content of the card that replaces the form after a snooze. */
export interface SnoozedModel extends RunFacts {
  readonly data: CardData;
  readonly until: Instant;
  readonly canSkip: boolean;
}

/** OPEN: the member still owes the answer. */
export type ReminderState = 'OPEN' | 'ANSWERED' | 'CLOSED' | 'CANCELLED';

export interface ReminderPart extends RunFacts {
  readonly data: CardData;
  /** The report's own reminder text; empty = the product's text. */
  readonly text: string;
  readonly state: ReminderState;
}

/** A reminder that points to cards in the chat. It has one part for each run of which it reminds, and at least one. */
export interface ReminderModel {
  readonly parts: readonly ReminderPart[];
}

/**
 * AHEAD: the run has not opened yet and will not ask this member again. CHANGED: the questions of the run differ from
 * those that the member answered. Every other state: the reason why the run did not take place as planned.
 */
export type AnsweredState = 'AHEAD' | 'CHANGED' | 'HOLIDAY' | 'CANCELLED' | 'MISSED' | 'NOT_RUN';

/** The content of the card that replaces the form after an answer: "Answered 09:41 · Edit". */
export interface AnsweredModel extends RunFacts {
  readonly data: CardData;
  readonly questions: readonly Question[];
  readonly values: Readonly<Record<string, string>>;
  readonly goals: readonly Goal[];
  readonly answeredAt: Instant;
  readonly isEdited: boolean;
  readonly isLate: boolean;
  readonly canEdit: boolean;
  /** The state that the card mentions; null if there is nothing to mention. */
  readonly standing: AnsweredState | null;
  /**
   * The next run that the member can answer ahead (before its opening) now, with its card data; null if there is none.
   */
  readonly next: { readonly date: LocalDate; readonly data: CardData } | null;
  /**
   * The tasks that this answer wrote to the timesheet. `hoursRefused` is true if the week is approved, so that the
   * answer wrote no tasks.
   */
  readonly logged: readonly { readonly task: string; readonly minutes: number }[];
  readonly hoursRefused: boolean;
  /** The link patterns and names that turn parts of the answer into links; missing if the answer has no links. */
  readonly links?: AnswerLinks;
  /**
   * True if a draft is stored whose text differs from the answer. The button Edit then opens that draft. Missing =
   * false.
   */
  readonly hasDraft?: boolean;
  /**
   * Texts of the questions that the member answered with the same text on this run and on the two runs answered before
   * it. Missing = none.
   */
  readonly repeated?: readonly string[];
  /** Name of the member who is needed for the reported blocker. Missing = no member is needed. */
  readonly needed?: string | undefined;
}

/**
 * A line of a notice. From `opens` (the date and the opening of a run), the text gets the values `day` and `time`; from
 * `date`, it gets only `day`.
 */
export interface NoticeLine {
  readonly key: MessageKey;
  readonly values?: MessageValues;
  readonly opens?: { readonly date: LocalDate; readonly at: Instant };
  readonly date?: LocalDate;
}

/** Largest number of buttons on a card, because chat clients hide further buttons. */
export const maxButtons = 6;

/**
 * A notice with a title, lines and at most six buttons. It is used for replies that have no other card. The title gets
 * `date` as the value `day`.
 */
export interface NoticeModel {
  readonly title: { readonly key: MessageKey; readonly values?: MessageValues; readonly date?: LocalDate };
  readonly lines: readonly NoticeLine[];
  readonly buttons: readonly NoticeButton[];
}

/** The run for which a button was made. `team` is null if the name of the meeting is enough. */
interface RunOfButton {
  readonly meeting: string;
  readonly team: string | null;
  readonly date: LocalDate;
}

export type NoticeButton =
  | { readonly kind: 'COMMAND'; readonly title: MessageKey; readonly values?: MessageValues; readonly command: string }
  /** Shows the card of the run; never starts the run. */
  | ({ readonly kind: 'ANSWER'; readonly data: CardData } & RunOfButton)
  /** Starts the run of the button's date. If this date is not today, no run is started. */
  | ({ readonly kind: 'START'; readonly meetingId: MeetingId } & RunOfButton)
  | { readonly kind: 'LINK'; readonly title: MessageKey; readonly url: string };

export interface AnnouncementModel extends RunFacts {
  /** The meeting's own text for announcements; empty = the product's text. */
  readonly message: string;
  readonly url: string;
  /** The reason for the cancellation, as the run stores it; null if the run is not cancelled. */
  readonly cancelled: { readonly reason: Run['reason'] } | null;
}

/** The content of the card that asks an admin to approve a week, and later shows the decision. */
export interface WeekModel {
  readonly data: WeekCardData;
  readonly user: string;
  readonly teamName: string;
  readonly monday: LocalDate;
  readonly days: readonly { readonly date: LocalDate; readonly minutes: number }[];
  readonly minutes: number;
  readonly state: WeekState;
  /** True if the member submitted the week again after this card was sent, so that the card is out of date. */
  readonly isOld: boolean;
  readonly note: string | null;
  /** Name of the admin who approved the week or sent it back; null if no admin has decided. */
  readonly decidedBy: string | null;
  readonly url: string;
  /** The reason why the pressed button had no effect; missing if no button was pressed or the press had an effect. */
  readonly problem?: MessageKey;
}

/**
 * The content of a card about a blocker. Its reader is the needed member, the blocked member, or the recipient of an
 * escalation.
 */
export interface BlockerModel {
  readonly data: BlockerCardData;
  /** Name of the blocked member. */
  readonly owner: string;
  readonly meetingName: string;
  readonly text: string;
  readonly since: LocalDate;
  /** Age of the blocker in working days; for a resolved blocker, the number of working days that it lasted. */
  readonly days: number;
  readonly state: BlockerStateName;
  /**
   * NEEDED: the reader is needed. NOT_NEEDED: the reader was needed, but handed the blocker back or was replaced.
   * INFORMED: the reader was not asked for help. OVER: the card is about an earlier blocker of the member.
   */
  readonly standing: 'NEEDED' | 'NOT_NEEDED' | 'INFORMED' | 'OVER';
  readonly reader: 'NEEDED' | 'OWNER' | 'REPORT_OWNER';
  /** True if the card is a reminder of an open blocker or an escalation of it. */
  readonly isReminder: boolean;
  /** The changes for which the card has a button. */
  readonly actions: readonly BlockerAction[];
  /** Name of the needed member; null if no active member of the team is needed. */
  readonly needed: string | null;
  /** True if a person other than the reader works on the blocker. */
  readonly isTakenByOther: boolean;
  /** Name of the person who made the last change; null if it is unknown. */
  readonly changedBy: string | null;
  readonly url: string;
  /** The reason why the pressed button had no effect; missing if no button was pressed or the press had an effect. */
  readonly problem?: MessageKey;
  /** A note that was refused, so that the reader can shorten it in the card; missing if no note was refused. */
  readonly typedNote?: string;
}

/** The reason why a run accepts no answer from the reader. */
export type ClosedReason = 'CLOSED' | 'CANCELLED' | 'NOT_ASKED';

export interface Presenter {
  ask(model: AskModel, reader: Reader): OutgoingMessage;
  reminder(model: ReminderModel, reader: Reader): OutgoingMessage;
  answered(model: AnsweredModel, reader: Reader): OutgoingMessage;
  skipped(model: SkippedModel, reader: Reader): OutgoingMessage;
  snoozed(model: SnoozedModel, reader: Reader): OutgoingMessage;
  closed(model: RunFacts & { readonly reason: ClosedReason }, reader: Reader): OutgoingMessage;
  announcement(model: AnnouncementModel, reader: Reader): OutgoingMessage;
  /**
   * Draws the summary in at most 25 kB. If the full summary is larger, answers are cut and a link is added; if it is
   * still larger, only counts and names are shown. Blockers are shortened last.
   */
  summary(model: SummaryModel, reader: Reader, url: string): OutgoingMessage;
  /** Draws a digest within the size of a card: answers are clipped first, then lines are left out. */
  digest(model: DigestModel, reader: Reader, url: string): OutgoingMessage;
  notice(model: NoticeModel, reader: Reader): OutgoingMessage;
  week(model: WeekModel, reader: Reader): OutgoingMessage;
  blocker(model: BlockerModel, reader: Reader): OutgoingMessage;
  /** Returns the content of the message as text, so that two messages can be compared. */
  content(message: OutgoingMessage): string;
  /** True if the message is within the size limit of every card except a form. */
  isWithinBudget(message: OutgoingMessage): boolean;
  webCard(message: OutgoingMessage): AdaptiveCardJson;
  withNotification(message: OutgoingMessage, text: string): OutgoingMessage;
}
