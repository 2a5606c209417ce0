import { Suspense, lazy } from 'react';
import type { ComponentProps } from 'react';
import type { RollupDownload as Download } from './RollupDownload.tsx';
import { loadTexts } from '../../ui/text/loadLazyTextsAndLanguage.ts';

const RollupDownload = lazy(async () => {
  const [{ RollupDownload: Loaded }] = await Promise.all([import('./RollupDownload.tsx'), loadTexts('download')]);
  return { default: Loaded };
});

/** The download menu of a roll-up. Its code loads after the page, because few readers download a file. */
export const LazyRollupDownload = (props: ComponentProps<typeof Download>) => (
  <Suspense>
    <RollupDownload {...props} />
  </Suspense>
);
