import { screen } from '@testing-library/react';
import type { MeetingReport } from '#contracts/reports/dailyReport.ts';
import { aDay, aReport } from './testDataBuildersAndClock.ts';
import { renderApp } from './renderApp.tsx';
import { answering, refusal, server } from './mockServer.ts';

// Fake replies and steps for the tests of the dialog in which a person answers a run.

const submitAction = (title: string) => ({
  type: 'Action.Execute',
  verb: 'submit',
  title,
  data: { sig: 's' },
  fallback: { type: 'Action.Submit', title, data: { sig: 's' } },
});
export const askCard = (done = '', action: object = submitAction('Send')) => ({
  type: 'AdaptiveCard',
  version: '1.5',
  body: [
    { type: 'TextBlock', text: 'Due 12:00 *today* <b>now</b>', wrap: true },
    { type: 'Input.Toggle', id: 'g:0123456789abcdef', title: 'Ship it', value: 'false' },
    {
      type: 'Input.Text',
      id: 'q:done',
      label: 'What did you do?',
      isMultiline: true,
      isRequired: true,
      errorMessage: 'Please say what you did.',
      value: done,
    },
    {
      type: 'Input.ChoiceSet',
      id: 'q:blocked',
      label: 'Blocked?',
      style: 'expanded',
      value: 'No',
      choices: [
        { title: 'No', value: 'No' },
        { title: 'Yes', value: 'Yes' },
      ],
    },
  ],
  actions: [action],
});
export const answeredCard = {
  type: 'AdaptiveCard',
  version: '1.5',
  body: [{ type: 'TextBlock', text: 'Answered 11:25', wrap: true }],
  actions: [{ type: 'Action.Execute', verb: 'edit', title: 'Edit', data: { sig: 's' } }],
};

export const cardRun = {
  ...{ state: 'OPEN', date: '2026-11-20', closesAt: '2026-11-20T11:00:00.000Z', occurrenceState: 'OPEN' },
  next: null,
  draft: null,
  planQuestion: null,
};
const sentAnswers: unknown[] = [];

/** Sets the report that the fake server returns for today. By default, the reader owes an answer to it. */
export const serveStandup = (parts: Partial<MeetingReport> = { owes: true }): void => {
  let report = aReport(parts);
  server.use(
    answering('get', '/api/meeting/getreport/:teamId/meeting', () => aDay({ reports: [report] })),
    answering('get', '/api/meeting/card/:meetingId', ({ url }) => ({
      ...cardRun,
      card: report.owes ? askCard() : url.searchParams.get('edit') === 'true' ? askCard('Tests') : answeredCard,
    })),
    answering('post', '/api/meeting/answer', ({ body }) => {
      sentAnswers.push(body);
      report = aReport({ canEdit: true });
      return { answer: {}, card: answeredCard, next: null };
    }),
  );
};
export const refuseAnswers = (code: number, errorCode: string, message: string): void => {
  server.use(answering('post', '/api/meeting/answer', () => refusal(code, errorCode, message)));
};
export type View = ReturnType<typeof renderApp>;
export const findDialog = () => screen.findByRole('dialog', { name: 'Daily stand-up, Fri 20 Nov' });
export const openDialog = async (path = '/'): Promise<View> => {
  const view = renderApp(path);
  await view.user.click(await screen.findByRole('button', { name: 'Answer now: Daily stand-up, Fri 20 Nov' }));
  await screen.findByLabelText(/What did you do/);
  return view;
};
export const pressButton = ({ user }: View, name: string): Promise<void> =>
  user.click(screen.getByRole('button', { name }));

/** The answers that the fake server got. The list is emptied before each test. */
export const recordSentAnswers = (): unknown[] => {
  beforeEach(() => {
    sentAnswers.length = 0;
  });
  return sentAnswers;
};
