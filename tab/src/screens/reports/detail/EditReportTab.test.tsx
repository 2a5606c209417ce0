import { screen, waitFor } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { MeetingDetail } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { storedQuestion } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { aMeeting, ulid } from '../../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../../testing/mockServer.ts';
import {
  editPath,
  savePath,
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

describe('a report that a person deleted meanwhile', () => {
  it('offers to save the edit as a new report', async () => {
    serveReport();
    const { user, address } = renderApp(editPath);
    await retype(user, await findName(), 'Morning round');
    server.use(answering('post', savePath, () => refusal(404, 'NOT_FOUND', 'We could not find that.')));
    await pressButton(user, 'Save');
    expect(await screen.findByText(/Another person has deleted this report/)).toBeVisible();
    expect(screen.queryByText('We could not find that.')).not.toBeInTheDocument();
    expect(await findName()).toHaveValue('Morning round');
    server.use(
      answering('post', savePath, ({ body }) => {
        saved.push(body as Partial<MeetingDetail>);
        return { ...aMeeting({ name: 'Morning round' }), id: ulid('again'), runs: [] };
      }),
    );
    await pressButton(user, 'Save as a new report');
    await waitFor(() => {
      expect(address()).toBe(`/reports/${ulid('again')}`);
    });
    const sent = saved.at(-1);
    expect(sent).toMatchObject({ name: 'Morning round' });
    expect(sent).not.toHaveProperty('id');
    expect(sent).not.toHaveProperty('rev');
    expect(sent).toHaveProperty('draftId');
    expect((sent?.['questions'] as readonly object[] | undefined)?.some((question) => 'id' in question)).toBe(false);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });
});

describe('editing', () => {
  it('has the sections, the stored values and no choice of type', async () => {
    serveReport({ time: 607 });
    renderApp(editPath);
    expect(await findName()).toHaveValue('Daily stand-up');
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Details',
      'Members',
      'Questions',
      'Reminders & Summaries',
    ]);
    expect(screen.queryByRole('combobox', { name: 'Type' })).not.toBeInTheDocument();
    // The list of the field does not offer the stored time 10:07, but the field shows it unchanged.
    expect(await screen.findByDisplayValue('10:07')).toBeVisible();
  });

  it('shows the stored question of each type and saves it as it was', async () => {
    const questions = [
      { type: 'SCALE', text: 'Mood?', lowLabel: 'Tired', highLabel: 'Fresh' },
      { type: 'NUMBER', text: 'How long?', unit: 'hours' },
      { type: 'MULTIPLE', text: 'Lunch?', options: ['Tea', 'Cake'] },
      { type: 'DATE', text: 'When?' },
    ];
    serveReport({
      questions: questions.map((question, index) =>
        storedQuestion.parse({ ...question, id: `q${index}`, sequence: index + 1 }),
      ),
    });
    const { user } = renderApp(editPath);
    await findName();
    expect(screen.getByRole('textbox', { name: 'Label of 1' })).toHaveValue('Tired');
    expect(screen.getByRole('textbox', { name: 'Option 2' })).toHaveValue('Cake');
    const unit = screen.getByRole('textbox', { name: 'Unit' });
    expect(unit).toHaveValue('hours');
    await retype(user, unit, 'days');
    await pressButton(user, 'Save');
    expect(await screen.findByText('Your report has been successfully saved.')).toBeVisible();
    expect(saved.at(-1)?.['questions']).toEqual([
      { id: 'q0', sequence: 1, type: 'SCALE', text: 'Mood?', lowLabel: 'Tired', highLabel: 'Fresh' },
      { id: 'q1', sequence: 2, type: 'NUMBER', text: 'How long?', unit: 'days' },
      { id: 'q2', sequence: 3, type: 'MULTIPLE', text: 'Lunch?', options: ['Tea', 'Cake'] },
      { id: 'q3', sequence: 4, type: 'DATE', text: 'When?' },
    ]);
  });

  it('saves from the revision it began with, and shows a message', async () => {
    const { stored } = serveReport();
    const { user } = renderApp(editPath);
    await retype(user, await findName(), 'Morning round');
    expect(screen.getByText('Not saved yet')).toBeVisible();
    await pressButton(user, 'Save');
    expect(await screen.findByText('Your report has been successfully saved.')).toBeVisible();
    expect(saved).toMatchObject([{ id: ulid('standup'), name: 'Morning round', rev: 1 }]);
    expect(stored().name).toBe('Morning round');
    expect(await screen.findByRole('heading', { level: 1, name: 'Morning round' })).toBeVisible();
    expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument();
    await retype(user, await findName(), 'Evening round');
    await pressButton(user, 'Save');
    await waitFor(() => {
      expect(saved).toHaveLength(2);
    });
    expect(saved[1]).toMatchObject({ name: 'Evening round', rev: 2 });
  });

  it('shows the error beside the field, moves there, and saves nothing', async () => {
    serveReport();
    const { user } = renderApp(editPath);
    await user.clear(await findName());
    await pressButton(user, 'Save');
    expect(await screen.findByText('Please provide name.')).toBeVisible();
    await waitFor(() => {
      expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveFocus();
    });
    expect(saved).toEqual([]);
  });

  it('requires a member, with the text of the edit form', async () => {
    serveReport();
    const { user } = renderApp(editPath);
    await user.click(await screen.findByRole('checkbox', { name: /Alex/ }));
    await pressButton(user, 'Save');
    expect(await screen.findByText('Please add at least one member to schedule a meeting.')).toBeVisible();
    expect(saved).toEqual([]);
  });

  it('shows the server’s refusal of a name at the name, and any other above the button', async () => {
    serveReport();
    const { user } = renderApp(editPath);
    server.use(answering('post', savePath, () => refusal(409, 'MEETING_NAME_EXISTS', 'Meeting name already exists.')));
    await retype(user, await findName(), 'Taken');
    await pressButton(user, 'Save');
    expect(await screen.findByText('Meeting name already exists.')).toBeVisible();
    server.use(answering('post', savePath, () => refusal(503, 'UNAVAILABLE', 'The service is busy.')));
    await retype(user, await findName(), 'Other');
    await pressButton(user, 'Save');
    expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy.');
    expect(await findName()).toHaveValue('Other');
  });

  it('discards the typed text', async () => {
    serveReport();
    const { user } = renderApp(editPath);
    await retype(user, await findName(), 'Other');
    await pressButton(user, 'Discard changes');
    expect(await findName()).toHaveValue('Daily stand-up');
    expect(screen.queryByRole('button', { name: 'Discard changes' })).not.toBeInTheDocument();
  });

  it('keeps the typed text while the reader opens another tab', async () => {
    serveReport();
    const { user } = renderApp(editPath);
    await retype(user, await findName(), 'Half done');
    await user.click(screen.getByRole('tab', { name: 'Dashboard' }));
    await screen.findByText(/No report has run today/);
    await user.click(screen.getByRole('tab', { name: 'Report Details' }));
    expect(await findName()).toHaveValue('Half done');
  });

  it('shows that a change leaves a run under way as it is', async () => {
    serveReport({
      openRuns: [
        {
          date: '2026-11-20',
          opensAt: '2026-11-20T09:00:00.000Z',
          closesAt: '2026-11-20T11:00:00.000Z',
          asked: 5,
          answered: 2,
        },
      ] as unknown as MeetingDetail['openRuns'],
    });
    renderApp(editPath);
    expect(
      await screen.findByText(/^The run of Fri 20 Nov goes on until 12:00 with the time, members and questions/),
    ).toBeVisible();
  });
});
