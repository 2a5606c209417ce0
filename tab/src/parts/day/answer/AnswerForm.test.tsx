import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import { aDay, aReport } from '../../../testing/testDataBuildersAndClock.ts';
import { answering, refusal, server } from '../../../testing/mockServer.ts';
import { renderApp } from '../../../testing/renderApp.tsx';

const action = (verb: string, title: string) => ({
  ...{ type: 'Action.Execute', verb, title, associatedInputs: verb === 'submit' ? 'auto' : 'none' },
  data: { sig: 's' },
});
const askCard = (done = '', plan = '') => ({
  ...{ type: 'AdaptiveCard', version: '1.5' },
  body: [
    { type: 'Input.Text', id: 'q:done', label: 'What did you do?', isMultiline: true, isRequired: true, value: done },
    { type: 'Input.Text', id: 'q:plan', label: 'What is next?', isMultiline: true, value: plan },
  ],
  actions: [action('submit', 'Send'), action('sameAsLast', 'Same as last time')],
});
const answeredCard = {
  ...{ type: 'AdaptiveCard', version: '1.5' },
  body: [{ type: 'TextBlock', text: 'Answered 11:25', wrap: true }],
};
const run = {
  ...{ state: 'OPEN', date: '2026-11-20', closesAt: '2026-11-20T11:00:00.000Z', occurrenceState: 'OPEN' },
  ...{ next: null, draft: null, planQuestion: 'plan' },
};
const drafted = (done: string, version: string) => ({
  ...{ values: { done }, goals: [], version, savedAt: '2026-11-20T10:00:00.000Z' },
});
const blockerSince = '2026-11-18';

/** The draft that is stored on the fake server. */
let stored: (ReturnType<typeof drafted> & { openBlocker?: { since: string; is: string } }) | null;
const savedDrafts: { values: object; version: string | null }[] = [];
const sent: { values: object }[] = [];

beforeEach(() => {
  stored = null;
  savedDrafts.length = 0;
  sent.length = 0;
  server.use(
    answering('get', '/api/meeting/getreport/:teamId/meeting', () => aDay({ reports: [aReport({ owes: true })] })),
    answering('get', '/api/meeting/card/:meetingId', ({ url }) => ({
      ...run,
      draft: stored,
      card: askCard(
        stored?.values.done ?? (url.searchParams.get('fill') === 'last' ? 'Last time' : ''),
        url.searchParams.get('fill') === 'last' ? 'Last plan' : '',
      ),
    })),
    answering('post', '/api/meeting/draft', ({ body }) => {
      const draft = body as (typeof savedDrafts)[number] & { values: { done: string } };
      if (draft.version !== (stored?.version ?? null))
        return refusal(409, 'DRAFT_CHANGED', 'Another device has saved a draft.', { data: { draft: stored } });
      savedDrafts.push(draft);
      stored = drafted(draft.values.done, `v${savedDrafts.length}`);
      return { version: stored.version, savedAt: stored.savedAt };
    }),
    answering('post', '/api/meeting/answer', ({ body }) => {
      sent.push(body as (typeof sent)[number]);
      stored = null;
      return { answer: {}, card: answeredCard, next: null };
    }),
  );
});

type View = ReturnType<typeof renderApp>;
const field = () => screen.findByLabelText(/What did you do/);
const open = async (view = renderApp('/')): Promise<View> => {
  await view.user.click(await screen.findByRole('button', { name: /Answer now/ }));
  await field();
  return view;
};
const press = ({ user }: View, name: string): Promise<void> => user.click(screen.getByRole('button', { name }));
const close = async (view: View): Promise<void> => {
  await press(view, 'Close');
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
};

