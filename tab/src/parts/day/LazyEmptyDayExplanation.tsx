import { Suspense, lazy } from 'react';
import type { EmptyDayProps } from './EmptyDayExplanation.tsx';

const EmptyDay = lazy(() =>
  import('./EmptyDayExplanation.tsx').then((module) => ({ default: module.EmptyDayExplanation })),
);

/** Explains a day without runs. Most days have runs, so the code of the explanation loads only when it is needed. */
export const LazyEmptyDay = (props: EmptyDayProps) => (
  <Suspense>
    <EmptyDay {...props} />
  </Suspense>
);
