import type { LocalDate, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { RollupFigures } from '#contracts/rollup/rollupQueryAndResult.ts';
import type { TrendQuestion } from '#contracts/reports/getTrends.ts';
import type { Steps } from '../engine/pausableGeneratorsAndSort.ts';
import type { RollupLine, RollupPerson, RollupRun } from './rollupRowTypes.ts';

export type QuestionHead = {
  readonly by: 'QUESTION';
  /** The newest run that asks the question. */
  readonly of: RollupRun;
} & Omit<TrendQuestion, 'runs'>;

export type GroupHead =
  | ({ readonly by: 'PERSON'; readonly memberId: MemberId } & RollupPerson)
  | { readonly by: 'DAY'; readonly date: LocalDate }
  | QuestionHead;

/** One group of a roll-up. The page, files and digests use the same groups. */
export interface RollupGroupModel {
  readonly key: string;
  readonly head: GroupHead;
  /** The lines that the group shows, in order. */
  readonly lines: readonly RollupLine[];
  /** Computes the figures in small steps. Only a group that is shown needs them. */
  readonly figures: () => Steps<RollupFigures>;
}

/** Compares two names in the reader's language. */
export type CompareText = (a: string, b: string) => number;

export const before = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const byMeeting =
  (byText: CompareText) =>
  (a: RollupRun, b: RollupRun): number =>
    byText(a.run.meetingName, b.run.meetingName) || before(a.run.meetingId, b.run.meetingId);

export const newestFirst = (a: RollupLine, b: RollupLine): number => before(b.of.run.date, a.of.run.date);
