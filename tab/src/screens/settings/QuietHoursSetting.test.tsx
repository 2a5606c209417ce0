import { screen, waitFor } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { Preferences } from '../../api/people/profilePasswordAndPreferencesHooks.ts';
import { answerReportForm } from '../../testing/fakeReportFormServer.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

const path = '/settings?tab=preferences';
const sent: object[] = [];

/** Fakes a server that stores the person's quiet hours and applies the changes that the page sends. */
const holding = (quietHours: Preferences['quietHours'], isInTeam = true): void => {
  let now: object = {
    ...{ timezone: null, language: null, mute: false, muteUntil: null, summaryDelivery: 'CHAT' },
    ...{ currentTimezone: 'Europe/Berlin', isInTeam, quietHours },
  };
  server.use(
    answering('post', '/api/member/preferences', ({ body }) => {
      const change = body as object;
      if (Object.keys(change).length > 0) sent.push(change);
      now = { ...now, ...change };
      return now;
    }),
  );
};

const toggle = () => screen.findByRole('switch', { name: 'Keep quiet hours' });
const save = () => screen.getByRole('button', { name: 'Save quiet hours' });

beforeEach(() => {
  sent.length = 0;
  answerReportForm();
});

it('is off at first, and stores the chosen hours', async () => {
  holding(null);
  const { user } = renderApp(path);
  expect(await toggle()).not.toBeChecked();
  await user.click(await toggle());
  expect(screen.getByText('They end on the next day.')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'From' }), '22:00');
  await user.selectOptions(screen.getByRole('combobox', { name: 'To' }), '07:30');
  await user.click(save());
  await waitFor(() => {
    expect(sent).toEqual([{ quietHours: { from: 1320, to: 450 } }]);
  });
  expect(await screen.findByText('Saved.')).toBeVisible();
});

it('shows the stored hours, also between the steps, and ends them', async () => {
  holding({ from: 745, to: 800 });
  const { user } = renderApp(path);
  expect(await toggle()).toBeChecked();
  expect(screen.getByRole('combobox', { name: 'From' })).toHaveDisplayValue('12:25');
  expect(screen.getByRole('combobox', { name: 'To' })).toHaveDisplayValue('13:20');
  expect(screen.queryByText('They end on the next day.')).not.toBeInTheDocument();
  await user.click(await toggle());
  await waitFor(() => {
    expect(sent).toEqual([{ quietHours: null }]);
  });
});

it('refuses hours that are too long or empty, without a call', async () => {
  holding({ from: 1320, to: 480 });
  const { user } = renderApp(path);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'From' }), '08:00');
  expect(screen.getByText('Quiet hours last at least 30 minutes and at most 16 hours.')).toBeVisible();
  await user.click(save());
  await user.selectOptions(screen.getByRole('combobox', { name: 'From' }), '09:00');
  await user.click(save());
  expect(sent).toEqual([]);
});

it('can be used with the keyboard alone', async () => {
  holding(null);
  const { user } = renderApp(path);
  const onOff = await toggle();
  await waitFor(() => {
    onOff.focus();
    expect(onOff).toHaveFocus();
  });
  await user.keyboard(' ');
  expect(await screen.findByRole('combobox', { name: 'From' })).toBeVisible();
  const controls = [
    screen.getByRole('combobox', { name: 'From' }),
    screen.getByRole('combobox', { name: 'To' }),
    save(),
  ];
  for (const control of controls) {
    control.focus();
    expect(control).toHaveFocus();
  }
  await user.keyboard('{Enter}');
  await waitFor(() => {
    expect(sent).toEqual([{ quietHours: { from: 1200, to: 480 } }]);
  });
});

it('shows why the hours were not saved', async () => {
  holding({ from: 1320, to: 480 });
  const { user } = renderApp(path);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'To' }), '07:00');
  server.use(answering('post', '/api/member/preferences', () => refusal(503, 'UNAVAILABLE', 'The service is busy.')));
  await user.click(save());
  expect(await screen.findByText('The service is busy.')).toBeVisible();
});

it('is not offered to a person without a team', async () => {
  holding(null, false);
  renderApp(path);
  expect(await screen.findByRole('combobox', { name: 'Language' })).toBeEnabled();
  expect(screen.queryByRole('switch', { name: 'Keep quiet hours' })).not.toBeInTheDocument();
});

it('stays on when the server does not end the quiet hours', async () => {
  holding({ from: 1320, to: 420 });
  const { user } = renderApp(path);
  const shown = await toggle();
  server.use(answering('post', '/api/member/preferences', () => refusal(503, 'UNAVAILABLE', 'Busy.')));
  await user.click(shown);
  expect(await screen.findByText('Busy.')).toBeInTheDocument();
  expect(await toggle()).toBeChecked();
});
