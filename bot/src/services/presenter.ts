import type { CardData, Goal } from '#contracts/answer.ts';
import type { WeekCardData, WeekState } from '#contracts/timesheet.ts';
import type { Instant, LocalDate, MeetingId, ZoneId } from '#contracts/ids.ts';
import type { Question } from '#contracts/question.ts';
import type { MessageKey, MessageValues } from '#contracts/text/keys.ts';
import type { SummaryModel } from '../domain/dailyReport.ts';
import type { OutgoingMessage } from '../gateways/messenger.ts';

// The port behind which cards are drawn (teams/cards): services and jobs say what there is to show, never how.

/** For whom a message is put into words. */
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

/** The card that asks. `values` and `ticked` prefill it when an answer is edited. */
export interface AskModel extends RunFacts {
  readonly data: CardData;
  readonly questions: readonly Question[];
  readonly values: Readonly<Record<string, string>>;
  readonly goals: readonly Goal[];
  readonly isEdit: boolean;
  readonly isLate: boolean;
  /** Given before the opening. */
  readonly isAhead: boolean;
  /** Why what was sent could not be saved, in the reader's words; the card keeps what was typed. */
  readonly problem?: string;
}

/**
 * AHEAD: the run has yet to open, and will not ask again. CHANGED: other questions are asked than those that were
 * answered. The others: the run did not take place as it was planned.
 */
export type AnswerStanding = 'AHEAD' | 'CHANGED' | 'HOLIDAY' | 'CANCELLED' | 'MISSED' | 'NOT_RUN';

/** What stands where the asking card was: "Answered 09:41 · Edit". */
export interface AnsweredModel extends RunFacts {
  readonly data: CardData;
  readonly questions: readonly Question[];
  readonly values: Readonly<Record<string, string>>;
  readonly goals: readonly Goal[];
  readonly answeredAt: Instant;
  readonly isEdited: boolean;
  readonly isLate: boolean;
  readonly canEdit: boolean;
  /** What became of what was answered, where that is not plain to see. */
  readonly standing: AnswerStanding | null;
  /** The run that can be answered ahead now; `isTomorrow` on the reader's own calendar. */
  readonly next: { readonly date: LocalDate; readonly isTomorrow: boolean } | null;
  /** What the timesheet got from this answer; `hoursRefused` = the week is approved, so it got nothing. */
  readonly logged: readonly { readonly task: string; readonly minutes: number }[];
  readonly hoursRefused: boolean;
}

/** `opens`: of a run of that date, put into words as the values `day` and `time`. */
export interface NoticeLine {
  readonly key: MessageKey;
  readonly values?: MessageValues;
  readonly opens?: { readonly date: LocalDate; readonly at: Instant };
}

/** A sentence with at most three buttons, for every turn that has nothing better to show. */
export interface NoticeModel {
  readonly title: { readonly key: MessageKey; readonly values?: MessageValues };
  readonly lines: readonly NoticeLine[];
  readonly buttons: readonly NoticeButton[];
}

export type NoticeButton =
  | { readonly kind: 'COMMAND'; readonly title: MessageKey; readonly values?: MessageValues; readonly command: string }
  | { readonly kind: 'LINK'; readonly title: MessageKey; readonly url: string };

export interface BroadcastModel extends RunFacts {
  /** The meeting's own words; empty = ours. */
  readonly message: string;
  readonly url: string;
}

/** The card that asks an admin for a week's approval, and says later what became of it. */
export interface WeekModel {
  readonly data: WeekCardData;
  readonly user: string;
  readonly teamName: string;
  readonly monday: LocalDate;
  readonly days: readonly { readonly date: LocalDate; readonly minutes: number }[];
  readonly minutes: number;
  readonly state: WeekState;
  /** An earlier card of a week that was handed in again since. */
  readonly isOld: boolean;
  readonly note: string | null;
  /** Name of who decided. */
  readonly decidedBy: string | null;
  readonly url: string;
  /** Why what was pressed did not happen. */
  readonly problem?: MessageKey;
}

export interface Presenter {
  ask(model: AskModel, reader: Reader): OutgoingMessage;
  answered(model: AnsweredModel, reader: Reader): OutgoingMessage;
  /** The card of a run that takes no more answers. */
  closed(model: RunFacts & { readonly reason: 'CLOSED' | 'CANCELLED' }, reader: Reader): OutgoingMessage;
  broadcast(model: BroadcastModel, reader: Reader): OutgoingMessage;
  /** Within 25 kB by the degrade order full → clipped with link → counts and names, blockers last. */
  summary(model: SummaryModel, reader: Reader, url: string): OutgoingMessage;
  notice(model: NoticeModel, reader: Reader): OutgoingMessage;
  week(model: WeekModel, reader: Reader): OutgoingMessage;
}
