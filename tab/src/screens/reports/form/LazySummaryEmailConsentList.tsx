import { Suspense, lazy } from 'react';
import { useFormContext } from 'react-hook-form';
import { useSubject } from './formContextAndFieldBinding.ts';
import type { MeetingForm } from './formValuesAndSaveInput.ts';

const SummaryEmailList = lazy(() =>
  import('./SummaryEmailConsentList.tsx').then((module) => ({ default: module.SummaryEmailConsentList })),
);

/** Shows the consent of the saved summary addresses. Renders nothing for a report that is not saved yet. */
export const LazySummaryEmailConsentList = () => {
  const { id } = useSubject();
  const { formState } = useFormContext<MeetingForm>();
  const saved = formState.defaultValues?.reportSummaryEmail ?? '';
  return id === undefined || saved === '' ? null : (
    <Suspense fallback={null}>
      <SummaryEmailList meetingId={id} saved={saved} />
    </Suspense>
  );
};
