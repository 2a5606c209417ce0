import type { RollupFigures } from '#contracts/rollup/rollupQueryAndResult.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { ColumnHeads, FileAnswer, FileEntry } from './rollupFileModel.ts';

// The columns of CSV files and workbooks. Both formats build their headings and cells from these tables.

/**
 * One answer of an entry. `answer` is null for an entry without answers; `isFirst` is true for the first row of an
 * entry.
 */
export interface AnswerRow {
  readonly entry: FileEntry;
  readonly answer: FileAnswer | null;
  readonly isFirst: boolean;
}

interface AnyColumn {
  readonly key: string;
  readonly label: MessageKey;
}

/**
 * Values of TEXT and NAME may be user-written, so both formats protect them against formulas. A NAME repeats in many
 * rows, so its protected form may be cached.
 */
export type AnswerColumn = AnyColumn & {
  /** Width of the column in a workbook, in characters; undefined if only CSV files have this column. */
  readonly width?: number;
} & (
    | {
        readonly type: 'TEXT' | 'NAME' | 'CODE' | 'DATE' | 'TIME';
        readonly value: (row: AnswerRow) => string | null;
      }
    | { readonly type: 'NUMBER'; readonly value: (row: AnswerRow) => number | null }
    /** A number or a date, depending on the answer. */
    | { readonly type: 'VALUE'; readonly value: (row: AnswerRow) => FileAnswer['value'] }
  );

const goalsOf = (entry: FileEntry, count: number): number | null => (entry.goalsOffered === 0 ? null : count);

/** All columns of the answers, from left to right. */
export const answerColumns: readonly AnswerColumn[] = [
  { key: 'date', label: 'sheetFile.date', type: 'DATE', width: 12, value: ({ entry }) => entry.date },
  { key: 'team', label: 'rollup.team', type: 'NAME', width: 20, value: ({ entry }) => entry.team },
  { key: 'meeting', label: 'sheetFile.meeting', type: 'NAME', width: 24, value: ({ entry }) => entry.meeting },
  { key: 'person', label: 'rollup.byPERSON', type: 'NAME', width: 24, value: ({ entry }) => entry.person },
  {
    ...{ key: 'state', label: 'rollupFile.state', type: 'NAME', width: 24 },
    value: ({ entry }) => [entry.state, ...entry.details].join(' · '),
  },
  {
    key: 'answeredAt',
    label: 'rollupFile.answeredAt',
    type: 'TIME',
    width: 18,
    value: ({ entry }) => entry.answeredAt,
  },
  {
    ...{ key: 'goalsTicked', label: 'rollup.goals', type: 'NUMBER', width: 10 },
    value: ({ entry }) => goalsOf(entry, entry.goalsTicked),
  },
  {
    ...{ key: 'goalsOffered', label: 'rollupFile.goalsOffered', type: 'NUMBER', width: 10 },
    value: ({ entry }) => goalsOf(entry, entry.goalsOffered),
  },
  {
    key: 'question',
    label: 'rollup.byQUESTION',
    type: 'TEXT',
    width: 40,
    value: ({ answer }) => answer?.question ?? '',
  },
  { key: 'answer', label: 'rollupFile.answer', type: 'TEXT', width: 60, value: ({ answer }) => answer?.text ?? '' },
  { key: 'value', label: 'rollupFile.value', type: 'VALUE', width: 12, value: ({ answer }) => answer?.value ?? null },
  {
    ...{ key: 'blocks', label: 'rollupFile.blocks', type: 'NUMBER', width: 10 },
    value: ({ answer }) => (answer === null ? null : Number(answer.isBlocking)),
  },
  { key: 'memberId', label: 'sheetFile.memberId', type: 'CODE', value: ({ entry }) => entry.memberId },
  {
    ...{ key: 'goalsOpen', label: 'rollup.goalsOpen', type: 'TEXT', width: 40 },
    // The goals are only in the first row of an entry: if each row repeated the goals, the file would be several times
    // as large.
    value: ({ entry, isFirst }) => (isFirst && entry.goalsOpen.length > 0 ? entry.goalsOpen.join('\n') : null),
  },
];

export interface FigureColumn extends AnyColumn {
  readonly type: 'COUNT' | 'DURATION' | 'AVERAGE';
  readonly value: (figures: RollupFigures) => number | null;
}

/** The columns of the figures, for a group or the whole roll-up. A DURATION is in minutes. */
export const figureColumns: readonly FigureColumn[] = [
  { key: 'asked', label: 'rollupFile.asked', type: 'COUNT', value: ({ participation }) => participation.asked },
  { key: 'answered', label: 'rollup.answered', type: 'COUNT', value: ({ participation }) => participation.answered },
  { key: 'late', label: 'rollup.late', type: 'COUNT', value: ({ participation }) => participation.late },
  { key: 'skipped', label: 'rollup.skipped', type: 'COUNT', value: ({ participation }) => participation.skipped },
  { key: 'missing', label: 'rollup.missing', type: 'COUNT', value: ({ participation }) => participation.missing },
  {
    key: 'notAsked',
    label: 'rollupFile.notAsked',
    type: 'COUNT',
    value: ({ participation }) => participation.notAsked,
  },
  {
    ...{ key: 'unreachable', label: 'rollupFile.unreachable', type: 'COUNT' },
    value: ({ participation }) => participation.unreachable,
  },
  { key: 'open', label: 'rollup.open', type: 'COUNT', value: ({ participation }) => participation.open },
  { key: 'away', label: 'rollup.away', type: 'COUNT', value: ({ participation }) => participation.away },
  { key: 'goalsMet', label: 'rollup.goals', type: 'COUNT', value: ({ goals }) => goals?.met ?? null },
  { key: 'goals', label: 'rollupFile.goalsOffered', type: 'COUNT', value: ({ goals }) => goals?.offered ?? null },
  {
    key: 'settledDone',
    label: 'rollupFile.settledDone',
    type: 'COUNT',
    value: ({ goals }) => goals?.hitRate?.done ?? null,
  },
  { key: 'settled', label: 'rollupFile.settled', type: 'COUNT', value: ({ goals }) => goals?.hitRate?.settled ?? null },
  { key: 'carried', label: 'rollupFile.carried', type: 'COUNT', value: ({ goals }) => goals?.hitRate?.carried ?? null },
  { key: 'reported', label: 'rollupFile.reported', type: 'COUNT', value: ({ blockers }) => blockers?.reported ?? null },
  { key: 'opened', label: 'rollupFile.opened', type: 'COUNT', value: ({ blockers }) => blockers?.opened ?? null },
  { key: 'resolved', label: 'rollupFile.resolved', type: 'COUNT', value: ({ blockers }) => blockers?.resolved ?? null },
  { key: 'time', label: 'rollup.hours', type: 'DURATION', value: ({ minutes }) => minutes },
  { key: 'mood', label: 'rollup.mood', type: 'AVERAGE', value: ({ mood }) => mood?.average ?? null },
  { key: 'moods', label: 'rollupFile.moods', type: 'COUNT', value: ({ mood }) => mood?.answers ?? null },
];

export const headOf = (heads: ColumnHeads, { key }: AnyColumn): string => heads[key] ?? '';

/** Returns one row for each answer, or one row for an entry without answers. */
export const rowsOf = (entry: FileEntry): readonly AnswerRow[] =>
  entry.answers.length === 0
    ? [{ entry, answer: null, isFirst: true }]
    : entry.answers.map((answer, index) => ({ entry, answer, isFirst: index === 0 }));
