import { Suspense, lazy } from 'react';
import { render, screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import { shortenedWaits } from './showLoadedPartsAtOnce.ts';

it('lets React show a lazy part without the wait after the loading state', async () => {
  const before = shortenedWaits();
  const LazyPart = lazy(async () => {
    await new Promise((resolve) => setTimeout(resolve));
    return { default: () => <p>loaded</p> };
  });
  render(
    <Suspense fallback={<p>loading</p>}>
      <LazyPart />
    </Suspense>,
  );
  expect(screen.getByText('loading')).toBeVisible();
  expect(await screen.findByText('loaded')).toBeVisible();
  expect(shortenedWaits()).toBe(before + 1);
});
