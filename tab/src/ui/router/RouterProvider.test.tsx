import { act, fireEvent, render, screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import { useState } from 'react';
import type { ComponentType } from 'react';
import { memoryHistory } from '../../testing/memoryHistory.ts';
import { createRouter } from './createRouter.ts';
import { Link } from './Link.tsx';
import { Outlet } from './Outlet.tsx';
import { Redirect } from './Redirect.tsx';
import { useLocation, useParams } from './routerHooks.ts';
import { RouterProvider } from './RouterProvider.tsx';
import { useChangeParams, useSearchParams } from './searchParamsAndValueChecks.ts';

const Layout = () => {
  const [presses, setPresses] = useState(0);
  return (
    <>
      <button
        onClick={() => {
          setPresses(presses + 1);
        }}
      >
        {`pressed ${String(presses)} times`}
      </button>
      <Outlet />
    </>
  );
};

const One = () => (
  <Link to="/two/7?q=a" state="from one" className="link">
    to two
  </Link>
);

const Two = () => {
  const { state, search } = useLocation();
  const params = useSearchParams();
  const change = useChangeParams();
  const addTwice = (): void => {
    for (const name of ['x', 'y'])
      change((next) => {
        next.set(name, '1');
      });
  };
  return (
    <>
      <p>{`two ${useParams()['id'] ?? ''}, q is ${params.get('q') ?? 'unset'}, ${String(state)}`}</p>
      <p>{`search ${search}`}</p>
      <button onClick={addTwice}>change</button>
      <Link to="/two/7?q=a">to this page</Link>
    </>
  );
};

const Broken = () => {
  throw new Error('broken');
};

const routeOf = (path: string, components: readonly ComponentType[]) => ({
  path,
  titleKey: 'page.dashboard' as const,
  components: components.map((component) => () => Promise.resolve(component)),
});

const show = async (path: string) => {
  const history = memoryHistory(path);
  const router = createRouter(history, {
    first: [
      routeOf('/one', [Layout, One]),
      routeOf('/two/:id', [Layout, Two]),
      routeOf('/old', [() => <Redirect to="/one" />]),
      routeOf('/broken', [Broken]),
      { ...routeOf('/lost', []), components: [() => Promise.reject(new Error('offline'))] },
    ],
    loadOthers: () => Promise.resolve([]),
  });
  render(
    <RouterProvider router={router} loading={<p>loading</p>} failed={<p>failed</p>}>
      <Outlet />
    </RouterProvider>,
  );
  expect(screen.getByText('loading')).toBeVisible();
  await act(() => Promise.resolve());
  return { history, router, visit: (to: string) => act(() => router.navigate(to)) };
};

const link = (name: string) => screen.findByRole('link', { name });

it('opens the page of a link without a reload, and keeps the state of the common layout', async () => {
  const { history } = await show('/one');
  const first = await link('to two');
  expect(first).toHaveAttribute('href', '/two/7?q=a');
  expect(first).toHaveClass('link');
  fireEvent.click(screen.getByRole('button', { name: 'pressed 0 times' }));
  fireEvent.click(first);
  expect(await screen.findByText('two 7, q is a, from one')).toBeVisible();
  expect(screen.getByRole('button', { name: 'pressed 1 times' })).toBeVisible();
  expect(history.index()).toBe(1);
});

it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'leaves a click with %o to the browser',
  async (how) => {
    const { history } = await show('/one');
    // jsdom cannot open pages. So the document cancels each click, after recording whether the link has already
    // cancelled it.
    const cancelled: boolean[] = [];
    const cancel = (event: Event): void => {
      cancelled.push(event.defaultPrevented);
      event.preventDefault();
    };
    document.addEventListener('click', cancel, { once: true });
    fireEvent.click(await link('to two'), how);
    expect(cancelled).toEqual([false]);
    expect(history.index()).toBe(0);
  },
);

it('adds no history entry for a link to the shown page', async () => {
  const { history } = await show('/two/7?q=a');
  fireEvent.click(await link('to this page'));
  expect(history.index()).toBe(0);
});

it('keeps both of two changes of the query that follow each other at once', async () => {
  await show('/two/7?q=a');
  fireEvent.click(await screen.findByRole('button', { name: 'change' }));
  expect(await screen.findByText('search ?q=a&x=1&y=1')).toBeVisible();
});

it('replaces the entry of a page that redirects', async () => {
  const { history } = await show('/old');
  expect(await link('to two')).toBeVisible();
  expect(history.index()).toBe(0);
  expect(history.location().pathname).toBe('/one');
});

it('replaces a page that throws an error, until the reader opens another page', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { visit } = await show('/broken');
  expect(await screen.findByText('failed')).toBeVisible();
  await visit('/one');
  expect(await link('to two')).toBeVisible();
  expect(screen.queryByText('failed')).not.toBeInTheDocument();
});

it('shows the failure of a page that cannot be loaded, until the reader opens another page', async () => {
  const { visit } = await show('/lost');
  expect(await screen.findByText('failed')).toBeVisible();
  await visit('/one');
  expect(await link('to two')).toBeVisible();
});
