import { useTeam } from '../../../api/organisations/selectedTeam.tsx';
import { useSurface } from '../../../ui/display/pageHostContext.ts';

/** Returns the path with which the paths of all report pages begin. It differs inside Microsoft Teams. */
export const useReportsBase = (): string => (useSurface().embedded ? '/teams/reports' : '/reports');

/**
 * Returns the path of the page that creates a report. Inside Microsoft Teams, the path contains the id of the selected
 * team.
 */
export const useNewReportPath = (): string => {
  const team = useTeam();
  const base = useReportsBase();
  const { embedded } = useSurface();
  return embedded && team.kind === 'ready' ? `${base}/create/${team.selected.id}` : `${base}/create`;
};
