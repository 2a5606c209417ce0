import type { AdaptiveCardJson, CardData, Goal } from '#contracts/meetings/answer.ts';
import type { WeekCardData, WeekState } from '#contracts/timesheets/timesheet.ts';
import type { Instant, LocalDate, MeetingId, ZoneId } from '#contracts/core/ids.ts';
import type { Run } from '#contracts/meetings/run.ts';
import type { Question } from '#contracts/meetings/question.ts';
import type { MessageKey, MessageValues } from '#contracts/text/catalogueKeys.ts';
import type { SummaryModel } from '../../domain/reports/dailyReport.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';

// The port for drawing messages (teams/cards): services and jobs provide the content, never the layout.

/** The reader of a message; texts are in the reader's locale. */
export interface Reader {
  /** BCP 47. */
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

/** The card with the form. `values` and `ticked` prefill it when an answer is edited. */
export interface AskModel extends RunFacts {
  readonly data: CardData;
  readonly questions: readonly Question[];
  readonly values: Readonly<Record<string, string>>;
  readonly goals: readonly Goal[];
  readonly isEdit: boolean;
  readonly isLate: boolean;
  /** The answer is given before the opening. */
  readonly isAhead: boolean;
  /** The card was sent later than planned, for example after a downtime, and mentions it. */
  readonly isDelayed?: boolean;
  /** The reason why the answer was not saved, in the reader's language; the card keeps the typed values. */
  readonly problem?: string;
  /** The report's own reminder text, shown above the repeated card; empty = the product's text. */
  readonly reminder?: string;
}

/** OPEN: the answer is still missing. */
export type ReminderState = 'OPEN' | 'ANSWERED' | 'CLOSED' | 'CANCELLED';

export interface ReminderPart extends RunFacts {
  readonly data: CardData;
  /** The report's own text; empty = the product's text. */
  readonly text: string;
  readonly state: ReminderState;
}

/** A reminder that links to cards in the chat: one part for each report concerned, at least one. */
export interface ReminderModel {
  readonly parts: readonly ReminderPart[];
}

/**
 * AHEAD: the run has yet to open and will not ask again. CHANGED: the questions differ from the answered ones. The
 * others: the run did not take place as planned.
 */
export type AnsweredState = 'AHEAD' | 'CHANGED' | 'HOLIDAY' | 'CANCELLED' | 'MISSED' | 'NOT_RUN';

/** Replaces the form after an answer: "Answered 09:41 · Edit". */
export interface AnsweredModel extends RunFacts {
  readonly data: CardData;
  readonly questions: readonly Question[];
  readonly values: Readonly<Record<string, string>>;
  readonly goals: readonly Goal[];
  readonly answeredAt: Instant;
  readonly isEdited: boolean;
  readonly isLate: boolean;
  readonly canEdit: boolean;
  /** A note on the answered run, if it is not the normal case. */
  readonly standing: AnsweredState | null;
  /** The run that can be answered ahead now, with its card data. */
  readonly next: { readonly date: LocalDate; readonly data: CardData } | null;
  /** The tasks that this answer wrote to the timesheet; `hoursRefused` = the week is approved, so it wrote none. */
  readonly logged: readonly { readonly task: string; readonly minutes: number }[];
  readonly hoursRefused: boolean;
}

/**
 * `opens`: the opening of a run of that date, shown as the values `day` and `time`. `date`: shown as the value `day`
 * only.
 */
export interface NoticeLine {
  readonly key: MessageKey;
  readonly values?: MessageValues;
  readonly opens?: { readonly date: LocalDate; readonly at: Instant };
  readonly date?: LocalDate;
}

/** Chat clients hide the actions of a card beyond these. */
export const maxButtons = 6;

/** A sentence with at most six buttons, for replies without a card of their own. `date`: shown as the value `day`. */
export interface NoticeModel {
  readonly title: { readonly key: MessageKey; readonly values?: MessageValues; readonly date?: LocalDate };
  readonly lines: readonly NoticeLine[];
  readonly buttons: readonly NoticeButton[];
}

/** The run of a button; `team` is null if the name of the meeting is enough. */
interface RunOfButton {
  readonly meeting: string;
  readonly team: string | null;
  readonly date: LocalDate;
}

export type NoticeButton =
  | { readonly kind: 'COMMAND'; readonly title: MessageKey; readonly values?: MessageValues; readonly command: string }
  /** Shows the card of that run; it never starts a run. */
  | ({ readonly kind: 'ANSWER'; readonly data: CardData } & RunOfButton)
  /** Starts the run of that date only. */
  | ({ readonly kind: 'START'; readonly meetingId: MeetingId } & RunOfButton)
  | { readonly kind: 'LINK'; readonly title: MessageKey; readonly url: string };

export interface BroadcastModel extends RunFacts {
  /** The meeting's own text; empty = the product's text. */
  readonly message: string;
  readonly url: string;
  /** Set for a cancelled run, with the reason that its occurrence stores. */
  readonly cancelled: { readonly reason: Run['reason'] } | null;
}

/** The card that asks an admin for the approval of a week, and later shows the decision. */
export interface WeekModel {
  readonly data: WeekCardData;
  readonly user: string;
  readonly teamName: string;
  readonly monday: LocalDate;
  readonly days: readonly { readonly date: LocalDate; readonly minutes: number }[];
  readonly minutes: number;
  readonly state: WeekState;
  /** An earlier card of a week that was submitted again since. */
  readonly isOld: boolean;
  readonly note: string | null;
  /** Name of the admin who decided. */
  readonly decidedBy: string | null;
  readonly url: string;
  /** The reason why the pressed button had no effect. */
  readonly problem?: MessageKey;
}

/** The reason why a run takes no answer from the reader of its card. */
export type ClosedReason = 'CLOSED' | 'CANCELLED' | 'NOT_ASKED';

export interface Presenter {
  ask(model: AskModel, reader: Reader): OutgoingMessage;
  reminder(model: ReminderModel, reader: Reader): OutgoingMessage;
  answered(model: AnsweredModel, reader: Reader): OutgoingMessage;
  /** The card of a run that takes no more answers. */
  closed(model: RunFacts & { readonly reason: ClosedReason }, reader: Reader): OutgoingMessage;
  broadcast(model: BroadcastModel, reader: Reader): OutgoingMessage;
  /** Within 25 kB by the degrade order full → clipped with link → counts and names, blockers last. */
  summary(model: SummaryModel, reader: Reader, url: string): OutgoingMessage;
  notice(model: NoticeModel, reader: Reader): OutgoingMessage;
  week(model: WeekModel, reader: Reader): OutgoingMessage;
  /** The drawing as text, by which two drawings are compared. */
  content(message: OutgoingMessage): string;
  /** The same drawing for the web app, which renders the card JSON. */
  webCard(message: OutgoingMessage): AdaptiveCardJson;
  /** The same drawing with another text of its notification. */
  withNotification(message: OutgoingMessage, text: string): OutgoingMessage;
}
