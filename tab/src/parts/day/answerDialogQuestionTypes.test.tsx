import { fireEvent, screen, waitFor } from '@testing-library/react';
import '@testing-library/jest-dom';
import { ulid } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, server } from '../../testing/mockServer.ts';
import {
  askCard,
  cardRun,
  recordSentAnswers,
  serveStandup,
  pressButton,
} from '../../testing/serveAndOpenAnswerDialog.ts';
import type { View } from '../../testing/serveAndOpenAnswerDialog.ts';

const sent = recordSentAnswers();

describe('answering questions of each type', () => {
  const choices = (titles: readonly string[]) => titles.map((title, index) => ({ title, value: `o:${index}` }));
  const required = { isRequired: true, errorMessage: 'Please answer.' };
  const card = {
    ...askCard(),
    body: [
      {
        ...{ type: 'Input.ChoiceSet', id: 'q:mood', label: 'Mood?', style: 'expanded', ...required },
        choices: ['1', '2', '3', '4', '5'].map((value) => ({ title: `Step ${value}`, value })),
      },
      { type: 'Input.Number', id: 'q:hours', label: 'Hours?', min: -99, max: 99, ...required },
      {
        ...{ type: 'Input.ChoiceSet', id: 'q:lunch', label: 'Lunch?', style: 'expanded', isMultiSelect: true },
        ...required,
        choices: choices(['Tea, green', 'Soup', 'Cake']),
      },
      { type: 'Input.Date', id: 'q:when', label: 'When?', min: '1900-01-01', max: '2199-12-31', ...required },
    ],
  };
  const shown = async (view = renderApp('/')): Promise<View> => {
    await view.user.click(await screen.findByRole('button', { name: 'Answer now: Daily stand-up, Fri 20 Nov' }));
    await screen.findByLabelText('Step 4');
    return view;
  };
  const typeDate = (value: string): void => {
    fireEvent.input(screen.getByLabelText(/When/), { target: { value } });
  };
  const fill = async ({ user }: View): Promise<void> => {
    await user.click(screen.getByLabelText('Step 4'));
    await user.type(screen.getByLabelText(/Hours/), '4.5');
    await user.click(screen.getByLabelText('Tea, green'));
    await user.click(screen.getByLabelText('Cake'));
    typeDate('2026-11-30');
  };

  beforeEach(() => {
    serveStandup();
    server.use(answering('get', '/api/meeting/card/:meetingId', () => ({ ...cardRun, card })));
  });

  it('sends the same values as the chat does', async () => {
    const view = await shown();
    await fill(view);
    await pressButton(view, 'Send');
    await screen.findByText('Answered 11:25');
    expect(sent).toEqual([
      {
        meetingId: ulid('standup'),
        date: '2026-11-20',
        values: { mood: '4', hours: '4.5', lunch: 'o:0,o:2', when: '2026-11-30' },
        goals: [],
      },
    ]);
  });

  it('keeps the draft of each type when the dialog is closed', async () => {
    const view = await shown();
    await fill(view);
    await pressButton(view, 'Close');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    await shown(view);
    expect(screen.getByLabelText('Step 4')).toBeChecked();
    expect(screen.getByLabelText(/Hours/)).toHaveValue(4.5);
    expect(screen.getByLabelText('Tea, green')).toBeChecked();
    expect(screen.getByLabelText('Soup')).not.toBeChecked();
    expect(screen.getByLabelText('Cake')).toBeChecked();
    expect(screen.getByLabelText(/When/)).toHaveValue('2026-11-30');
  });

  it('names the missing answers and sends nothing', async () => {
    const view = await shown();
    await pressButton(view, 'Send');
    expect(await screen.findAllByText('Please answer.')).toHaveLength(4);
    expect(sent).toEqual([]);
  });
});
