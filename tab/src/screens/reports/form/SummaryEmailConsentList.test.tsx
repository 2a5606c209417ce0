import { screen, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import { me } from '../../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../../testing/mockServer.ts';
import { editPath, serveReport, serveEditReportPage } from '../../../testing/serveAndEditReportPage.ts';

// Loads the lazy parts of the page before the first test, so that no test waits for them. No test of this file is about
// loading.
beforeAll(async () => {
  await Promise.all([
    import('./serverSchemaIssues.ts'),
    import('../detail/EditReportTab.tsx'),
    import('../detail/EditConflictDialog.tsx'),
  ]);
});

serveEditReportPage();

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
    serveReport({ reportSummaryEmail: outside });
    const { user } = renderApp(editPath);
    const list = await screen.findByRole('region', { name: 'Saved addresses' });
    expect(await within(list).findByText('has not agreed yet and gets nothing')).toBeVisible();
    expect(within(list).queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();
    await user.click(within(list).getByRole('button', { name: `Ask ${outside} again` }));
    expect(await within(list).findByText(/asked with the next summary/)).toBeVisible();
    expect(requested).toEqual([`ask ${outside}`]);
  });

  it('can be approved by an admin', async () => {
    const requested = answerStates('admin', false);
    serveReport({ reportSummaryEmail: outside });
    const { user } = renderApp(editPath);
    await user.click(await screen.findByRole('button', { name: `Approve ${outside}` }));
    expect(await screen.findByText('approved by an admin')).toBeVisible();
    expect(screen.queryByRole('button', { name: `Ask ${outside} again` })).not.toBeInTheDocument();
    expect(requested).toEqual([`approve ${outside}`]);
  });

  it('can be asked for the first time when no one has asked them yet', async () => {
    const held = [{ email: outside, state: 'HELD', askedAt: null, canAsk: true }];
    server.use(answering('get', '/api/meeting/summaryEmails/:meetingId', () => held));
    serveReport({ reportSummaryEmail: outside });
    renderApp(editPath);
    expect(await screen.findByRole('button', { name: `Ask ${outside} now` })).toHaveTextContent('Ask now');
  });

  it('show why the server refuses to ask again', async () => {
    answerStates('user');
    server.use(
      answering('post', '/api/meeting/askSummaryEmail/:meetingId', () =>
        refusal(429, 'TOO_MANY_REQUESTS', 'Please try again in a day.'),
      ),
    );
    serveReport({ reportSummaryEmail: outside });
    const { user } = renderApp(editPath);
    await user.click(await screen.findByRole('button', { name: `Ask ${outside} again` }));
    expect(await screen.findByText('Please try again in a day.')).toBeVisible();
  });
});
