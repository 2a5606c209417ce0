import { Suspense, lazy } from 'react';
import { loadTexts } from '../../ui/text/loadLazyTextsAndLanguage.ts';
import css from './LazyTeamAttention.module.css';

const TeamAttention = lazy(async () => {
  const [{ TeamAttention: Loaded }] = await Promise.all([import('./TeamAttention.tsx'), loadTexts('needs')]);
  return { default: Loaded };
});

/** Reserves the space of a short list while the code loads, so that the day below it moves little. */
export const LazyTeamAttention = ({ teamId }: { readonly teamId: string }) => (
  <div className={css.place}>
    <Suspense>
      <TeamAttention teamId={teamId} />
    </Suspense>
  </div>
);