describe('Same as last time on the web', () => {
  it('fills empty inputs, keeps typed text, and sends nothing', async () => {
    const view = await open();
    await view.user.type(await field(), 'Typed');
    await press(view, 'Same as last time');
    await waitFor(() => {
      expect(screen.getByLabelText('What is next?')).toHaveValue('Last plan');
    });
    expect(await field()).toHaveValue('Typed');
    expect(sent).toEqual([]);
    await press(view, 'Send');
    await screen.findByText('Answered 11:25');
    expect(sent).toMatchObject([{ values: { done: 'Typed', plan: 'Last plan' } }]);
  });

  it('fills the form by keyboard, and leaves it the same at a second press', async () => {
    const view = await open();
    const button = () => screen.getByRole('button', { name: 'Same as last time' });
    button().focus();
    await view.user.keyboard('{Enter}');
    await waitFor(async () => {
      expect(await field()).toHaveValue('Last time');
    });
    button().focus();
    await view.user.keyboard('{Enter}');
    await waitFor(async () => {
      expect(await field()).toHaveValue('Last time');
    });
    expect(sent).toEqual([]);
  });

  it('keeps the form and shows why, when the card cannot be loaded', async () => {
    const view = await open();
    await view.user.type(await field(), 'Typed');
    server.use(
      answering('get', '/api/meeting/card/:meetingId', () => refusal(409, 'RUN_CLOSED', 'This run is closed.')),
    );
    await press(view, 'Same as last time');
    expect(await screen.findByRole('alert')).toHaveTextContent('This run is closed.');
  });
});

describe('the draft', () => {
  it('is saved after a pause, and deleted when the answer is sent', async () => {
    const view = await open();
    await view.user.type(await field(), 'Half');
    expect(
      await screen.findByText('Draft saved. You can continue on another device.', {}, { timeout: 4000 }),
    ).toBeVisible();
    expect(savedDrafts).toMatchObject([{ values: { done: 'Half', plan: '' }, version: null }]);
    await view.user.type(await field(), ' done');
    await press(view, 'Send');
    await screen.findByText('Answered 11:25');
    expect(savedDrafts.at(-1)).toMatchObject({ values: { done: 'Half done' }, version: 'v1' });
    expect(sent).toMatchObject([{ values: { done: 'Half done' } }]);
  });

  it('is sent once with the answer at a double click on Send', async () => {
    const view = await open();
    await view.user.type(await field(), 'Done');
    await view.user.dblClick(screen.getByRole('button', { name: 'Send' }));
    await screen.findByText('Answered 11:25');
    expect(await screen.findAllByText(/^Your answer is saved:/)).toHaveLength(1);
    expect(sent).toHaveLength(1);
    expect(savedDrafts).toHaveLength(1);
    expect(screen.queryByText('This answer has already been sent.')).not.toBeInTheDocument();
  });

  it('is found sent at a second press on Send after a lost reply, without mention of another device', async () => {
    const view = await open();
    await view.user.type(await field(), 'Done');
    server.use(
      answering('post', '/api/meeting/answer', ({ body }) => {
        sent.push(body as (typeof sent)[number]);
        stored = null;
        return Response.error();
      }),
    );
    await press(view, 'Send');
    await screen.findByRole('alert');
    await press(view, 'Send');
    expect(await screen.findByText('This answer has already been sent.')).toBeVisible();
    expect(screen.queryByText(/^Your answer is not saved yet/)).not.toBeInTheDocument();
    expect(sent).toHaveLength(1);
  });

  it('leaves the reader in the text field when the connection returns', async () => {
    const reads: string[] = [];
    const note = ({ request }: { readonly request: Request }): void => void reads.push(new URL(request.url).pathname);
    const online = jest.spyOn(navigator, 'onLine', 'get');
    server.use(answering('get', '/healthz', () => ({ live: true })));
    const view = await open();
    await view.user.type(await field(), 'Half');
    await screen.findByText(/Draft saved/, {}, { timeout: 4000 });
    server.events.on('request:start', note);
    online.mockReturnValue(false);
    fireEvent(window, new Event('offline'));
    await screen.findByText(/You are offline/);
    online.mockReturnValue(true);
    fireEvent(window, new Event('online'));
    await screen.findByText('You are connected again.');
    await waitFor(() => {
      expect(reads).toContainEqual(expect.stringMatching('/getreport/'));
    });
    await view.user.keyboard(' done');
    expect(await field()).toHaveValue('Half done');
    expect(reads).not.toContainEqual(expect.stringMatching('/card/'));
    server.events.removeListener('request:start', note);
    online.mockRestore();
  });

  it('saves the draft when the form closes during the pause', async () => {
    const view = await open();
    await view.user.type(await field(), 'Half');
    await close(view);
    await waitFor(() => {
      expect(savedDrafts).toMatchObject([{ values: { done: 'Half' } }]);
    });
  });

  it('the draft of another device fills the form, and is continued from its version', async () => {
    stored = drafted('From the phone', 'p1');
    const view = await open();
    expect(await field()).toHaveValue('From the phone');
    await view.user.type(await field(), '!');
    await close(view);
    await waitFor(() => {
      expect(savedDrafts).toMatchObject([{ values: { done: 'From the phone!' }, version: 'p1' }]);
    });
  });

  it('keeps an unsaved draft in the browser and informs the reader', async () => {
    const view = await open();
    server.use(answering('post', '/api/meeting/draft', () => refusal(503, 'UNAVAILABLE', 'Busy.')));
    await view.user.type(await field(), 'Half');
    const note = 'Your draft is kept in this browser only. It will be saved with your next change.';
    expect(await screen.findByText(note, {}, { timeout: 4000 })).toBeVisible();
    await close(view);
    await open(view);
    expect(await field()).toHaveValue('Half');
  });
});

