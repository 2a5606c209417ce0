import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { GeneratedSummary, SummarySentence } from '#contracts/generatedSummaries/generatedSummaryCalls.ts';
import { aDay, aMeeting, aMember, aReport, ulid } from '../../../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../../../testing/mockServer.ts';

const path = `/reports/${ulid('standup')}?date=2026-11-20`;
const stored = '/api/report/generated/:teamId/:meetingId/:date';
const sent: unknown[] = [];

const sentence = (text: string, ...names: readonly string[]): SummarySentence => ({
  text,
  sources: names.map((name) => ({
    ...{ memberId: ulid(name), name, questionId: 'done' as never, question: 'What did you do?' },
  })),
});
const aSummary = (change: Partial<GeneratedSummary> = {}): GeneratedSummary => ({
  ...{ state: 'READY', sentences: [sentence('Ann fixed the login.', 'Ann')], dropped: 0 },
  ...{ answersUsed: 4, answersTotal: 4 },
  ...change,
});
const reads = (...summaries: readonly [GeneratedSummary, ...GeneratedSummary[]]): void => {
  const left = [...summaries];
  server.use(answering('get', stored, () => (left.length > 1 ? left.shift() : left[0]) as GeneratedSummary));
};

beforeEach(() => {
  sent.length = 0;
  const report = aReport({ meetingId: ulid('standup'), state: 'COMPLETED', isCompleted: true, membersAnswered: 2 });
  server.use(
    answering('get', '/api/meeting/get/:meetingId', () => aMeeting()),
    answering('get', '/api/meeting/getreport/:teamId/meeting/:meetingId', () => aDay({ reports: [report] })),
    answering('post', '/api/report/generated', ({ body }) => {
      sent.push(body);
      return aSummary({ state: 'WRITING', sentences: [] });
    }),
  );
});

const panel = () => screen.findByRole('region', { name: 'Summary' });

it('shows each sentence with links to the answers that it comes from', async () => {
  reads(aSummary({ sentences: [sentence('Ann and Bob fixed the login.', 'Ann', 'Bob'), sentence('Plain.')] }));
  renderApp(path);
  const place = await panel();
  const sources = within(place).getByRole('list', { name: 'Sources of sentence 1' });
  const links = within(sources).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['Ann', 'Bob']);
  expect(links[0]).toHaveAccessibleName('Answer of Ann: What did you do?');
  expect(links[0]).toHaveAttribute('href', `/reports/person/${ulid('Ann')}`);
  expect(within(place).getByText(/It may be incomplete/)).toBeVisible();
  expect(within(place).queryByText(/left out/)).not.toBeInTheDocument();
});

it('leads to the answers on the page, and to the page of a person whose answers are folded', async () => {
  const report = aReport({
    ...{ meetingId: ulid('standup'), state: 'COMPLETED', isCompleted: true },
    members: [aMember('Ann')],
  });
  server.use(answering('get', '/api/meeting/getreport/:teamId/meeting/:meetingId', () => aDay({ reports: [report] })));
  reads(aSummary({ sentences: [sentence('Ann and Bob.', 'Ann', 'Bob')] }));
  const scroll = jest.fn();
  Object.defineProperty(HTMLElement.prototype, 'scrollIntoView', { value: scroll, configurable: true });
  try {
    const { user } = renderApp(path);
    const [ann, bob] = within(await panel()).getAllByRole('link');
    await user.click(ann as HTMLElement);
    const card = screen.getAllByRole('listitem').find((item) => item.id !== '');
    expect(card).toHaveTextContent('Ann');
    expect(card).toHaveFocus();
    expect(scroll).toHaveBeenCalledWith({ block: 'center' });
    await user.click(bob as HTMLElement);
    await waitFor(() => {
      expect(screen.queryByRole('region', { name: 'Summary' })).not.toBeInTheDocument();
    });
  } finally {
    Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView');
  }
});

it('draws the words of the text model as plain text', async () => {
  const words = '**See** [this](https://evil.test) https://evil.test <img src=x onerror=alert(1)>';
  reads(aSummary({ sentences: [sentence(words, 'Ann')] }));
  renderApp(path);
  const place = await panel();
  expect(within(place).getByText(words)).toBeVisible();
  expect(within(place).getAllByRole('link')).toHaveLength(1);
  expect(within(place).queryByRole('img')).not.toBeInTheDocument();
});

