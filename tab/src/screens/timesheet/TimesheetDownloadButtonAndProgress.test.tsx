import { screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import { aTask, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';
import { fakeSheet } from '../../testing/fakeTimesheetServer.ts';
import { table, button } from '../../testing/timesheetTableQueriesAndData.ts';

describe('the download', () => {
  const files = (): { name: string; blob: Blob }[] => {
    const matches: { name: string; blob: Blob }[] = [];
    URL.createObjectURL = (blob) => {
      matches.push({ name: '', blob: blob as Blob });
      return 'blob:file';
    };
    URL.revokeObjectURL = () => undefined;
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      const last = matches.at(-1);
      if (last !== undefined) last.name = this.download;
    });
    return matches;
  };
  afterEach(() => {
    jest.restoreAllMocks();
  });
  const file = (name: string) =>
    new Response('data', { headers: { 'content-disposition': `attachment; filename="${name}"` } });
  const giving = (answers: readonly (() => Response)[]) => {
    const asked: unknown[] = [];
    const left = [...answers];
    let tokens = 0;
    server.use(
      answering('post', '/api/timesheet/downloadtoken', ({ body }) => {
        asked.push(body);
        tokens += 1;
        return { token: `t${tokens}`, filter: '{"a":1}', rows: 1 };
      }),
      answering('get', '/api/timesheet/download/:filter', ({ url, params }) => {
        asked.push([params['filter'], url.search]);
        return left.shift()?.() ?? file('late');
      }),
    );
    return asked;
  };

  it('downloads the shown rows with its own token, and requests another one if the token expired', async () => {
    fakeSheet([aTask('Write it')]);
    const asked = giving([() => refusal(401, 'UNAUTHENTICATED', ''), () => file('timesheet.pdf')]);
    const saved = files();
    const { user } = renderApp('/timesheet?from=2026-11-01&to=2026-11-20');
    await table();
    await user.selectOptions(screen.getByRole('combobox', { name: 'File format' }), 'PDF');
    await user.click(button('Download'));
    expect(await screen.findByText('timesheet.pdf is downloaded.')).toBeInTheDocument();
    const filter = { teamId: ulid('Platform Team'), startDate: '2026-11-01', endDate: '2026-11-20' };
    const wanted = { filter: { ...filter, users: [], meetingIds: [], format: 'PDF' } };
    expect(asked).toEqual([wanted, ['{"a":1}', '?token=t1'], wanted, ['{"a":1}', '?token=t2']]);
    expect(saved.map(({ name }) => name)).toEqual(['timesheet.pdf']);
  });

  it('that is too large offers CSV, one too many another try', async () => {
    fakeSheet([aTask('Write it')]);
    const asked = giving([() => refusal(429, 'TOO_MANY_REQUESTS', 'Please wait a moment.'), () => file('all.csv')]);
    server.use(
      answering('post', '/api/timesheet/downloadtoken', ({ body }) => {
        const { format } = (body as { filter: { format: string } }).filter;
        if (format !== 'CSV') return refusal(413, 'TOO_LARGE', 'These are 200,000 rows.');
        return { token: 't', filter: '{}', rows: 200_000 };
      }),
    );
    files();
    const { user } = renderApp('/timesheet');
    await table();
    await user.click(button('Download'));
    expect(await screen.findByText('These are 200,000 rows.')).toBeInTheDocument();
    await user.click(button('Download CSV'));
    expect(await screen.findByText('Please wait a moment.')).toBeInTheDocument();
    await user.click(button('Try again'));
    expect(await screen.findByText('all.csv is downloaded.')).toBeInTheDocument();
    expect(asked).toHaveLength(2);
  });
});
