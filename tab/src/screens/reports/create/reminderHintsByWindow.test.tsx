import { screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import { answerReportForm } from '../../../testing/fakeReportFormServer.ts';
import { button, open, stepHeading } from '../../../testing/playReportWizard.ts';

beforeEach(answerReportForm);

const toSettings = async () => {
  const { user, name } = await open();
  await user.type(name, 'Weekly');
  for (const step of ['Members', 'Questions', 'Settings']) {
    await user.click(button('Next'));
    await stepHeading(step);
  }
  return user;
};

it('shows which reminders a window of that length has', async () => {
  const user = await toSettings();
  expect(screen.getByText('Once at half the time and once 15 minutes before the end.')).toBeVisible();
  const minutes = screen.getByRole('spinbutton', { name: 'Time to answer, in minutes' });
  const cases = [
    ['60', 'Once at half the time and once 15 minutes before the end.'],
    ['59', 'Once at half the time, with the second text.'],
    ['14', 'No reminder is sent, because the window is shorter than 15 minutes.'],
  ] as const;
  for (const [window, hint] of cases) {
    await user.clear(minutes);
    await user.type(minutes, window);
    expect(screen.getByText(hint)).toBeVisible();
  }
});

it('shows where the text of a reminder appears', async () => {
  await toSettings();
  for (const name of ['First reminder', 'Second reminder'])
    expect(screen.getByRole('textbox', { name })).toHaveAccessibleDescription(
      /in the notification, and in the chat above a pointer to the card/,
    );
});
