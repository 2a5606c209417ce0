import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTimesheet } from '../../api/timesheets/timesheetQueriesAndMutations.ts';
import type { PageWanted, SheetFilter, SheetPage } from '../../api/timesheets/timesheetQueriesAndMutations.ts';
import type { SheetAddress } from './timesheetUrlFilters.ts';

interface Cursors {
  readonly key: string;
  /** For pages that the reader reached by Next, the id of the row after which the page begins, by page number. */
  readonly after: ReadonlyMap<number, string>;
}

export interface Pages {
  readonly query: UseQueryResult<SheetPage>;
  readonly goTo: (page: number) => void;
}

/**
 * Returns the page of rows that the address selects, by its number or by one of its rows. A page reached by Next begins
 * after the last row of the previous page, so that rows added meanwhile neither repeat nor hide a row.
 */
export const useTimesheetPages = (filter: SheetFilter, { page, row, setPage }: SheetAddress): Pages => {
  const key = JSON.stringify(filter);
  const [kept, setKept] = useState<Cursors>({ key, after: new Map() });
  const cursors: Cursors['after'] = kept.key === key ? kept.after : new Map();
  const after = cursors.get(page);
  const byNumber: PageWanted = {
    ...(page === 1 ? {} : { pageNumber: page }),
    ...(after === undefined ? {} : { after }),
  };
  const query = useTimesheet(filter, row === undefined ? byNumber : { row });
  const { data, isPlaceholderData } = query;
  // True if the number in the address is greater than that of the last page, for example because all rows of the shown
  // page were deleted.
  const isBehindLast = row === undefined && page > 1 && !isPlaceholderData && data?.items.length === 0;
  const lastPage = Math.max(data?.pageCount ?? 1, 1);
  const goToLast = useEffectEvent(() => {
    setPage(lastPage, { replace: true });
  });
  useEffect(() => {
    if (isBehindLast) goToLast();
  }, [isBehindLast]);
  return {
    query,
    goTo: (wanted) => {
      const next = new Map(cursors);
      const { pageNumber = wanted, next: behind = null } = data ?? {};
      if (behind !== null && wanted === pageNumber + 1) next.set(wanted, behind);
      else if (wanted > pageNumber) next.delete(wanted);
      // The router also changes the page in a transition. So one render, which React can interrupt, shows both changes.
      startTransition(() => {
        setKept({ key, after: next });
      });
      setPage(wanted);
    },
  };
};
