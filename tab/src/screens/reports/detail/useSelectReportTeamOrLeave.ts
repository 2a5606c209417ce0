import { useEffect, useRef } from 'react';
import { useTeam } from '../../../api/organisations/selectedTeam.tsx';
import { useNavigate } from '../../../ui/router/routerHooks.ts';
import { useReportsPath } from './useReportPaths.ts';

/**
 * Selects the team of the open report. If the reader then selects another team, opens the list of that team's reports.
 */
export const useSelectReportTeam = (teamId: string | undefined): void => {
  const team = useTeam();
  const navigate = useNavigate();
  const reports = useReportsPath();
  const hasAgreed = useRef(false);
  useEffect(() => {
    if (team.kind !== 'ready' || teamId === undefined) return;
    if (team.selected.id === teamId) hasAgreed.current = true;
    else if (hasAgreed.current) void navigate(reports);
    else if (team.teams.some(({ id }) => id === teamId)) team.select(teamId);
  }, [team, teamId, navigate, reports]);
};
