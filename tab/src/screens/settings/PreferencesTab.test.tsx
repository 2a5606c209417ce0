import { screen, waitFor } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { Preferences } from '../../api/people/profilePasswordAndPreferencesHooks.ts';
import { answerReportForm } from '../../testing/fakeReportFormServer.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

const path = '/settings?tab=preferences';
const standing = {
  ...{ timezone: null, language: null, mute: false, muteUntil: null },
  ...{ currentTimezone: 'Europe/Berlin', isInTeam: true },
} as unknown as Preferences;
let now: Preferences;
const sent: object[] = [];

/**
 * Fakes a server that stores the person's preferences, with `parts` at first, and applies the changes that the page
 * sends.
 */
const holding = (parts: Partial<Record<keyof Preferences, unknown>> = {}): void => {
  now = { ...standing, ...parts } as Preferences;
  server.use(
    answering('post', '/api/member/preferences', ({ body }) => {
      const change = body as object;
      if (Object.keys(change).length > 0) sent.push(change);
      now = { ...now, ...change };
      return now;
    }),
  );
};

beforeEach(() => {
  sent.length = 0;
  answerReportForm();
  holding();
});

it('takes the zone from Microsoft Teams until the reader chooses one, and can return to it', async () => {
  const { user } = renderApp(path);
  expect(await screen.findByText('Europe/Berlin, where it is 11:25 now')).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Automatic, from Microsoft Teams and your browser' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'By hand' }));
  const zone = await screen.findByRole('combobox', { name: 'My timezone' });
  await user.type(zone, 'kolk');
  await user.click(await screen.findByRole('option', { name: /^Asia\/Kolkata/ }));
  await waitFor(() => {
    expect(sent).toEqual([{ timezone: 'Asia/Kolkata' }]);
  });
  expect(await screen.findByText('Saved.')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Automatic, from Microsoft Teams and your browser' }));
  await waitFor(() => {
    expect(sent.at(-1)).toEqual({ timezone: null });
  });
});

it('shows the chosen zone when the server does not return to the automatic one', async () => {
  holding({ timezone: 'Asia/Kolkata' });
  const { user } = renderApp(path);
  const byHand = await screen.findByRole('radio', { name: 'By hand' });
  server.use(answering('post', '/api/member/preferences', () => refusal(503, 'UNAVAILABLE', 'Busy.')));
  await user.click(screen.getByRole('radio', { name: 'Automatic, from Microsoft Teams and your browser' }));
  expect(await screen.findByText('Busy.')).toBeInTheDocument();
  expect(byHand).toBeChecked();
});

it('turns reminders off until a day, and on again', async () => {
  const { user } = renderApp(path);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Until' }), 'Next Monday');
  await user.click(screen.getByRole('button', { name: 'Turn reminders off' }));
  expect(await screen.findByText('Reminders are off. They come again on Mon 23 Nov.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Turn reminders on' }));
  expect(await screen.findByRole('button', { name: 'Turn reminders off' })).toBeVisible();
  expect(sent).toEqual([{ mute: true, muteUntil: '2026-11-23' }, { mute: false }]);
});

it('shows why a change was not saved, and shows the stored value', async () => {
  const { user } = renderApp(path);
  const button = await screen.findByRole('button', { name: 'Turn reminders off' });
  server.use(answering('post', '/api/member/preferences', () => refusal(503, 'UNAVAILABLE', 'The service is busy.')));
  await user.click(button);
  expect(await screen.findByText('The service is busy.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Turn reminders off' })).toBeVisible();
});

it('shows what the server stored when the reply was lost', async () => {
  const { user } = renderApp(path);
  const button = await screen.findByRole('button', { name: 'Turn reminders off' });
  server.use(
    answering('post', '/api/member/preferences', ({ body }) => {
      const change = body as object;
      now = { ...now, ...change };
      return Object.keys(change).length > 0 ? Response.error() : now;
    }),
  );
  await user.click(button);
  expect(await screen.findByRole('button', { name: 'Turn reminders on' })).toBeVisible();
});

it('changes the language at once', async () => {
  const { user } = renderApp(path);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'Deutsch');
  await waitFor(() => {
    expect(sent).toEqual([{ language: 'de' }]);
  });
});

it('offers a person without a team only the language', async () => {
  holding({ isInTeam: false, currentTimezone: null });
  renderApp(path);
  expect(await screen.findAllByText('A timezone and reminders can be set once you are in a team.')).toHaveLength(2);
  expect(screen.getByRole('combobox', { name: 'Language' })).toBeEnabled();
  expect(screen.queryByRole('radio', { name: 'By hand' })).not.toBeInTheDocument();
});
