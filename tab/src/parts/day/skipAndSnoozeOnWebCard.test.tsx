import { act, screen, waitFor } from '@testing-library/react';
import '@testing-library/jest-dom';
import { aDay, aReport, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../testing/mockServer.ts';

// Tests the buttons of a card that snooze a run, skip it with a reason, and answer it after a skip.

const execute = (verb: string, title: string, data: object = {}, more: object = {}) => ({
  ...{ type: 'Action.Execute', verb, title, data: { sig: 's', ...data } },
  ...more,
});
const none = { associatedInputs: 'none' };
const snoozes = [
  execute('snooze', 'In 30 minutes', { length: 'HALF_HOUR' }, none),
  execute('snooze', 'For ever', { length: 'FOR_EVER' }, none),
];
const askCard = {
  ...{ type: 'AdaptiveCard', version: '1.5' },
  body: [{ type: 'Input.Text', id: 'q:done', label: 'Done?', isRequired: true, errorMessage: 'Please say it.' }],
  actions: [
    execute('submit', 'Send'),
    { type: 'Action.ShowCard', title: 'Snooze', card: { type: 'AdaptiveCard', body: [], actions: snoozes } },
    execute('skip', 'Skip today', {}, none),
  ],
};
const skippedCard = {
  ...{ type: 'AdaptiveCard', version: '1.5' },
  body: [
    { type: 'TextBlock', text: 'You skip Daily stand-up' },
    { type: 'Input.Text', id: 'skipReason', label: 'Reason' },
  ],
  actions: [execute('edit', 'Answer after all', {}, none), execute('skip', 'Save reason')],
};
const snoozedCard = { type: 'AdaptiveCard', version: '1.5', body: [{ type: 'TextBlock', text: 'Again at 12:00' }] };
const shownRun = {
  ...{ date: '2026-11-20', closesAt: '2026-11-20T11:00:00.000Z', occurrenceState: 'OPEN', next: null },
};
const run = { meetingId: ulid('standup'), date: '2026-11-20' };

const sent: unknown[] = [];
const keep = (path: string, card: object) =>
  answering('post', path, ({ body }) => {
    sent.push(body);
    return { card, reason: null, until: '2026-11-20T11:00:00.000Z' };
  });

const open = async () => {
  server.use(
    answering('get', '/api/meeting/getreport/:teamId/meeting', () => aDay({ reports: [aReport({ owes: true })] })),
    answering('get', '/api/meeting/card/:meetingId', () => ({
      ...{ card: askCard, state: 'OPEN', date: '2026-11-20', closesAt: '2026-11-20T11:00:00.000Z' },
      ...{ occurrenceState: 'OPEN', next: null },
    })),
    keep('/api/meeting/skip', skippedCard),
    keep('/api/meeting/snooze', snoozedCard),
  );
  const view = renderApp('/');
  await view.user.click(await screen.findByRole('button', { name: 'Answer now: Daily stand-up, Fri 20 Nov' }));
  await screen.findByLabelText(/Done/);
  const press = (name: string): Promise<void> => view.user.click(screen.getByRole('button', { name }));
  return { ...view, press };
};

beforeEach(() => {
  sent.length = 0;
});

it('skips the run although a required answer is empty, and sends the reason afterwards', async () => {
  const { press, user } = await open();
  await press('Skip today');
  expect(await screen.findByText('You skip Daily stand-up')).toBeVisible();
  expect(await screen.findByText('You skip Daily stand-up, Fri 20 Nov.')).toBeInTheDocument();
  await user.type(screen.getByLabelText(/Reason/), 'Dentist');
  await press('Save reason');
  await screen.findByText('You skip Daily stand-up');
  expect(sent).toEqual([run, { ...run, reason: 'Dentist' }]);
});

it('answers after all from the card of the skip, with the draft', async () => {
  const { press, user } = await open();
  await user.type(screen.getByLabelText(/Done/), 'Tests');
  await press('Skip today');
  await screen.findByText('You skip Daily stand-up');
  await press('Answer after all');
  expect(await screen.findByLabelText(/Done/)).toHaveValue('Tests');
});

it('snoozes by one of the known lengths', async () => {
  const { press } = await open();
  await press('Snooze');
  await press('For ever');
  expect(sent).toEqual([]);
  await press('In 30 minutes');
  expect(await screen.findByText('Again at 12:00')).toBeVisible();
  expect(sent).toEqual([{ ...run, length: 'HALF_HOUR' }]);
});

it('keeps the form and shows the reason when a choice is refused', async () => {
  const { press } = await open();
  server.use(answering('post', '/api/meeting/skip', () => refusal(409, 'SKIP_OFF', 'Skips are off.')));
  await press('Skip today');
  expect(await screen.findByRole('alert')).toHaveTextContent('That did not work: Skips are off.');
  expect(screen.getByLabelText(/Done/)).toBeVisible();
});

it('stores no draft while a reason is typed, and keeps the draft of the answer', async () => {
  const savedDrafts: { values: object }[] = [];
  const { press, user } = await open();
  server.use(
    answering('post', '/api/meeting/draft', ({ body }) => {
      savedDrafts.push(body as (typeof savedDrafts)[number]);
      return { version: `v${savedDrafts.length}`, savedAt: '2026-11-20T10:02:00.000Z' };
    }),
  );
  const note = () => screen.queryByText('Draft saved. You can continue on another device.');
  await user.type(screen.getByLabelText(/Done/), 'Tests');
  await waitFor(
    () => {
      expect(note()).toBeVisible();
    },
    { timeout: 4000 },
  );
  await press('Skip today');
  await user.type(await screen.findByLabelText(/Reason/), 'Dentist');
  expect(note()).not.toBeInTheDocument();
  // Closing the dialog saves a changed draft at once, so the test need not wait for the pause after typing.
  await press('Close');
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
  expect(savedDrafts).toMatchObject([{ values: { done: 'Tests' } }]);
});

it('shows no conflict when the card of a skip opens again beside a kept draft', async () => {
  const { press, user } = await open();
  const stored = { version: 'v1', savedAt: '2026-11-20T10:02:00.000Z' };
  server.use(answering('post', '/api/meeting/draft', () => stored));
  await user.type(screen.getByLabelText(/Done/), 'Tests');
  await screen.findByText('Draft saved. You can continue on another device.', {}, { timeout: 4000 });
  await press('Skip today');
  await screen.findByText('You skip Daily stand-up');
  await press('Close');
  const draft = { ...stored, values: { done: 'Tests' }, goals: [] };
  server.use(
    answering('get', '/api/meeting/card/:meetingId', ({ url }) =>
      url.searchParams.get('edit') === 'true'
        ? { ...shownRun, card: askCard, state: 'OPEN', draft }
        : { ...shownRun, card: skippedCard, state: 'SKIPPED', draft: null },
    ),
  );
  await user.click(await screen.findByRole('button', { name: 'Answer now: Daily stand-up, Fri 20 Nov' }));
  await screen.findByText('You skip Daily stand-up');
  // The note about a conflict loads lazily and would appear after the card, so the test loads it first.
  await act(() => import('../../ui/forms/SaveConflictNote.tsx'));
  expect(screen.queryByText('This answer has already been sent.')).not.toBeInTheDocument();
  await press('Answer after all');
  expect(await screen.findByLabelText(/Done/)).toHaveValue('Tests');
});

it('keeps a reason of 10 kB whole, counts it at its field, and shows why it is refused', async () => {
  const { press, user } = await open();
  await press('Skip today');
  const field = await screen.findByLabelText(/Reason/);
  const long = 'x'.repeat(10_240);
  await user.click(field);
  await user.paste(long);
  expect(await screen.findByText(/10,240.*500/)).toBeVisible();
  server.use(
    answering('post', '/api/meeting/skip', ({ body }) => {
      sent.push(body);
      return refusal(400, 'INVALID_INPUT', 'The reason is too long.');
    }),
  );
  await press('Save reason');
  expect(await screen.findByRole('alert')).toHaveTextContent('The reason is too long.');
  expect(sent.at(-1)).toEqual({ ...run, reason: long });
  expect(screen.getByLabelText(/Reason/)).toHaveValue(long);
});
