import { act, screen, waitFor } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { Rollup } from '#contracts/rollup/rollupQueryAndResult.ts';
import { answering, refusal, server } from '../../testing/mockServer.ts';
import { renderApp } from '../../testing/renderApp.tsx';

const rollup = (groups: number): Rollup => ({
  ...{ from: '2026-11-16' as never, to: '2026-11-22' as never, by: 'PERSON', groups: [], next: null },
  head: {
    total: {
      participation: {
        ...{ asked: 0, answered: 0, late: 0, skipped: 0, missing: 0, notAsked: 0, unreachable: 0, open: 0, away: 0 },
      },
      ...{ goals: null, blockers: null, minutes: null, mood: null },
    },
    ...{ runs: { counted: 0, missed: 0, cancelled: 0 }, groups, reports: [], people: [] },
  },
});

const saved: string[] = [];
beforeEach(() => {
  saved.length = 0;
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const file = () =>
  new Response('data', {
    headers: { 'content-disposition': 'attachment; filename="rollup-2026-11-16-2026-11-22.pdf"' },
  });

/** Opens the page of a roll-up. The fake server answers the downloads with `replies`, in this order. */
const open = async (replies: readonly (() => Response | Promise<Response>)[], groups = 1) => {
  const asked: unknown[] = [];
  const left = [...replies];
  server.use(
    answering('get', '/api/report/rollup', () => rollup(groups) as never),
    answering('post', '/api/report/rollup/downloadtoken', ({ body }) => {
      asked.push(body);
      return { token: `t${asked.length}`, query: 'preset=THIS_WEEK&format=PDF' };
    }),
    answering('get', '/api/report/rollup/download', ({ url }) => {
      asked.push(url.search);
      return (left.shift()?.() ?? file()) as never;
    }),
  );
  const { user } = renderApp('/rollup?by=DAY');
  await screen.findByRole('button', { name: 'Download' });
  // The first press replaces the button by the one of the menu.
  const button = () => screen.getByRole('button', { name: 'Download' });
  const choose = async (name: string): Promise<void> => {
    await user.click(button());
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  return { user, asked, button, choose };
};

describe('the download of a roll-up', () => {
  it('saves the roll-up of the page in the chosen format, and asks for a new token after an expired one', async () => {
    const { asked, choose } = await open([() => refusal(401, 'UNAUTHENTICATED', ''), file]);
    await choose('PDF document');
    expect(await screen.findByText('rollup-2026-11-16-2026-11-22.pdf is downloaded.')).toBeInTheDocument();
    const body = { preset: 'THIS_WEEK', by: 'DAY', format: 'PDF' };
    const link = (token: string) => `?preset=THIS_WEEK&format=PDF&token=${token}`;
    expect(asked).toEqual([body, link('t1'), body, link('t3')]);
    expect(saved).toEqual(['rollup-2026-11-16-2026-11-22.pdf']);
  });

  it('shows why a download failed and repeats it on request', async () => {
    const { user, choose } = await open([() => refusal(413, 'TOO_LARGE', 'This file would have 30,000 lines.'), file]);
    await choose('PDF document');
    expect(await screen.findByRole('alert')).toHaveTextContent('This file would have 30,000 lines.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/is downloaded/)).toBeInTheDocument();
  });

  it('can be cancelled, saves nothing then, and returns the focus to the menu', async () => {
    let answer = (_response: Response): void => undefined;
    const { user, choose, button } = await open([
      () =>
        new Promise<Response>((resolve) => {
          answer = resolve;
        }),
    ]);
    await choose('Excel workbook');
    expect(await screen.findByRole('progressbar', { name: 'Preparing the file' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('The download was cancelled.')).toBeInTheDocument();
    await waitFor(() => {
      expect(button()).toHaveFocus();
    });
    answer(file());
    await choose('CSV, one row for each answer');
    expect(await screen.findByText(/is downloaded/)).toBeInTheDocument();
    expect(saved).toHaveLength(1);
  });

  it('opens its menu at the first press, and returns the focus to its button', async () => {
    const { user, button } = await open([]);
    expect(button()).toHaveAttribute('aria-haspopup', 'menu');
    await user.click(button());
    const [first] = await screen.findAllByRole('menuitem');
    act(() => {
      first?.focus();
    });
    await user.keyboard('{Escape}');
    expect(screen.queryAllByRole('menuitem')).toEqual([]);
    expect(button()).toHaveFocus();
  });

  it('offers nothing for an empty roll-up', async () => {
    const { user, button } = await open([], 0);
    expect(screen.getByText('There is nothing to download here.')).toBeInTheDocument();
    await user.click(button());
    expect(screen.queryByRole('menuitem')).not.toBeInTheDocument();
  });
});
