import type { BlockerChangeInput } from '../../api/blockers/blockerQueries.ts';

export type SendChange = (
  change: Pick<BlockerChangeInput, 'action' | 'neededId' | 'note'>,
) => Promise<'done' | 'failed'>;
