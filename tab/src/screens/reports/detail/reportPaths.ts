import { useCallback } from 'react';
import { useSurface } from '../../../ui/display/pageHostContext.ts';

/** Returns the path of the list of reports. Inside the chat tool, returns the path of the start page instead. */
export const useReportsPath = (): string => (useSurface().embedded ? '/teams/home' : '/reports');

/** Returns a function from the id of a report to the path of its page, which differs inside the chat tool. */
export const useReportPath = (): ((id: string) => string) => {
  const { embedded } = useSurface();
  return useCallback((id) => (embedded ? `/teams/reports/${id}` : `/reports/${id}`), [embedded]);
};
