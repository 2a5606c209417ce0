import { act, screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { MeetingConflict } from '#contracts/meetings/meetingStateCallsAndEditConflict.ts';
import { aMeeting } from '../../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import {
  editPath,
  serveReport,
  serveEditReportPage,
  findName,
  retype,
  pressButton,
} from '../../../testing/serveAndEditReportPage.ts';

// Loads the lazy parts of the page before the first test, so that no test waits for them. No test of this file is about
// loading.
beforeAll(async () => {
  await Promise.all([
    import('../form/serverSchemaIssues.ts'),
    import('./EditReportTab.tsx'),
    import('./EditConflictDialog.tsx'),
  ]);
});

const saved = serveEditReportPage();

const firstReminder = () => screen.getByRole('textbox', { name: 'First reminder' });
const conflict = () => screen.findByRole('alertdialog', { name: 'Another person saved this report' });

describe('two people editing', () => {
  const change = {
    part: 'firstReminderMessage',
    text: 'Changed the first reminder.',
    username: 'Bob Lindqvist',
    createdOn: '2026-11-20T10:20:00.000Z',
    before: null,
    after: null,
  } as unknown as MeetingConflict['changes'][number];

  it('shows who saved which change meanwhile, and keeps both changes if they do not overlap', async () => {
    const { saveElsewhere, stored } = serveReport();
    const { user } = renderApp(editPath);
    await retype(user, await findName(), 'Mine');
    saveElsewhere({ firstReminderMessage: 'Theirs' }, [change]);
    await pressButton(user, 'Save');
    const dialog = within(await conflict());
    const reminder = within(dialog.getByRole('group', { name: /First reminder/ }));
    expect(reminder.getByRole('radio', { name: /Saved by Bob Lindqvist, Fri 20 Nov 11:20 Theirs/ })).toBeChecked();
    expect(reminder.getByRole('radio', { name: /Yours Please answer\./ })).not.toBeChecked();
    expect(
      within(dialog.getByRole('group', { name: /^Name/ })).getByRole('radio', { name: /Yours Mine/ }),
    ).toBeChecked();
    expect(dialog.getAllByRole('group')).toHaveLength(2);
    expect(stored().name).toBe('Daily stand-up');
    await user.click(dialog.getByRole('button', { name: 'Save this choice' }));
    expect(await screen.findByText('Your report has been successfully saved.')).toBeVisible();
    expect(stored()).toMatchObject({ name: 'Mine', firstReminderMessage: 'Theirs', rev: 3 });
  });

  it('makes the reader choose where both changed the same field, before anything is written', async () => {
    const { saveElsewhere, stored } = serveReport();
    const { user } = renderApp(editPath);
    await retype(user, await findName(), 'Mine');
    saveElsewhere({ name: 'Theirs' });
    await pressButton(user, 'Save');
    const dialog = within(await conflict());
    const decide = dialog.getByRole('button', { name: 'Save this choice' });
    expect(decide).toHaveAttribute('aria-disabled', 'true');
    expect(decide).toHaveAccessibleDescription(
      'You and another person changed the same part. Please choose one of the two versions.',
    );
    await user.click(decide);
    expect(saved).toHaveLength(1);
    await user.click(dialog.getByRole('radio', { name: /Yours Mine/ }));
    await user.click(decide);
    await waitFor(() => {
      expect(stored().name).toBe('Mine');
    });
    expect(saved[1]).toMatchObject({ rev: 2 });
  });

  it('can take their version, which saves nothing', async () => {
    const { saveElsewhere, stored } = serveReport();
    const { user } = renderApp(editPath);
    await retype(user, await findName(), 'Mine');
    saveElsewhere({ name: 'Theirs' });
    await pressButton(user, 'Save');
    const dialog = within(await conflict());
    await user.click(dialog.getByRole('button', { name: 'All of theirs' }));
    await user.click(dialog.getByRole('button', { name: 'Keep theirs' }));
    expect(await findName()).toHaveValue('Theirs');
    expect(saved).toHaveLength(1);
    expect(stored().rev).toBe(2);
    expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument();
  });

  it('can save all of the reader’s version over theirs on purpose', async () => {
    const { saveElsewhere, stored } = serveReport();
    const { user } = renderApp(editPath);
    await retype(user, await findName(), 'Mine');
    saveElsewhere({ name: 'Theirs', firstReminderMessage: 'Theirs' });
    await pressButton(user, 'Save');
    const dialog = within(await conflict());
    await user.click(dialog.getByRole('button', { name: 'All of mine' }));
    await user.click(dialog.getByRole('button', { name: 'Save this choice' }));
    await waitFor(() => {
      expect(stored()).toMatchObject({ name: 'Mine', firstReminderMessage: 'Please answer.', rev: 3 });
    });
  });

  it('continues editing with nothing lost, and asks again at the next save', async () => {
    const { saveElsewhere } = serveReport();
    const { user } = renderApp(editPath);
    await retype(user, await findName(), 'Mine');
    saveElsewhere({ name: 'Theirs' });
    await pressButton(user, 'Save');
    await user.click(within(await conflict()).getByRole('button', { name: 'Continue editing' }));
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    });
    expect(await findName()).toHaveValue('Mine');
    await pressButton(user, 'Save');
    await conflict();
    expect(saved).toHaveLength(2);
  });

  it('asks again when a third person was quicker than the choice', async () => {
    const { saveElsewhere, stored } = serveReport();
    const { user } = renderApp(editPath);
    await retype(user, await findName(), 'Mine');
    saveElsewhere({ firstReminderMessage: 'Second' });
    await pressButton(user, 'Save');
    const first = within(await conflict());
    saveElsewhere({ firstReminderMessage: 'Third' });
    await user.click(first.getByRole('button', { name: 'Save this choice' }));
    expect(await screen.findByRole('radio', { name: /Third/ })).toBeChecked();
    await user.click(within(await conflict()).getByRole('button', { name: 'Save this choice' }));
    await waitFor(() => {
      expect(stored()).toMatchObject({ name: 'Mine', firstReminderMessage: 'Third', rev: 4 });
    });
  });

  it('loads their version by itself while the reader has typed nothing', async () => {
    const { saveElsewhere } = serveReport();
    const { services } = renderApp(editPath);
    await findName();
    saveElsewhere({ firstReminderMessage: 'Theirs' });
    await act(() => services.cache.client?.invalidateQueries({ queryKey: ['meeting'] }) ?? Promise.resolve());
    await waitFor(() => {
      expect(firstReminder()).toHaveValue('Theirs');
    });
  });

  it('shows who is only in one version, and what the questions were', async () => {
    const [question] = aMeeting().questions;
    const { saveElsewhere } = serveReport();
    const { user } = renderApp(editPath);
    await user.click(await screen.findByRole('checkbox', { name: /Bob/ }));
    saveElsewhere({ questions: question === undefined ? [] : [{ ...question, text: 'What was done?' }] });
    await pressButton(user, 'Save');
    const dialog = within(await conflict());
    expect(dialog.getByRole('radio', { name: /2 people\. Only here: Bob/ })).toBeChecked();
    expect(dialog.getByRole('radio', { name: /1\. What was done\?/ })).toBeChecked();
    expect(dialog.getByRole('radio', { name: /1\. What did you do\?/ })).not.toBeChecked();
  });
});
