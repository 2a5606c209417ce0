import { useState } from 'react';
import type { Catchup, getCatchup } from '#contracts/reports/getCatchup.ts';
import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';
import { useCallQuery } from '../client/useCallQuery.ts';

const refreshMs = 60_000;

interface CatchupOfVisit {
  /**
   * Undefined while the page shows no catch-up: it is not loaded, loading failed, the reader dismissed it, or there are
   * no events.
   */
  readonly catchup: Catchup | undefined;
  readonly dismiss: () => void;
}

const hasNews = ({ completed, missed, newBlockers, resolvedBlockers }: Catchup): boolean =>
  [completed, missed, newBlockers, resolvedBlockers].some((items) => items.length > 0);

/**
 * Returns the team's events since the reader's last visit. Calls the server only if `isWanted`, because the server
 * records each call as a visit.
 */
export const useCatchup = (teamId: string, isWanted: boolean): CatchupOfVisit => {
  const { session } = useApi();
  const storage = session.storage();
  const [away, setAway] = useState(() => (storage.get(storageKeys.catchup) ?? '').split(' '));
  const { data } = useCallQuery<typeof getCatchup>({
    route: { method: 'GET', path: '/api/report/catchup/{teamId}' },
    input: { teamId },
    queryKey: ['catchup', teamId],
    enabled: isWanted,
    staleTime: refreshMs,
    retry: false,
  });
  const visit = `${teamId}/${data?.lastVisitAt ?? ''}`;
  return {
    catchup: data === undefined || away.includes(visit) || !hasNews(data) ? undefined : data,
    dismiss: () => {
      const now = [...away.filter((text) => text !== '' && !text.startsWith(`${teamId}/`)), visit];
      setAway(now);
      storage.set(storageKeys.catchup, now.join(' '));
    },
  };
};
