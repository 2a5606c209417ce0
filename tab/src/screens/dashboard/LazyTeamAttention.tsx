import { Suspense } from 'react';
import { lazyLoadedAtOnce } from '../../ui/lazy/lazyLoadedAtOnce.ts';
import { loadTexts } from '../../ui/text/loadLazyTextsAndLanguage.ts';
import css from './LazyTeamAttention.module.css';

const TeamAttention = lazyLoadedAtOnce(async () => {
  const [{ TeamAttention: Loaded }] = await Promise.all([import('./TeamAttention.tsx'), loadTexts('needs')]);
  return { default: Loaded };
});

/**
 * Shows the list "needs attention". Reserves the space of a short list while its code loads, so that the reports below
 * move little.
 */
export const LazyTeamAttention = ({ teamId }: { readonly teamId: string }) => (
  <div className={css.place}>
    <Suspense>
      <TeamAttention teamId={teamId} />
    </Suspense>
  </div>
);
