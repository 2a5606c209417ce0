import type { BlockerChangeInput } from '../../api/blockers/blockerQueriesAndMutations.ts';

/** Sends a change. `showRefusal` shows the reason at the field whose text is invalid; a notice shows all other failures. */
export type SendChange = (
  change: Pick<BlockerChangeInput, 'action' | 'neededId' | 'note'>,
  showRefusal?: (reason: string) => void,
) => Promise<'done' | 'failed'>;
