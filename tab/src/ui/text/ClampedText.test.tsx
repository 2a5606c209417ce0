import '@testing-library/jest-dom';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { resizeAll } from '../../testing/browserStubsAndLibrarySetup.ts';
import { ClampedText } from './ClampedText.tsx';

describe('ClampedText', () => {
  const long = 'A long answer. '.repeat(40);
  const measured = (scrollHeight: number): void => {
    jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(scrollHeight);
    jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(120);
    act(resizeAll);
  };
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('cuts after six lines and shows the rest on "more"', async () => {
    render(<ClampedText text={long} />);
    measured(400);
    const more = screen.getByRole('button', { name: 'more' });
    expect(more).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(more);
    expect(screen.getByText(long.trim())).toHaveClass('text');
    await userEvent.click(screen.getByRole('button', { name: 'less' }));
    expect(screen.getByText(long.trim())).toHaveClass('clamped');
  });

  it('offers nothing when everything fits', () => {
    render(<ClampedText text={long} />);
    measured(120);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('does not measure short texts', () => {
    render(<ClampedText text="Short." />);
    measured(400);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('watches a short text of many lines', () => {
    render(<ClampedText text={'a\nb\nc\nd\ne\nf\ng'} />);
    measured(400);
    expect(screen.getByRole('button', { name: 'more' })).toBeInTheDocument();
  });
});
