import { z } from 'zod';

/** Figures of a run that the trends combine, without names and texts. */
export const runMeasures = z.object({
  /** Minutes from the opening to each answer, shortest first. Answers before the opening are left out. */
  waits: z.array(z.int()),
  goalsDone: z.int(),
  /**
   * Number of goals with a final result: done, dropped, or not done and not carried over. A goal that is carried over
   * counts only in the run in which it gets its final result.
   */
  goalsSettled: z.int(),
  /** Number of members with settled goals. Rows of earlier versions lack it. */
  goalOwners: z.int().optional(),
});
export type RunMeasures = z.output<typeof runMeasures>;
