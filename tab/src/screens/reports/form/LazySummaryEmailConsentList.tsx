import { Suspense, lazy } from 'react';
import { useFormContext } from 'react-hook-form';
import { useSubject } from './formContextAndFieldBinding.ts';
import type { MeetingForm } from './formValuesAndSaveInput.ts';

const SummaryEmailList = lazy(() =>
  import('./SummaryEmailConsentList.tsx').then((module) => ({ default: module.SummaryEmailConsentList })),
);

/**
 * Shows which of the saved summary addresses have agreed to get emails. Renders nothing for a new report and for a
 * report without addresses.
 */
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
