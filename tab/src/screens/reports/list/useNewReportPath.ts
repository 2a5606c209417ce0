import { useTeam } from '../../../api/organisations/selectedTeam.tsx';
import { useSurface } from '../../../ui/display/pageHostContext.ts';

/** Returns the base path of report pages, in the browser or inside the chat tool. */
export const useReportsBase = (): string => (useSurface().embedded ? '/teams/reports' : '/reports');

/**
 * Returns the path of the page that creates a report. Inside the chat tool, the path contains the id of the selected
 * team.
 */
export const useNewReportPath = (): string => {
  const team = useTeam();
  const base = useReportsBase();
  const { embedded } = useSurface();
  return embedded && team.kind === 'ready' ? `${base}/create/${team.selected.id}` : `${base}/create`;
};
