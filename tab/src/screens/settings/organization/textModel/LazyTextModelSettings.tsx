import { Suspense, lazy } from 'react';
import { LoadingSkeleton } from '../../../../ui/display/LoadingSkeleton.tsx';
import { loadTexts } from '../../../../ui/text/loadLazyTextsAndLanguage.ts';

const TextModelSettings = lazy(async () => {
  const [{ TextModelSettings: Loaded }] = await Promise.all([
    import('./TextModelSettings.tsx'),
    loadTexts('modelSettings'),
  ]);
  return { default: Loaded };
});

export const LazyTextModelSettings = () => (
  <Suspense fallback={<LoadingSkeleton shape="form" />}>
    <TextModelSettings />
  </Suspense>
);
