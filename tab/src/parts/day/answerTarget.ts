import type { LocalDate } from '#contracts/ids.ts';

/** Which answer the dialog is about. */
export interface AnswerTarget {
  readonly meetingId: string;
  readonly meetingName: string;
  readonly date: LocalDate;
  /** Starts with the answer already given, prefilled. */
  readonly edit: boolean;
}
