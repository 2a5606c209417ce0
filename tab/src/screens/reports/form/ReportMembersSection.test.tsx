import { screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import type * as avatar from '../../../ui/display/Avatar.tsx';
import { begin } from '../../../testing/playReportWizard.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import { answerReportForm, aPerson } from '../../../testing/fakeReportFormServer.ts';
import { answering, server } from '../../../testing/mockServer.ts';

const drawn: string[] = [];
// The mock counts the renderings and then renders the real avatar.
jest.mock('../../../ui/display/Avatar.tsx', () => {
  const real = jest.requireActual<typeof avatar>('../../../ui/display/Avatar.tsx');
  return {
    ...real,
    Avatar: (props: Parameters<typeof real.Avatar>[0]) => {
      drawn.push(props.name);
      return real.Avatar(props);
    },
  };
});

beforeEach(answerReportForm);

it('redraws only the clicked row of a large team', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `Person ${String(index).padStart(3, '0')}`);
  server.use(answering('get', '/api/member/list/:teamId', () => names.map((name) => aPerson(name))));
  const { user } = renderApp('/reports/create');
  await begin(user);
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Large');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  const boxes = await screen.findAllByRole('checkbox', { name: /^Person/ });
  expect(boxes).toHaveLength(100);
  drawn.length = 0;
  await user.click(screen.getByText('Person 042'));
  expect(screen.getByText('1 of 100 selected')).toBeVisible();
  // The row that was the tab stop until now is drawn again too, because its `tabIndex` changes.
  expect(new Set(drawn)).toEqual(new Set(['Person 042', 'Person 000']));
});
