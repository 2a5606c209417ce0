import { startTransition, useState } from 'react';
import type { ReactNode } from 'react';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { Call } from '../../api/client/apiClient.ts';
import { ApiContext } from '../../api/client/apiContextAndSessionHooks.ts';
import type { Api } from '../../api/client/apiContextAndSessionHooks.ts';
import { createQueryClient } from '../../api/client/queryClientAndRetryRule.ts';
import type { SheetPage } from '../../api/timesheets/timesheetQueriesAndMutations.ts';
import { now, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { on } from '../../testing/timesheetTableQueriesAndData.ts';
import { ReaderContext } from '../../ui/text/readerContextClockAndDates.ts';
import { TranslateContext, translateEnglish } from '../../ui/text/translate.ts';
import type { WebTranslate } from '../../ui/text/translate.ts';
import { hoursNumber } from './formatHoursAndWeekDates.ts';
import { TimesheetFilterBar } from './TimesheetFilterBar.tsx';
import type { SheetAddress } from './timesheetUrlFilters.ts';
import { useTimesheetPages } from './useTimesheetPages.ts';

const teamId = ulid('Platform Team');
const address = { range: undefined, users: [], meetingIds: [], row: undefined } as unknown as SheetAddress;
const noTotals: SheetPage['totals'] = { rows: 0, minutes: 0, totalHours: 0, byMember: [], byDay: [] };

/** Provides a server that answers each call with `reply`. `texts` are the keys of the texts in the order of their use. */
const provide = (reply: unknown) => {
  const texts: string[] = [];
  const translate: WebTranslate = (key, values) => {
    texts.push(key);
    return translateEnglish(key, values);
  };
  const client = createQueryClient(0);
  const call: Call = () => Promise.resolve(reply) as never;
  const api = { call } as Api;
  const reader = { clock: { now: () => now }, zone: 'UTC', locale: 'en-GB' };
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <ApiContext value={api}>
        <ReaderContext value={reader}>
          <TranslateContext value={translate}>{children}</TranslateContext>
        </ReaderContext>
      </ApiContext>
    </QueryClientProvider>
  );
  return { wrapper, texts };
};

it('draws only the list of members again when rows with other totals arrive', async () => {
  const { wrapper, texts } = provide([{ id: ulid('alex'), name: 'Alex Wilber' }]);
  const meetings = [
    { id: ulid('one'), name: 'One' },
    { id: ulid('two'), name: 'Two' },
  ] as never;
  const barWith = (totals: SheetPage['totals']) => (
    <TimesheetFilterBar {...{ teamId, address, meetings, totals }} today={on('2026-11-20').date} />
  );
  const { rerender } = render(barWith(noTotals), { wrapper });
  await screen.findByLabelText(/^Users/);
  texts.length = 0;
  rerender(barWith({ ...noTotals, rows: 5 }));
  expect(texts).toContain('timesheet.users');
  expect(texts).not.toContain('timesheet.preset');
  expect(texts).not.toContain('range.from');
  expect(texts).not.toContain('timesheet.reports');
});

it('shows a page that Next opens in one render', async () => {
  const page = { items: [{}], pageNumber: 1, pageCount: 2, next: ulid('last'), totals: noTotals };
  const { wrapper } = provide(page);
  const shown: number[] = [];
  const { result } = renderHook(
    () => {
      const [number, setNumber] = useState(1);
      shown.push(number);
      const setPage = (wanted: number): void => {
        // The router changes the address in a transition.
        startTransition(() => {
          setNumber(wanted);
        });
      };
      return useTimesheetPages({ teamId, users: [], meetingIds: [] }, { ...address, page: number, setPage });
    },
    { wrapper },
  );
  await waitFor(() => {
    expect(result.current.query.data).toBeDefined();
  });
  shown.length = 0;
  act(() => {
    result.current.goTo(2);
  });
  expect(shown[0]).toBe(2);
  await waitFor(() => {
    expect(result.current.query.isFetching).toBe(false);
  });
});

it('creates one format of a language for all hours', () => {
  const create = jest.spyOn(Intl, 'NumberFormat');
  expect([1.5, 8.333, 2].map((hours) => hoursNumber(hours, 'sv-SE'))).toEqual(['1,5', '8,33', '2,0']);
  expect(create).toHaveBeenCalledTimes(1);
  create.mockRestore();
});
