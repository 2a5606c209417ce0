import { useCallback } from 'react';
import { useSurface } from '../../../ui/display/pageHostContext.ts';

/** Returns the path of the list of reports. Inside Microsoft Teams there is no such list, so returns the start page. */
export const useReportsPath = (): string => (useSurface().embedded ? '/teams/home' : '/reports');

/** Returns a function that returns the path of a report's page. The path differs inside Microsoft Teams. */
export const useReportPath = (): ((id: string) => string) => {
  const { embedded } = useSurface();
  return useCallback((id) => (embedded ? `/teams/reports/${id}` : `/reports/${id}`), [embedded]);
};
