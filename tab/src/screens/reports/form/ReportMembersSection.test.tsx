import { screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import runtime from 'react/jsx-runtime';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import { begin } from '../../../testing/playReportWizard.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import { answerReportForm, aPerson } from '../../../testing/fakeReportFormServer.ts';
import { answering, server } from '../../../testing/mockServer.ts';

/** Records the names of the avatars that are drawn from now on, by replacing React's function that creates elements. */
const watchAvatars = () => {
  const drawn = new Set<string>();
  const create = runtime.jsx;
  const spy = jest.spyOn(runtime, 'jsx').mockImplementation((type, props, key) => {
    if (type === Avatar) drawn.add((props as Parameters<typeof Avatar>[0]).name);
    return create(type, props, key);
  });
  return {
    drawn,
    stop: () => {
      spy.mockRestore();
    },
  };
};

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
  const { drawn, stop } = watchAvatars();
  await user.click(screen.getByText('Person 042'));
  expect(screen.getByText('1 of 100 selected')).toBeVisible();
  // The row that could be reached by Tab until now is drawn again too, because its `tabIndex` changes.
  stop();
  expect(drawn).toEqual(new Set(['Person 042', 'Person 000']));
});
