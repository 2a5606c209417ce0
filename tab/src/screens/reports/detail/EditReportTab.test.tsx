import { act, screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { MeetingDetail } from '#contracts/meetings/saveAndReadMeetingCalls.ts';
import { storedQuestion } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { MeetingConflict } from '#contracts/meetings/meetingActionsAndConflict.ts';
import { aMeeting, me, ulid } from '../../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../../testing/mockServer.ts';

// Loads the lazy parts of the page before the first test, so that no test waits for them. No test of this file is about
// loading.
beforeAll(async () => {
  await Promise.all([
    import('../form/serverSchemaIssues.ts'),
    import('./EditReportTab.tsx'),
    import('./EditConflictDialog.tsx'),
  ]);
});

const path = `/reports/${ulid('standup')}?tab=details`;
const save = '/api/meeting/save';
const saved: Record<string, unknown>[] = [];

const person = (name: string) => ({
  id: ulid(name),
  name,
  email: '',
  thumbnailUrl: null,
  isEnabled: true,
  timezone: null,
  isMuted: false,
  unreachable: null,
  unreachableSince: null,
});

/** Fakes the server's report. Each save increases its revision. A save that began from an older revision is refused. */
const report = (parts: Partial<MeetingDetail> = {}) => {
  let stored = aMeeting({ firstReminderMessage: 'Please answer.', ...parts });
  let changes: MeetingConflict['changes'] = [];
  server.use(
    answering('get', '/api/meeting/get/:meetingId', () => stored),
    answering('post', save, ({ body }) => {
      const input = body as Partial<MeetingDetail>;
      saved.push(input);
      if (input.rev !== stored.rev)
        return refusal(409, 'MEETING_CHANGED', 'Another person changed this report.', {
          data: { meeting: stored, changes },
        });
      stored = { ...stored, ...input, rev: stored.rev + 1 };
      return { ...stored, runs: [] };
    }),
  );
  return {
    stored: () => stored,
    saveElsewhere: (change: Partial<MeetingDetail>, shownChanges: MeetingConflict['changes'] = []): void => {
      stored = { ...stored, ...change, rev: stored.rev + 1 };
      changes = shownChanges;
    },
  };
};

beforeEach(() => {
  saved.length = 0;
  server.use(
    answering('get', '/api/meeting/getreport/:teamId/meeting/:meetingId', () => ({
      date: '2026-11-20',
      isHoliday: false,
      reports: [],
    })),
    answering('get', '/api/member/list/:teamId', () =>
      [person('Alex'), person('Bob')].map((item, index) => (index === 0 ? { ...item, id: ulid('alex') } : item)),
    ),
    answering('get', '/api/team/channels/:teamId', () => []),
    answering('get', '/api/timezone/list', () => ({
      timezones: [{ id: 'Europe/Berlin', name: '(UTC+01:00) Europe/Berlin', value: 'Europe/Berlin' }],
      default: 'Europe/Berlin',
    })),
    answering('get', '/api/meeting/IsMeetingNameExists/:teamId/:name/:meetingId', () => ({ isExists: false })),
  );
});

const name = () => screen.findByRole('textbox', { name: /^Name/ });
const firstReminder = () => screen.getByRole('textbox', { name: 'First reminder' });
type User = ReturnType<typeof renderApp>['user'];
const retype = async (user: User, field: HTMLElement, text: string): Promise<void> => {
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
};
const press = (user: User, label: string): Promise<void> => user.click(screen.getByRole('button', { name: label }));
const conflict = () => screen.findByRole('alertdialog', { name: 'Another person saved this report' });

describe('a report that a person deleted meanwhile', () => {
  it('offers to save the edit as a new report', async () => {
    report();
    const { user, address } = renderApp(path);
    await retype(user, await name(), 'Morning round');
    server.use(answering('post', save, () => refusal(404, 'NOT_FOUND', 'We could not find that.')));
    await press(user, 'Save');
    expect(await screen.findByText(/Another person has deleted this report/)).toBeVisible();
    expect(screen.queryByText('We could not find that.')).not.toBeInTheDocument();
    expect(await name()).toHaveValue('Morning round');
    server.use(
      answering('post', save, ({ body }) => {
        saved.push(body as Partial<MeetingDetail>);
        return { ...aMeeting({ name: 'Morning round' }), id: ulid('again'), runs: [] };
      }),
    );
    await press(user, 'Save as a new report');
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
    report({ time: 607 });
    renderApp(path);
    expect(await name()).toHaveValue('Daily stand-up');
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
    report({
      questions: questions.map((question, index) =>
        storedQuestion.parse({ ...question, id: `q${index}`, sequence: index + 1 }),
      ),
    });
    const { user } = renderApp(path);
    await name();
    expect(screen.getByRole('textbox', { name: 'Label of 1' })).toHaveValue('Tired');
    expect(screen.getByRole('textbox', { name: 'Option 2' })).toHaveValue('Cake');
    const unit = screen.getByRole('textbox', { name: 'Unit' });
    expect(unit).toHaveValue('hours');
    await retype(user, unit, 'days');
    await press(user, 'Save');
    expect(await screen.findByText('Your report has been successfully saved.')).toBeVisible();
    expect(saved.at(-1)?.['questions']).toEqual([
      { id: 'q0', sequence: 1, type: 'SCALE', text: 'Mood?', lowLabel: 'Tired', highLabel: 'Fresh' },
      { id: 'q1', sequence: 2, type: 'NUMBER', text: 'How long?', unit: 'days' },
      { id: 'q2', sequence: 3, type: 'MULTIPLE', text: 'Lunch?', options: ['Tea', 'Cake'] },
      { id: 'q3', sequence: 4, type: 'DATE', text: 'When?' },
    ]);
  });

  it('saves from the revision it began with, and shows a message', async () => {
    const { stored } = report();
    const { user } = renderApp(path);
    await retype(user, await name(), 'Morning round');
    expect(screen.getByText('Not saved yet')).toBeVisible();
    await press(user, 'Save');
    expect(await screen.findByText('Your report has been successfully saved.')).toBeVisible();
    expect(saved).toMatchObject([{ id: ulid('standup'), name: 'Morning round', rev: 1 }]);
    expect(stored().name).toBe('Morning round');
    expect(await screen.findByRole('heading', { level: 1, name: 'Morning round' })).toBeVisible();
    expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument();
    await retype(user, await name(), 'Evening round');
    await press(user, 'Save');
    await waitFor(() => {
      expect(saved).toHaveLength(2);
    });
    expect(saved[1]).toMatchObject({ name: 'Evening round', rev: 2 });
  });

  it('shows the error beside the field, moves there, and saves nothing', async () => {
    report();
    const { user } = renderApp(path);
    await user.clear(await name());
    await press(user, 'Save');
    expect(await screen.findByText('Please provide name.')).toBeVisible();
    await waitFor(() => {
      expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveFocus();
    });
    expect(saved).toEqual([]);
  });

  it('requires a member, with the text of the edit form', async () => {
    report();
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('checkbox', { name: /Alex/ }));
    await press(user, 'Save');
    expect(await screen.findByText('Please add at least one member to schedule a meeting.')).toBeVisible();
    expect(saved).toEqual([]);
  });

  it('shows the server’s refusal of a name at the name, and any other above the button', async () => {
    report();
    const { user } = renderApp(path);
    server.use(answering('post', save, () => refusal(409, 'MEETING_NAME_EXISTS', 'Meeting name already exists.')));
    await retype(user, await name(), 'Taken');
    await press(user, 'Save');
    expect(await screen.findByText('Meeting name already exists.')).toBeVisible();
    server.use(answering('post', save, () => refusal(503, 'UNAVAILABLE', 'The service is busy.')));
    await retype(user, await name(), 'Other');
    await press(user, 'Save');
    expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy.');
    expect(await name()).toHaveValue('Other');
  });

  it('discards the typed text', async () => {
    report();
    const { user } = renderApp(path);
    await retype(user, await name(), 'Other');
    await press(user, 'Discard changes');
    expect(await name()).toHaveValue('Daily stand-up');
    expect(screen.queryByRole('button', { name: 'Discard changes' })).not.toBeInTheDocument();
  });

  it('keeps the typed text while the reader opens another tab', async () => {
    report();
    const { user } = renderApp(path);
    await retype(user, await name(), 'Half done');
    await user.click(screen.getByRole('tab', { name: 'Dashboard' }));
    await screen.findByText(/No report has run today/);
    await user.click(screen.getByRole('tab', { name: 'Report Details' }));
    expect(await name()).toHaveValue('Half done');
  });

  it('shows that a change leaves a run under way as it is', async () => {
    report({
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
    renderApp(path);
    expect(
      await screen.findByText(/^The run of Fri 20 Nov goes on until 12:00 with the time, members and questions/),
    ).toBeVisible();
  });
});

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
    const { saveElsewhere, stored } = report();
    const { user } = renderApp(path);
    await retype(user, await name(), 'Mine');
    saveElsewhere({ firstReminderMessage: 'Theirs' }, [change]);
    await press(user, 'Save');
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
    const { saveElsewhere, stored } = report();
    const { user } = renderApp(path);
    await retype(user, await name(), 'Mine');
    saveElsewhere({ name: 'Theirs' });
    await press(user, 'Save');
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
    const { saveElsewhere, stored } = report();
    const { user } = renderApp(path);
    await retype(user, await name(), 'Mine');
    saveElsewhere({ name: 'Theirs' });
    await press(user, 'Save');
    const dialog = within(await conflict());
    await user.click(dialog.getByRole('button', { name: 'All of theirs' }));
    await user.click(dialog.getByRole('button', { name: 'Keep theirs' }));
    expect(await name()).toHaveValue('Theirs');
    expect(saved).toHaveLength(1);
    expect(stored().rev).toBe(2);
    expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument();
  });

  it('can save all of the reader’s version over theirs on purpose', async () => {
    const { saveElsewhere, stored } = report();
    const { user } = renderApp(path);
    await retype(user, await name(), 'Mine');
    saveElsewhere({ name: 'Theirs', firstReminderMessage: 'Theirs' });
    await press(user, 'Save');
    const dialog = within(await conflict());
    await user.click(dialog.getByRole('button', { name: 'All of mine' }));
    await user.click(dialog.getByRole('button', { name: 'Save this choice' }));
    await waitFor(() => {
      expect(stored()).toMatchObject({ name: 'Mine', firstReminderMessage: 'Please answer.', rev: 3 });
    });
  });

  it('continues editing with nothing lost, and asks again at the next save', async () => {
    const { saveElsewhere } = report();
    const { user } = renderApp(path);
    await retype(user, await name(), 'Mine');
    saveElsewhere({ name: 'Theirs' });
    await press(user, 'Save');
    await user.click(within(await conflict()).getByRole('button', { name: 'Continue editing' }));
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    });
    expect(await name()).toHaveValue('Mine');
    await press(user, 'Save');
    await conflict();
    expect(saved).toHaveLength(2);
  });

  it('asks again when a third person was quicker than the choice', async () => {
    const { saveElsewhere, stored } = report();
    const { user } = renderApp(path);
    await retype(user, await name(), 'Mine');
    saveElsewhere({ firstReminderMessage: 'Second' });
    await press(user, 'Save');
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
    const { saveElsewhere } = report();
    const { services } = renderApp(path);
    await name();
    saveElsewhere({ firstReminderMessage: 'Theirs' });
    await act(() => services.cache.client?.invalidateQueries({ queryKey: ['meeting'] }) ?? Promise.resolve());
    await waitFor(() => {
      expect(firstReminder()).toHaveValue('Theirs');
    });
  });

  it('shows who is only in one version, and what the questions were', async () => {
    const [question] = aMeeting().questions;
    const { saveElsewhere } = report();
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('checkbox', { name: /Bob/ }));
    saveElsewhere({ questions: question === undefined ? [] : [{ ...question, text: 'What was done?' }] });
    await press(user, 'Save');
    const dialog = within(await conflict());
    expect(dialog.getByRole('radio', { name: /2 people\. Only here: Bob/ })).toBeChecked();
    expect(dialog.getByRole('radio', { name: /1\. What was done\?/ })).toBeChecked();
    expect(dialog.getByRole('radio', { name: /1\. What did you do\?/ })).not.toBeChecked();
  });
});

