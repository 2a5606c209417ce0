import type { LocalDate, MemberId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { AnswerLinks } from '#contracts/core/findLinksAndMentions.ts';
import type { TrendQuestion } from '#contracts/reports/getTrends.ts';
import type { RollupFigures, RollupGrouping } from '#contracts/rollup/rollupQueryAndResult.ts';
import { noSheetLinks } from '../../files/exportedTextLinks.ts';
import type { SheetLinks } from '../../files/exportedTextLinks.ts';
import type { FileJob } from '../../files/runExportFileWorker.ts';

// The content of a file as plain values, which can be copied to a worker thread. All texts are in the reader's
// language.

export interface Fact {
  readonly label: string;
  readonly value: string;
}

export interface FileAnswer {
  readonly question: string;
  /** The answer as the page shows it, also for questions with options or numbers. */
  readonly text: string;
  /** The answer as a number or a date (yyyy-MM-dd), for cells that have a type; null for every other answer. */
  readonly value: number | LocalDate | null;
  readonly isBlocking: boolean;
}

/** One member in one run. */
export interface FileEntry {
  /** Heading of the entry in its section. */
  readonly title: string;
  readonly teamId: TeamId;
  readonly team: string;
  readonly date: LocalDate;
  readonly meeting: string;
  readonly memberId: MemberId;
  readonly person: string;
  readonly state: string;
  /** Further texts about the state, such as "late" or the reason of a skip. */
  readonly details: readonly string[];
  /** Time of the answer in the reader's zone, as yyyy-MM-ddTHH:mm; null without an answer. */
  readonly answeredAt: string | null;
  readonly goalsTicked: number;
  readonly goalsOffered: number;
  /**
   * The offered goals that were not ticked. Empty in a group by question, unless the question is the timesheet
   * question.
   */
  readonly goalsOpen: readonly string[];
  readonly answers: readonly FileAnswer[];
}

/** Values of a group by question. Groups by person or by day have none. */
export interface FileQuestion {
  readonly meeting: string;
  readonly answers: number;
  readonly average: number | null;
  /** The answered dates, as in the trends; null for a type without dates. */
  readonly dates: NonNullable<TrendQuestion['dates']> | null;
  /** The number of answers with each value, such as "Yes: 3 · No: 1". */
  readonly counts: string;
}

export interface FileGroup {
  readonly by: RollupGrouping;
  readonly title: string;
  /** Date of a group by day; null for every other group. */
  readonly date: LocalDate | null;
  readonly question: FileQuestion | null;
  /** Sentences below the heading of the group. */
  readonly notes: readonly string[];
  readonly facts: readonly Fact[];
  readonly figures: RollupFigures;
}

/**
 * One item of the content. In Markdown and PDF files, each group is followed by its entries. A workbook has all groups
 * first, then all entries. A CSV file has only entries.
 */
export type FileItem =
  | { readonly kind: 'GROUP'; readonly group: FileGroup }
  | { readonly kind: 'ENTRY'; readonly entry: FileEntry };

/** The beginning of a file: its title, the filters, and the figures of all groups together. */
export interface FileHead {
  readonly title: string;
  readonly filters: readonly Fact[];
  readonly facts: readonly Fact[];
  readonly figures: RollupFigures;
  readonly runs: readonly (readonly [label: string, count: number])[];
}

/** Link patterns and mentions for the links in answers, by team: an answer links only members of its own team. */
export interface FileLinks {
  readonly byTeam: Readonly<Record<TeamId, AnswerLinks>>;
  readonly publicUrl: string;
}

export const linksFor = ({ byTeam, publicUrl }: FileLinks, { teamId }: Pick<FileEntry, 'teamId'>): SheetLinks => {
  const links = byTeam[teamId];
  return links === undefined ? noSheetLinks : { links, publicUrl };
};

/** Headings of all columns by key, in the reader's language. */
export type ColumnHeads = Readonly<Record<string, string>>;

export interface RollupFileTexts {
  readonly heads: ColumnHeads;
  readonly sheets: Readonly<Record<RollupGrouping | 'SUMMARY' | 'ANSWERS', string>>;
  readonly person: string;
  readonly question: string;
  readonly average: string;
  readonly answers: string;
  readonly medianDays: string;
  readonly earliestDate: string;
  readonly latestDate: string;
  readonly distribution: string;
  readonly goalsOpen: string;
  /** Text with which an answer that reports a blocker is marked. */
  readonly blocker: string;
  readonly empty: string;
  readonly gaps: string;
  /** Language of the texts as a BCP 47 tag. */
  readonly locale: string;
  readonly isRightToLeft: boolean;
}

export type ShownText = Pick<FileAnswer, 'question' | 'text' | 'isBlocking'>;

/** Returns the texts of an entry in a Markdown or PDF file: the open goals first, then the answers. */
export const shownTexts = ({ goalsOpen, answers }: FileEntry, texts: RollupFileTexts): readonly ShownText[] =>
  goalsOpen.length === 0
    ? answers
    : [{ question: texts.goalsOpen, text: goalsOpen.join('\n'), isBlocking: false }, ...answers];

export interface RollupJob extends FileJob {
  readonly kind: 'ROLLUP';
  readonly format: 'XLSX' | 'PDF';
  readonly head: FileHead;
  readonly links: FileLinks;
  readonly texts: RollupFileTexts;
}
