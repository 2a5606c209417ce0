import { Suspense } from 'react';
import { render, screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import { lazyLoadedAtOnce } from './lazyLoadedAtOnce.ts';

it('loads the part once, before its first render', async () => {
  const load = jest.fn(() => Promise.resolve({ default: () => <p>The part</p> }));
  const Part = lazyLoadedAtOnce(load);
  expect(load).toHaveBeenCalledTimes(1);
  render(
    <Suspense>
      <Part />
    </Suspense>,
  );
  expect(await screen.findByText('The part')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(1);
});