describe('a draft that another device has saved meanwhile', () => {
  const long = `${'A very long name of a thing '.repeat(20)}end`;
  const conflict = async (): Promise<View> => {
    const view = await open();
    await view.user.type(await field(), 'Mine');
    stored = drafted(long, 'p1');
    await press(view, 'Send');
    expect(await screen.findByText(/Another device saved a different draft at/)).toBeVisible();
    expect(screen.getByText(long)).toBeVisible();
    expect(sent).toEqual([]);
    return view;
  };

  it('shows the other draft before anything is sent, and lets the reader keep their own text', async () => {
    const view = await conflict();
    expect(await field()).toHaveValue('Mine');
    await press(view, 'Keep this draft');
    await waitFor(() => {
      expect(savedDrafts).toMatchObject([{ values: { done: 'Mine' }, version: 'p1' }]);
    });
    await press(view, 'Send');
    await screen.findByText('Answered 11:25');
    expect(sent).toMatchObject([{ values: { done: 'Mine' } }]);
  });

  it('a draft that another device has saved meanwhile can be taken instead', async () => {
    const view = await conflict();
    await press(view, 'Take the other draft');
    await waitFor(async () => {
      expect(await field()).toHaveValue(long);
    });
    expect(screen.queryByText(/Another device saved/)).not.toBeInTheDocument();
    expect(savedDrafts).toEqual([]);
  });

  it('is shown when the form opens with unsaved text', async () => {
    const view = await open();
    server.use(answering('post', '/api/meeting/draft', () => refusal(503, 'UNAVAILABLE', 'Busy.')));
    await view.user.type(await field(), 'Mine');
    await close(view);
    stored = drafted('Theirs', 'p1');
    await open(view);
    expect(await screen.findByText(/Another device saved a different draft at/)).toBeVisible();
    expect(await field()).toHaveValue('Mine');
  });

  it('a draft that another device has sent meanwhile leaves the reader’s own text until the reader chooses', async () => {
    const view = await open();
    await view.user.type(await field(), 'Mine');
    await screen.findByText(/Draft saved/, {}, { timeout: 4000 });
    await close(view);
    stored = null;
    await open(view);
    expect(await screen.findByText('This answer has already been sent.')).toBeVisible();
    expect(await field()).toHaveValue('Mine');
    await press(view, 'Show the sent answer');
    await waitFor(async () => {
      expect(await field()).toHaveValue('');
    });
    expect(screen.queryByText('This answer has already been sent.')).not.toBeInTheDocument();
  });
});