describe('the saved addresses of the summary', () => {
  const outside = 'stranger@elsewhere.test';
  const answerStates = (role: 'user' | 'admin', canAsk = true) => {
    const requested: string[] = [];
    const states = (state: string) => [{ email: outside, state, askedAt: null, canAsk: state === 'WAITING' && canAsk }];
    server.use(
      answering('get', '/api/auth/getuserdetails', () => ({ ...me, role })),
      answering('get', '/api/meeting/summaryEmails/:meetingId', () => states('WAITING')),
      answering('post', '/api/meeting/askSummaryEmail/:meetingId', ({ body }) => {
        requested.push(`ask ${(body as { email: string }).email}`);
        return states('HELD');
      }),
      answering('post', '/api/meeting/approveSummaryEmail/:meetingId', ({ body }) => {
        requested.push(`approve ${(body as { email: string }).email}`);
        return states('APPROVED');
      }),
    );
    return requested;
  };

  it('are shown with what they consented to; a user can ask again, and not approve', async () => {
    const requested = answerStates('user');
    report({ reportSummaryEmail: outside });
    const { user } = renderApp(path);
    const list = await screen.findByRole('region', { name: 'Saved addresses' });
    expect(await within(list).findByText('has not agreed yet and gets nothing')).toBeVisible();
    expect(within(list).queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();
    await user.click(within(list).getByRole('button', { name: `Ask ${outside} again` }));
    expect(await within(list).findByText(/asked with the next summary/)).toBeVisible();
    expect(requested).toEqual([`ask ${outside}`]);
  });

  it('can be approved by an admin', async () => {
    const requested = answerStates('admin', false);
    report({ reportSummaryEmail: outside });
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: `Approve ${outside}` }));
    expect(await screen.findByText('approved by an admin')).toBeVisible();
    expect(screen.queryByRole('button', { name: `Ask ${outside} again` })).not.toBeInTheDocument();
    expect(requested).toEqual([`approve ${outside}`]);
  });

  it('can be asked for the first time when no one has asked them yet', async () => {
    const held = [{ email: outside, state: 'HELD', askedAt: null, canAsk: true }];
    server.use(answering('get', '/api/meeting/summaryEmails/:meetingId', () => held));
    report({ reportSummaryEmail: outside });
    renderApp(path);
    expect(await screen.findByRole('button', { name: `Ask ${outside} now` })).toHaveTextContent('Ask now');
  });

  it('show why the server refuses to ask again', async () => {
    answerStates('user');
    server.use(
      answering('post', '/api/meeting/askSummaryEmail/:meetingId', () =>
        refusal(429, 'TOO_MANY_REQUESTS', 'Please try again in a day.'),
      ),
    );
    report({ reportSummaryEmail: outside });
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('button', { name: `Ask ${outside} again` }));
    expect(await screen.findByText('Please try again in a day.')).toBeVisible();
  });
});
