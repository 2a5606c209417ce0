import type { LocalDate, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { weekStates } from '#contracts/timesheets/weekState.ts';
import type { WeekState } from '#contracts/timesheets/weekState.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { hoursAndMinutes } from '../../domain/timesheets/daySheetMergeAndTotals.ts';
import type { FoundTask, SheetNames } from './findTasksAndMeetingNames.ts';

// The columns of an export. Each format builds its headings, cells, widths and totals from this table.

/**
 * One row of an export. `minutes` is the time of the task in minutes; a column of hours converts it with `exportHours`.
 */
export interface ExportRow {
  readonly date: LocalDate;
  readonly memberId: MemberId;
  readonly user: string;
  /** Email address; empty if Teams sent none, or if the member's row no longer exists. */
  readonly email: string;
  readonly weekState: WeekState;
  readonly meeting: string | null;
  readonly task: string;
  readonly minutes: number;
}

export const readExportRow = async (
  { date, memberId, task }: FoundTask,
  names: SheetNames,
  weekState: WeekState,
): Promise<ExportRow> => ({
  date,
  memberId,
  user: names.member(memberId),
  email: names.email(memberId),
  weekState,
  meeting: await names.meeting(task.meetingId),
  task: task.task,
  minutes: task.minutes,
});

export const exportHours = (minutes: number): number => hoursAndMinutes(minutes).totalHours;

interface AnyColumn {
  readonly key: string;
  readonly label: MessageKey;
  readonly formats: {
    readonly csv?: true;
    readonly xlsx?: { readonly width: number };
    /** Width in points. `REST` = the column gets the rest of the page's width; only one column may have it. */
    readonly pdf?: { readonly width: number | 'REST' };
  };
}

/**
 * A column of codes or dates, which are not user-written. A `CODE` is written as it is. A `DATE` is the same, but a
 * workbook stores it as a date.
 */
export interface CodeColumn extends AnyColumn {
  readonly type: 'CODE' | 'DATE';
  readonly value: (row: ExportRow) => string;
}

/**
 * A column of user-written texts, which every format must protect against formulas. A `NAME` repeats in many rows, so
 * formats cache its protected form.
 */
export interface TextColumn extends AnyColumn {
  readonly type: 'TEXT' | 'NAME';
  readonly value: (row: ExportRow) => string;
}

export interface ChoiceColumn extends AnyColumn {
  readonly type: 'CHOICE';
  readonly value: (row: ExportRow) => string;
  readonly choices: Readonly<Record<string, MessageKey>>;
}

export interface NumberColumn extends AnyColumn {
  readonly type: 'NUMBER';
  readonly decimals: number;
  readonly value: (row: ExportRow) => number;
  /** Returns the total of a column from the sum of the minutes of all rows; undefined if the column has no total. */
  readonly total?: (sum: { readonly minutes: number }) => number;
}

export type ExportColumn = CodeColumn | TextColumn | ChoiceColumn | NumberColumn;
export type TotalColumn = NumberColumn & Required<Pick<NumberColumn, 'total'>>;

export const hasTotal = (column: ExportColumn): column is TotalColumn =>
  column.type === 'NUMBER' && column.total !== undefined;

const minutesOf = ({ minutes }: { readonly minutes: number }): number => minutes;
const hoursOf = ({ minutes }: { readonly minutes: number }): number => exportHours(minutes);

/**
 * All columns, from left to right. CSV files have minutes beside the hours, because hours rounded to two decimals do
 * not add up to the exact total.
 */
export const exportColumns: readonly ExportColumn[] = [
  {
    ...{ key: 'date', label: 'sheetFile.date', type: 'DATE', value: ({ date }) => date },
    formats: { csv: true, xlsx: { width: 12 }, pdf: { width: 60 } },
  },
  {
    ...{ key: 'user', label: 'sheetFile.user', type: 'NAME', value: ({ user }) => user },
    // A PDF needs no such column, because it has a section for each person.
    formats: { csv: true, xlsx: { width: 24 } },
  },
  {
    ...{ key: 'meeting', label: 'sheetFile.meeting', type: 'NAME', value: ({ meeting }) => meeting ?? '' },
    formats: { csv: true, xlsx: { width: 24 }, pdf: { width: 105 } },
  },
  {
    ...{ key: 'task', label: 'sheetFile.task', type: 'TEXT', value: ({ task }) => task },
    formats: { csv: true, xlsx: { width: 60 }, pdf: { width: 'REST' } },
  },
  {
    ...{ key: 'hours', label: 'sheetFile.hours', type: 'NUMBER', decimals: 2, value: hoursOf, total: hoursOf },
    formats: { csv: true, xlsx: { width: 10 }, pdf: { width: 45 } },
  },
  {
    ...{ key: 'minutes', label: 'sheetFile.minutes', type: 'NUMBER', decimals: 0, value: minutesOf, total: minutesOf },
    formats: { csv: true, xlsx: { width: 10 } },
  },
  {
    ...{ key: 'email', label: 'sheetFile.email', type: 'NAME', value: ({ email }) => email },
    formats: { csv: true },
  },
  {
    ...{ key: 'memberId', label: 'sheetFile.memberId', type: 'CODE', value: ({ memberId }) => memberId },
    formats: { csv: true },
  },
  {
    ...{ key: 'week', label: 'sheetFile.week', type: 'CHOICE', value: ({ weekState }) => weekState },
    choices: Object.fromEntries(weekStates.map((state) => [state, `timesheet.state${state}`] as const)),
    formats: { csv: true },
  },
];

/** The texts of a column in the requester's language, as plain values that can be copied to a worker thread. */
export interface ColumnTexts {
  readonly head: string;
  readonly choices: Readonly<Record<string, string>>;
}

const noTexts: ColumnTexts = { head: '', choices: {} };

export type TextsByColumn = Readonly<Record<string, ColumnTexts>>;

export const textsOf = (texts: TextsByColumn, { key }: ExportColumn): ColumnTexts => texts[key] ?? noTexts;