describe('a draft of another device that holds a choice about the open blocker', () => {
  const withChoice = (is: string, done = 'Theirs') => ({
    ...drafted(done, 'p1'),
    openBlocker: { since: blockerSince, is },
  });
  const askAboutBlocker = (): void => {
    const choices = ['STILL', 'RESOLVED', 'CHANGED'].map((value) => ({ title: `Is ${value}`, value }));
    server.use(
      answering('get', '/api/meeting/card/:meetingId', () => {
        const card = askCard(stored?.values.done ?? '');
        const input = {
          ...{ type: 'Input.ChoiceSet', id: `b:${blockerSince}`, label: 'Open blocker', style: 'expanded', choices },
          value: stored?.openBlocker?.is ?? '',
        };
        return { ...run, draft: stored, card: { ...card, body: [input, ...card.body] } };
      }),
    );
  };
  const conflictWith = async (draft: NonNullable<typeof stored>): Promise<{ view: View; note: HTMLElement }> => {
    askAboutBlocker();
    const view = await open();
    await view.user.type(await field(), 'Mine');
    await view.user.click(screen.getByRole('radio', { name: 'Is CHANGED' }));
    stored = draft;
    await press(view, 'Send');
    const note = await screen.findByRole('alert', { name: /Another device saved a different draft at/ });
    expect(sent).toEqual([]);
    return { view, note };
  };

  it.each([
    ['STILL', 'Open blocker: still blocked'],
    ['RESOLVED', 'Open blocker: resolved'],
    ['CHANGED', 'Open blocker: changed'],
  ])('shows the choice %s before the text', async (is, line) => {
    const { note } = await conflictWith(withChoice(is));
    const lines = within(note).getAllByText(/Open blocker|Theirs/);
    expect(lines.map(({ textContent }) => textContent)).toEqual([line, 'Theirs']);
  });

  it('shows the choice alone if the draft has no text, and no line without a choice', async () => {
    const { view, note } = await conflictWith(withChoice('RESOLVED', ' '));
    expect(within(note).getByText('Open blocker: resolved')).toBeVisible();
    expect(within(note).queryByText('Mine')).not.toBeInTheDocument();
    view.unmount();
    stored = null;
    const without = await conflictWith(drafted('Theirs', 'p1'));
    expect(within(without.note).queryByText(/Open blocker/)).not.toBeInTheDocument();
  });

  it('is taken by keyboard, with its choice in the form', async () => {
    const { view, note } = await conflictWith(withChoice('RESOLVED'));
    within(note).getByRole('button', { name: 'Take the other draft' }).focus();
    await view.user.keyboard('{Enter}');
    await waitFor(() => {
      expect(screen.getByRole('radio', { name: 'Is RESOLVED' })).toBeChecked();
    });
    expect(await field()).toHaveValue('Theirs');
    expect(savedDrafts).toEqual([]);
  });

  it('is replaced by the reader’s own choice if the reader keeps it', async () => {
    const { view } = await conflictWith(withChoice('STILL'));
    await press(view, 'Keep this draft');
    await waitFor(() => {
      expect(savedDrafts).toMatchObject([
        { values: { done: 'Mine' }, openBlocker: { since: blockerSince, is: 'CHANGED' }, version: 'p1' },
      ]);
    });
  });
});

describe('the durations of a plan', () => {
  it('are shown while the reader types, with their sum', async () => {
    const view = await open();
    await view.user.type(screen.getByLabelText('What is next?'), '- Fix sign-in 1h30{Enter}Write docs');
    expect(await screen.findByText('1 of 2 lines with a duration, 1 h 30 min in total.')).toBeVisible();
    const list = screen.getByRole('region', { name: 'Times in your plan' });
    expect(list).toHaveTextContent('Fix sign-in – 1 h 30 min');
    expect(list).not.toHaveTextContent('Write docs –');
    await view.user.type(screen.getByLabelText('What is next?'), ' 15m');
    expect(await screen.findByText('2 of 2 lines with a duration, 1 h 45 min in total.')).toBeVisible();
  });

  it('shows durations only for a plan that contains some', async () => {
    const view = await open();
    expect(screen.queryByText(/with a duration/)).not.toBeInTheDocument();
    server.use(
      answering('get', '/api/meeting/card/:meetingId', () => ({
        ...run,
        card: askCard('', `${'Long '.repeat(80)}2h`),
      })),
    );
    await press(view, 'Same as last time');
    expect(await screen.findByText('1 of 1 line with a duration, 2 h in total.')).toBeVisible();
  });
});
