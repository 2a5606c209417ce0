import { Suspense, lazy } from 'react';
import { useFormContext } from 'react-hook-form';
import { useSubject } from './formContext.ts';
import type { MeetingForm } from './values.ts';

const SummaryEmailList = lazy(() => import('./SummaryEmailList.tsx').then((it) => ({ default: it.SummaryEmailList })));

/** The consent of the saved summary addresses. A report that is not saved yet has none. */
export const SummaryEmails = () => {
  const { id } = useSubject();
  const { formState } = useFormContext<MeetingForm>();
  const saved = formState.defaultValues?.reportSummaryEmail ?? '';
  return id === undefined || saved === '' ? null : (
    <Suspense fallback={null}>
      <SummaryEmailList meetingId={id} saved={saved} />
    </Suspense>
  );
};
