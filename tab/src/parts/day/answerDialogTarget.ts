import type { LocalDate } from '#contracts/core/ids.ts';

/** The answer that the dialog shows. */
export interface AnswerTarget {
  readonly meetingId: string;
  readonly meetingName: string;
  readonly date: LocalDate;
  /** Opens the existing answer, prefilled. */
  readonly edit: boolean;
}
