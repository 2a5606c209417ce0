import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { answerReportForm } from '../../../../testing/fakeReportFormServer.ts';
import { answering, refusal, server } from '../../../../testing/mockServer.ts';
import { button, fillIn, stepHeading, open } from '../../../../testing/playReportWizard.ts';

// Tests the fields for reminders of open blockers, in the settings of a new report.

const part = () => screen.findByRole('region', { name: 'Open blockers' });
const field = async (name: RegExp) => within(await part()).getByRole<HTMLInputElement>('spinbutton', { name });
const [reminder, escalation] = [/^Remind after working days/, /^Notify the creator after working days/];

const saved: Readonly<Record<string, unknown>>[] = [];

beforeEach(() => {
  saved.length = 0;
  answerReportForm();
  server.use(
    answering('post', '/api/meeting/save', ({ body }) => {
      saved.push(body as Readonly<Record<string, unknown>>);
      return { ...(body as object), id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', createdOn: '2026-11-20T09:00:00.000Z', runs: [] };
    }),
  );
});

const onSettings = async () => {
  const view = await open();
  await fillIn(view);
  await part();
  return view;
};

it('loads after the other settings, with an explanation and the usual numbers', async () => {
  await onSettings();
  expect(within(await part()).getByText(/is reminded once each working day/)).toBeVisible();
  for (const name of [reminder, escalation]) {
    const input = await field(name);
    expect(input).toHaveAttribute('min', '0');
    expect(input).toHaveAttribute('max', String(limits.blockerReminderDays));
    expect(Number(input.value)).toBeGreaterThanOrEqual(0);
  }
});

it('is reached and filled with the keyboard alone, and saved as numbers', async () => {
  const { user } = await onSettings();
  const first = await field(reminder);
  first.focus();
  await user.clear(first);
  await user.keyboard('4');
  await user.tab();
  const second = await field(escalation);
  expect(second).toHaveFocus();
  await user.clear(second);
  await user.keyboard('9');
  await user.click(button('Done'));
  await waitFor(() => {
    expect(saved).toMatchObject([{ blockerReminderDays: 4, blockerEscalationDays: 9 }]);
  });
});

it.each([
  ['a number above the limit', String(limits.blockerReminderDays + 1)],
  ['a negative number', '-1'],
  ['a fraction', '1.5'],
])('refuses %s with the reason at the field, and saves nothing', async (_what, typed) => {
  const { user } = await onSettings();
  const input = await field(reminder);
  await user.clear(input);
  await user.type(input, typed);
  await user.click(button('Done'));
  expect(await within(await part()).findByText('Enter a number from 0 to 60.')).toBeVisible();
  expect(await field(reminder)).toHaveAccessibleDescription('Enter a number from 0 to 60.');
  expect(saved).toEqual([]);
});

it('saves an empty field as no reminder', async () => {
  const { user } = await onSettings();
  await user.clear(await field(reminder));
  await user.click(button('Done'));
  await waitFor(() => {
    expect(saved).toHaveLength(1);
  });
  expect(saved[0]?.['blockerReminderDays'] ?? 0).toBe(0);
});

it('names the section and each field for screen readers', async () => {
  await onSettings();
  const section = await part();
  expect(within(section).getByRole('heading', { level: 3, name: 'Open blockers' })).toBeVisible();
  expect(
    within(section)
      .getAllByRole('spinbutton')
      .map((input) => (input as HTMLInputElement).labels?.length),
  ).toEqual([1, 1]);
});

it('leaves the other settings usable while it loads', async () => {
  const view = await open();
  await fillIn(view);
  expect(button('Done')).toBeEnabled();
  expect(screen.getByRole('spinbutton', { name: 'Time to answer, in minutes' })).toBeVisible();
  expect(await part()).toBeVisible();
});

it('is left out of a report without a question about blockers', async () => {
  const { user } = await onSettings();
  await user.click(button('Back'));
  await stepHeading('Questions');
  // The third question is the one about blockers.
  await user.click(button('Remove question 3'));
  await user.click(button('Next'));
  await stepHeading('Settings');
  expect(await screen.findByText(/Choose the limits for this/)).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Open blockers' })).not.toBeInTheDocument();
});

it('keeps the typed numbers if the report is not saved, and saves them on the next press', async () => {
  server.use(answering('post', '/api/meeting/save', () => refusal(503, 'UNAVAILABLE', 'Busy.')));
  const { user } = await onSettings();
  await user.clear(await field(reminder));
  await user.type(await field(reminder), '7');
  await user.click(button('Done'));
  expect(await screen.findByText(/not saved yet: Busy/)).toBeVisible();
  expect(await field(reminder)).toHaveValue(7);
  server.use(
    answering('post', '/api/meeting/save', ({ body }) => {
      saved.push(body as Readonly<Record<string, unknown>>);
      return { ...(body as object), id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', createdOn: '2026-11-20T09:00:00.000Z', runs: [] };
    }),
  );
  await user.click(button('Done'));
  await waitFor(() => {
    expect(saved).toMatchObject([{ blockerReminderDays: 7 }]);
  });
});

it('shows a refusal of the server at the field that it names', async () => {
  const message = 'Some words of a newer server.';
  const path = ['blockerEscalationDays'];
  server.use(answering('post', '/api/meeting/save', () => refusal(400, 'INVALID_INPUT', message, { path })));
  const { user } = await onSettings();
  await user.click(button('Done'));
  expect(await within(await part()).findByText(message)).toBeVisible();
  expect(await field(escalation)).toHaveAccessibleDescription(message);
});