it('shows the number of omitted sentences, and of the answers that it covers', async () => {
  reads(aSummary({ dropped: 2, answersUsed: 300, answersTotal: 450 }));
  renderApp(path);
  const place = await panel();
  expect(await within(place).findByText(/2 sentences were left out/)).toBeVisible();
  expect(within(place).getByText(/It covers the first 300 of 450 answers/)).toBeVisible();
});

it.each([
  ['FEW_ANSWERS', /Too few members answered/],
  ['TOO_FEW', /confirm too few sentences/],
  ['CAP', /monthly limit/],
  ['FAILED', /asked again later/],
  ['PAUSED', /paused after several failures/],
  ['KEY', /key of the text model/],
] as const)('shows the summary by rules and the reason %s', async (reason, text) => {
  reads(aSummary({ state: 'RULES', reason, sentences: [sentence('Answered 2/4')] }));
  renderApp(path);
  const place = await panel();
  expect(await within(place).findByText('Answered 2/4')).toBeVisible();
  expect(within(place).getByText(text)).toHaveTextContent('Put together by fixed rules, without a text model.');
});

it('asks for a summary that is needed, while the report is already shown', async () => {
  reads(aSummary({ state: 'NEEDED', sentences: [] }));
  renderApp(path);
  expect(await within(await panel()).findByText(/The report below is complete without it/)).toBeVisible();
  expect(screen.getByText('Completed')).toBeVisible();
  expect(sent[0]).toEqual({ teamId: aMeeting().teamId, meetingId: ulid('standup'), date: '2026-11-20' });
});

it('asks again until the summary is written', async () => {
  reads(aSummary({ state: 'WRITING', sentences: [] }), aSummary({ sentences: [sentence('Done now.')] }));
  jest.useFakeTimers({ advanceTimers: true });
  try {
    renderApp(path);
    expect(await within(await panel()).findByText(/is being written/)).toBeVisible();
    jest.advanceTimersByTime(3000);
    expect(await within(await panel()).findByText('Done now.')).toBeVisible();
  } finally {
    jest.useRealTimers();
  }
});

it('shows that a summary follows while the run still takes answers', async () => {
  reads(aSummary({ state: 'WAITING', sentences: [] }));
  renderApp(path);
  expect(await within(await panel()).findByText('A summary follows when the report is complete.')).toBeVisible();
});

it.each<readonly [string, () => void]>([
  ['is off', () => undefined],
  [
    'is off, because the organisation is read-only',
    () => {
      reads(aSummary({ state: 'NEEDED', sentences: [] }));
      server.use(answering('post', '/api/report/generated', () => refusal(403, 'ORG_READ_ONLY', 'Read only')));
    },
  ],
  [
    'cannot be read',
    () => {
      server.use(answering('get', stored, () => refusal(400, 'INVALID_INPUT', 'Broken')));
    },
  ],
])('shows the report alone if the summary %s', async (_, prepare) => {
  prepare();
  renderApp(path);
  expect(await screen.findByText('Completed')).toBeVisible();
  await waitFor(() => {
    expect(screen.queryByRole('region', { name: 'Summary' })).not.toBeInTheDocument();
  });
});

it('offers another try if a summary that was shown cannot be read again', async () => {
  let isBroken = false;
  let shown = aSummary({ state: 'WRITING', sentences: [] });
  server.use(answering('get', stored, () => (isBroken ? refusal(400, 'INVALID_INPUT', 'Broken') : shown)));
  jest.useFakeTimers({ advanceTimers: true });
  try {
    const { user } = renderApp(path);
    const place = await panel();
    isBroken = true;
    jest.advanceTimersByTime(3000);
    const retry = await within(place).findByRole('button', { name: 'Try again' });
    isBroken = false;
    shown = aSummary({ sentences: [sentence('Back again.')] });
    await user.click(retry);
    expect(await within(place).findByText('Back again.')).toBeVisible();
  } finally {
    jest.useRealTimers();
  }
});

it('keeps long names and words inside the panel', async () => {
  const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3);
  reads(aSummary({ sentences: [sentence(long.repeat(3), long, `${long}2`)] }));
  renderApp(path);
  expect(within(await panel()).getAllByRole('link')).toHaveLength(2);
});
