import { Suspense, lazy } from 'react';
import type { EmptyDayProps } from './EmptyDay.tsx';

const EmptyDay = lazy(() => import('./EmptyDay.tsx').then((it) => ({ default: it.EmptyDay })));

/** A day without runs. Most days have runs, so the explanation is fetched only when it is needed. */
export const EmptyDayPlace = (props: EmptyDayProps) => (
  <Suspense>
    <EmptyDay {...props} />
  </Suspense>
);
