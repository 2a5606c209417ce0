import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import userEvent from '@testing-library/user-event';
import type { SearchHit, SearchResult } from '#contracts/search/searchAnswers.ts';
import { aTeam, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { answering, refusal, server } from '../../testing/mockServer.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { inputOf, readFilters } from './searchFilters.ts';
import { pageOfHit } from './SearchResults.tsx';

const call = '/api/search/answers';

const aHit = (name: string, more: Partial<SearchHit> = {}): SearchHit => ({
  ...{ teamId: ulid('Platform Team'), teamName: 'Platform Team', meetingId: ulid('daily') },
  ...{ meetingName: 'Daily', isReportDeleted: false, date: '2026-11-18' as never },
  ...{ memberId: ulid(name), name },
  answers: [
    {
      questionId: 'done' as never,
      question: 'What did you get done?',
      parts: [
        { text: `${name} did `, isFound: false },
        { text: 'deploy', isFound: true },
      ],
    },
  ],
  ...more,
});
const aResult = (hits: readonly SearchHit[], more: Partial<SearchResult> = {}): SearchResult => ({
  ...{ hits: [...hits], next: null, searchedTo: null, isIndexing: false },
  ...more,
});

const asked: string[] = [];
const finds = (...pages: readonly SearchResult[]): void => {
  server.use(
    answering('get', call, ({ url }) => {
      asked.push(url.search);
      const page = Number(url.searchParams.get('after')?.at(-1) ?? 0);
      return (pages[page] ?? aResult([])) as never;
    }),
    answering('get', '/api/member/list/:teamId', () => []),
  );
};

beforeEach(() => {
  asked.length = 0;
});

describe('the search screen', () => {
  it('asks for words first, with the focus in the field, and sends nothing', async () => {
    finds();
    renderApp('/search');
    expect(await screen.findByText('Search the answers of your teams.')).toBeVisible();
    expect(screen.getByRole('searchbox', { name: 'Words in answers' })).toHaveFocus();
    expect(asked).toEqual([]);
  });

  it('shows who wrote the words, when and where, with the found words marked and a link to the answer', async () => {
    finds(aResult([aHit('Bob')]));
    const { address } = renderApp('/search');
    await userEvent.type(await screen.findByRole('searchbox'), ' deploy {Enter}');
    const link = await screen.findByRole('link', { name: /Answer of Bob on .*18.*, Daily/ });
    expect(link).toHaveAttribute('href', `/reports/${ulid('daily')}?date=2026-11-18&member=${ulid('Bob')}`);
    expect(screen.getByText('deploy').tagName).toBe('MARK');
    expect(screen.getByText('What did you get done?')).toBeVisible();
    expect(screen.getByText('1 result')).toBeVisible();
    expect(address()).toBe('/search?q=deploy');
  });

  it('keeps words and filters in the address, and sends them', async () => {
    finds(aResult([]));
    const who = ulid('Bob');
    renderApp(`/search?q=deploy&who=${who}&report=${ulid('daily')}&from=2026-11-01&to=2026-11-20`);
    expect(await screen.findByText('No answers found')).toBeVisible();
    expect(asked).toEqual([`?q=deploy&meetingId=${ulid('daily')}&memberId=${who}&from=2026-11-01&to=2026-11-20`]);
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => {
      expect(asked.at(-1)).toBe('?q=deploy');
    });
  });

  it('reads further pages on request, and names the date back to which it has searched', async () => {
    finds(
      aResult([aHit('Bob')], { next: 'page1', searchedTo: '2026-11-10' as never }),
      aResult([aHit('Cy', { date: '2026-11-09' as never })]),
    );
    renderApp('/search?q=deploy');
    expect(await screen.findByText(/1 result so far, back to .*10/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show older results' }));
    expect(await screen.findByText('2 results')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show older results' })).toBeNull();
  });

  it('loads further pages while the pages are empty', async () => {
    finds(aResult([], { next: 'page1' }), aResult([], { next: 'page2' }), aResult([aHit('Bob')]));
    renderApp('/search?q=deploy');
    await waitFor(() => {
      expect(asked).toHaveLength(3);
    });
    expect(await screen.findByText('1 result')).toBeVisible();
  });

  it('shows that older answers are still being prepared', async () => {
    finds(aResult([aHit('Bob')], { isIndexing: true }));
    renderApp('/search?q=deploy');
    expect(await screen.findByText(/still being prepared/)).toBeVisible();
  });

  it('shows an error with a retry', async () => {
    let isBroken = true;
    server.use(
      answering('get', '/api/member/list/:teamId', () => []),
      answering('get', call, () =>
        isBroken ? refusal(400, 'INVALID_INPUT', 'Please enter at least one word.') : (aResult([aHit('Bob')]) as never),
      ),
    );
    renderApp('/search?q=—');
    expect(await screen.findByText('Please enter at least one word.')).toBeVisible();
    isBroken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 result')).toBeVisible();
  });

  it('moves between the field and the results with the arrow keys', async () => {
    finds(aResult([aHit('Bob'), aHit('Cy')]));
    renderApp('/search?q=deploy');
    const bob = await screen.findByRole('link', { name: /Answer of Bob/ });
    await userEvent.click(screen.getByRole('searchbox'));
    await userEvent.keyboard('{ArrowDown}');
    expect(bob).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('link', { name: /Answer of Cy/ })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    expect(bob).toHaveFocus();
  });

  it('offers the teams of a reader of several, and names the team of each result', async () => {
    server.use(answering('get', '/api/team/list', () => [aTeam('Platform Team'), aTeam('Apps')]));
    finds(aResult([aHit('Bob')]));
    renderApp('/search?q=deploy');
    expect(await screen.findByText(/Daily · Platform Team/)).toBeVisible();
    const filters = within(screen.getByRole('group', { name: 'Filters' }));
    await userEvent.selectOptions(filters.getByLabelText('Team'), 'Apps');
    await waitFor(() => {
      expect(asked.at(-1)).toBe(`?q=deploy&teamId=${ulid('Apps')}`);
    });
  });
});

describe('the address of a result', () => {
  it('links a result of a deleted report to the person’s day, because the report has no page', () => {
    const hit = aHit('Bob', { isReportDeleted: true });
    expect(pageOfHit(hit, '/teams')).toBe(`/teams/reports/person/${ulid('Bob')}?from=2026-11-18&to=2026-11-18`);
  });
});

describe('the filters in the address', () => {
  it('count as none if they are not valid', () => {
    expect(inputOf(readFilters(new URLSearchParams('q=x&team=y&who=z&from=2026-02-30&to=later')))).toEqual({ q: 'x' });
  });
});
