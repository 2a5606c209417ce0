import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Catchup, getCatchup } from '#contracts/catchup.ts';
import { storageKeys } from '#contracts/limits.ts';
import { useApi } from './context.ts';

const refreshMs = 60_000;

interface CatchupOfVisit {
  /** Undefined while there is nothing to tell: not known yet, not to be had, put away, or nothing happened. */
  readonly catchup: Catchup | undefined;
  /** Puts it away until the next visit. */
  readonly dismiss: () => void;
}

const hasNews = ({ completed, missed, newBlockers, resolvedBlockers }: Catchup): boolean =>
  [completed, missed, newBlockers, resolvedBlockers].some((all) => all.length > 0);

/** What happened in the team since the reader's last visit; not asked for before it `isWanted`. Asking marks the visit. */
export const useCatchup = (teamId: string, isWanted: boolean): CatchupOfVisit => {
  const { call, session } = useApi();
  const storage = session.storage();
  const [away, setAway] = useState(() => (storage.get(storageKeys.catchup) ?? '').split(' '));
  const { data } = useQuery({
    queryKey: ['catchup', teamId],
    queryFn: ({ signal }) =>
      call<typeof getCatchup>({ method: 'GET', path: '/api/report/catchup/{teamId}' }, { teamId }, signal),
    enabled: isWanted,
    staleTime: refreshMs,
    retry: false,
  });
  const visit = `${teamId}/${data?.lastVisitAt ?? ''}`;
  return {
    catchup: data === undefined || away.includes(visit) || !hasNews(data) ? undefined : data,
    dismiss: () => {
      const now = [...away.filter((one) => one !== '' && !one.startsWith(`${teamId}/`)), visit];
      setAway(now);
      storage.set(storageKeys.catchup, now.join(' '));
    },
  };
};
