import { screen, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { MeetingReport } from '#contracts/reports/dailyReport.ts';
import { select } from '../../testing/domQueries.ts';
import { answering, server } from '../../testing/mockServer.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { aDay, aMember, aReport } from '../../testing/testDataBuildersAndClock.ts';

type Averages = NonNullable<MeetingReport['averages']>;

const averages = [
  {
    ...{ questionId: 'mood', question: 'How do you feel?' },
    format: { type: 'SCALE', lowLabel: 'Awful', highLabel: 'Great' },
    ...{ answers: 8, average: 3.75 },
    counts: [0, 1, 2, 3, 2].map((count, index) => ({ value: String(index + 1), count })),
  },
  {
    ...{ questionId: 'way', question: 'How far?', format: { type: 'NUMBER', unit: 'km' } },
    ...{ answers: 1, average: 2.5, counts: [] },
  },
] as unknown as Averages;

const show = async (path: string, parts: Partial<MeetingReport>): Promise<HTMLElement> => {
  const day = aDay({ reports: [aReport({ members: [aMember('Adele Vance')], ...parts })] });
  server.use(answering('get', '/api/meeting/getreport/:teamId/meeting', () => day));
  renderApp(path);
  return screen.findByRole('article');
};

describe('the averages of a report', () => {
  it.each(['/', '/teams/home'])('have the number of answers and the named distribution at %s', async (path) => {
    const section = within(await show(path, { averages })).getByRole('region', { name: 'Averages' });
    const [mood, way] = within(section).getAllByRole('listitem');
    expect(mood).toHaveTextContent('How do you feel?Average: 3.8 of 5 · 8 answers');
    const terms = within(section)
      .getAllByRole('term')
      .map((term) => term.textContent);
    expect(terms).toEqual(['1 – Awful', '2', '3', '4', '5 – Great']);
    const numbers = within(section).getAllByRole('definition');
    expect(numbers.map((number) => number.textContent)).toEqual(['0', '1', '2', '3', '2']);
    expect(select(section, '.fill').map((bar) => bar.getAttribute('style'))).toEqual(
      [0, 12.5, 25, 37.5, 25].map((share) => `width: ${String(share)}%;`),
    );
    expect(way).toHaveTextContent('How far?Average: 2.5 km · 1 answer');
  });

  it('are left out of a report without them', async () => {
    expect(within(await show('/', {})).queryByRole('region', { name: 'Averages' })).toBeNull();
  });
});
