import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';

export interface AnswerTarget {
  readonly meetingId: string;
  readonly meetingName: string;
  readonly date: LocalDate;
  /** True to open the existing answer for a change; false for a first answer. */
  readonly edit: boolean;
}
