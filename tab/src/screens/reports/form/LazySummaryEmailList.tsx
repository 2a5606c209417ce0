import { Suspense, lazy } from 'react';
import { useFormContext } from 'react-hook-form';
import { useSubject } from './reportFormContext.ts';
import type { MeetingForm } from './formValues.ts';

const SummaryEmailList = lazy(() =>
  import('./SummaryEmailList.tsx').then((module) => ({ default: module.SummaryEmailList })),
);

/** Shows the consent of the saved summary addresses. Renders nothing for a report that is not saved yet. */
export const LazySummaryEmailList = () => {
  const { id } = useSubject();
  const { formState } = useFormContext<MeetingForm>();
  const saved = formState.defaultValues?.reportSummaryEmail ?? '';
  return id === undefined || saved === '' ? null : (
    <Suspense fallback={null}>
      <SummaryEmailList meetingId={id} saved={saved} />
    </Suspense>
  );
};
