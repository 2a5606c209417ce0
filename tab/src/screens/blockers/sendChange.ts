import type { BlockerChangeInput } from '../../api/blockers/blockerQueries.ts';

/** Sends a change of the blocker that the page shows. */
export type SendChange = (
  change: Pick<BlockerChangeInput, 'action' | 'neededId' | 'note'>,
) => Promise<'done' | 'failed'>;
