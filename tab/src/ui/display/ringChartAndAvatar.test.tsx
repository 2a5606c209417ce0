import { render, screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import { select } from '../../testing/domQueries.ts';
import { Avatar, initialsOf } from './Avatar.tsx';
import { RingChart } from './RingChart.tsx';

describe('RingChart', () => {
  const ring = (value: number, total: number) =>
    render(
      <RingChart value={value} total={total} tone="success" label="Goals" sentence={`Goals: ${value} of ${total}`} />,
    ).container;

  it('is an image named by a sentence, with its count inside', () => {
    ring(3, 4);
    expect(screen.getByRole('img', { name: 'Goals: 3 of 4' })).toHaveTextContent('3/4');
  });

  it('draws the share that it shows', () => {
    const around = 2 * Math.PI * 42;
    const [arc] = select(ring(3, 4), '[stroke-dasharray]');
    expect(arc).toHaveAttribute('stroke-dasharray', `${0.75 * around} ${around}`);
  });

  it('writes longer counts smaller, so that they stay inside', () => {
    const sizeOf = (value: number, total: number) =>
      select(ring(value, total), 'text')[0]?.getAttribute('class')?.trim();
    expect([sizeOf(99, 99), sizeOf(120, 200), sizeOf(1000, 1000)]).toEqual(['count', 'count long', 'count longest']);
  });

  it('draws the empty ring for 0 of 0 and for none', () => {
    expect(select(ring(0, 0), 'circle')).toHaveLength(1);
    expect(select(ring(0, 5), 'circle')).toHaveLength(1);
    expect(screen.getByRole('img', { name: 'Goals: 0 of 0' })).toHaveTextContent('0/0');
  });

  it('RingChart never draws more than the whole', () => {
    const around = 2 * Math.PI * 42;
    expect(select(ring(7, 5), '[stroke-dasharray]')[0]).toHaveAttribute('stroke-dasharray', `${around} ${around}`);
  });
});

describe('initialsOf', () => {
  it.each([
    ['Adele Vance', 'AV'],
    ['Patti Fernandez-Montgomery', 'PF'],
    ['Cher', 'C'],
    ['Lee  van  Gu', 'LG'],
    ['Alex Wilber (Contoso)', 'AW'],
    ['李 小龙', '李小'],
    ['🦊 Fox', '🦊F'],
    ['', ''],
    ['   ', ''],
  ])('the initials of %j are %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

describe('Avatar', () => {
  it('shows a picture when there is one', () => {
    const { container } = render(<Avatar name="Adele Vance" imageUrl="/a.png" />);
    expect(select(container, 'img')[0]).toHaveAttribute('src', '/a.png');
    expect(container).not.toHaveTextContent('AV');
  });
});
