import type { BlockerChangeInput } from '../../api/blockers/blockerQueriesAndMutations.ts';

/**
 * Sends a change of a blocker. If a text is invalid, `showRefusal` receives the reason, to be shown at its field; every
 * other failure appears as a notice.
 */
export type SendChange = (
  change: Pick<BlockerChangeInput, 'action' | 'neededId' | 'note'>,
  showRefusal?: (reason: string) => void,
) => Promise<'done' | 'failed'>;
