import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import userEvent from '@testing-library/user-event';
import type { DigestList, DigestView } from '#contracts/digests/digestCalls.ts';
import { me, ulid } from '../../testing/testDataBuildersAndClock.ts';
import { answering, refusal, server } from '../../testing/mockServer.ts';
import { renderApp } from '../../testing/renderApp.tsx';

const aView = (name: string, change: Partial<DigestView> = {}): DigestView =>
  ({
    ...{ id: ulid(name), teamId: ulid('Platform Team'), name, reportIds: [], sections: ['PEOPLE'], people: 'COUNTS' },
    ...{ leavesOutEmpty: true, rev: 3, state: 'ACTIVE', stopReason: null, ownerName: 'Ann Lee', canChange: true },
    schedule: {
      ...{ cadence: 'WEEKLY', weekday: 'friday', sprintWeeks: 2, sprintAnchor: null, time: 1020 },
      ...{ timezone: 'Europe/Berlin', isWorkingDaysOnly: true, isHolidayAware: true },
    },
    recipients: { memberIds: [], emails: [], inChannel: true, channelId: null, webhookUrl: null },
    ...{ nextAt: '2026-11-20T16:00:00.000Z', last: null, sentToMe: null, addresses: [] },
    ...change,
  }) as DigestView;

const sent: { readonly path: string; readonly body: unknown }[] = [];
const shows = (items: readonly DigestView[], canUseWebhook = false): void => {
  const list: DigestList = { items: [...items], canUseWebhook };
  server.use(
    answering('get', '/api/digest/list/:teamId', () => list as never),
    answering('get', '/api/digest/organisation', () => ({ items: [], canUseWebhook: true })),
    answering('get', '/api/member/list/:teamId', () => []),
    answering('get', '/api/team/channels/:teamId', () => []),
    answering('get', '/api/timezone/list', () => ({ timezones: [], default: null })),
  );
};
const record = (method: 'post' | 'delete', path: string, reply: object): void => {
  server.use(
    answering(method, path, ({ body }) => {
      sent.push({ path, body });
      return reply as never;
    }),
  );
};
const row = (name: string) => screen.findByRole('article', { name });

beforeEach(() => {
  sent.length = 0;
});

it('shows when a digest is sent, on whose behalf, and what was not delivered', async () => {
  const last = {
    ...{ at: '2026-11-13T16:00:00.000Z', from: '2026-11-06T16:00:00.000Z', to: '2026-11-13T16:00:00.000Z' },
    ...{ sent: 2, waiting: 1 },
    undelivered: [{ way: 'EMAIL', name: 'lead@elsewhere.test', reason: 'REJECTED' }],
  };
  shows([aView('Weekly', { last } as never)]);
  renderApp('/digests');
  const weekly = within(await row('Weekly'));
  expect(weekly.getByText('Every week on Friday at 17:00 · Europe/Berlin')).toBeVisible();
  expect(weekly.getByText(/^Next: .*20.*Nov.*17:00|Next: .*Nov.*20.*/)).toBeVisible();
  expect(weekly.getByText('Reads on behalf of Ann Lee')).toBeVisible();
  expect(weekly.getByText(/2 messages delivered, 1 waiting/)).toBeVisible();
  await userEvent.click(weekly.getByText('1 message was not delivered'));
  expect(weekly.getByText('Email · lead@elsewhere.test: the receiver refused it')).toBeVisible();
});

it('shows that there is none', async () => {
  shows([]);
  renderApp('/digests');
  expect((await screen.findAllByText('No digests yet'))[0]).toBeVisible();
});

it('reports a failure and loads again', async () => {
  shows([]);
  server.use(answering('get', '/api/digest/list/:teamId', () => refusal(403, 'FORBIDDEN', 'You may not do that.')));
  renderApp('/digests');
  expect(await screen.findByText('You may not do that.')).toBeVisible();
  shows([aView('Weekly')]);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await row('Weekly')).toBeVisible();
});

it('explains why a digest stopped, and offers to take it over', async () => {
  shows([aView('Weekly', { state: 'STOPPED', stopReason: 'OWNER_LEFT', nextAt: null })]);
  record('post', '/api/digest/pause/:digestId', aView('Weekly'));
  renderApp('/digests');
  const weekly = within(await row('Weekly'));
  expect(weekly.getByText('The person who set it up has left the team.')).toBeVisible();
  expect(weekly.queryByRole('button', { name: 'Send me Weekly now' })).toBeNull();
  await userEvent.click(weekly.getByRole('button', { name: 'Resume Weekly' }));
  await waitFor(() => {
    expect(sent).toEqual([{ path: '/api/digest/pause/:digestId', body: { isPaused: false } }]);
  });
});

it('offers no change to a reader who may only read', async () => {
  shows([aView('Weekly', { canChange: false })]);
  renderApp('/digests');
  const buttons = within(await row('Weekly')).getAllByRole('button');
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['Send me Weekly now']);
});

it('sends one now and names its recipient', async () => {
  shows([aView('Weekly')]);
  record('post', '/api/digest/sendnow/:digestId', { way: 'EMAIL' });
  renderApp('/digests');
  await userEvent.click(within(await row('Weekly')).getByRole('button', { name: 'Send me Weekly now' }));
  expect(await screen.findByText('It is on its way to your inbox.')).toBeVisible();
});

const sentToMe = { at: '2026-11-20T09:00:00.000Z', from: '2026-11-13T09:00:00.000Z', to: '2026-11-20T09:00:00.000Z' };
it.each([
  ['is on its way', { sent: 0, waiting: 1, undelivered: [] }, /^Sent to you alone .*10:00: on its way$/],
  ['has arrived', { sent: 1, waiting: 0, undelivered: [] }, /^Sent to you alone .*10:00: delivered$/],
  [
    'did not arrive',
    { sent: 0, waiting: 0, undelivered: [{ way: 'CHAT', name: '', reason: 'BLOCKED' }] },
    /: not delivered · Chat: the person blocked the bot$/,
  ],
] as const)('shows that the digest which the reader asked for %s', async (_what, result, text) => {
  shows([aView('Weekly', { sentToMe: { ...sentToMe, ...result } } as never)]);
  renderApp('/digests');
  expect(within(await row('Weekly')).getByText(text)).toBeVisible();
});

it('deletes a digest only after a confirmation', async () => {
  shows([aView('Weekly')]);
  record('delete', '/api/digest/delete/:digestId', { id: ulid('Weekly') });
  renderApp('/digests');
  await userEvent.click(within(await row('Weekly')).getByRole('button', { name: 'Delete Weekly' }));
  expect(sent).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, delete' }));
  await waitFor(() => {
    expect(sent).toHaveLength(1);
  });
});

it('keeps a digest whose deletion was cancelled, and returns the focus to its button', async () => {
  shows([aView('Weekly')]);
  renderApp('/digests');
  const button = within(await row('Weekly')).getByRole('button', { name: 'Delete Weekly' });
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => {
    expect(button).toHaveFocus();
  });
  expect(await row('Weekly')).toBeVisible();
  expect(sent).toEqual([]);
});

it('creates a digest of a report, and shows the secret of its webhook once', async () => {
  shows([], true);
  record('post', '/api/digest/save', { digest: aView('Sprint'), secret: 'whsec_once' });
  renderApp(`/digests?report=${ulid('standup')}`);
  await userEvent.click(await screen.findByRole('button', { name: 'New digest' }));
  const name = await screen.findByRole('textbox', { name: 'Name' });
  expect(name).toBeRequired();
  await userEvent.type(name, 'Sprint');
  await userEvent.click(screen.getByLabelText('At the end of a sprint'));
  await userEvent.selectOptions(screen.getByLabelText('Weeks of a sprint'), '3');
  await userEvent.click(screen.getByLabelText('Trends'));
  await userEvent.click(screen.getByLabelText('Post it in a channel'));
  await userEvent.type(screen.getByLabelText('Email addresses'), 'a@x.test, b@x.test');
  await userEvent.type(screen.getByLabelText('Webhook address'), 'https://hooks.test/in');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('whsec_once')).toBeVisible();
  expect(sent[0]?.body).toMatchObject({
    ...{ name: 'Sprint', reportIds: [ulid('standup')], sections: ['ATTENTION', 'PEOPLE', 'MISSING'] },
    schedule: { cadence: 'SPRINT', sprintWeeks: 3, sprintAnchor: '2026-11-20', time: 960 },
    recipients: { emails: ['a@x.test', 'b@x.test'], inChannel: true, webhookUrl: 'https://hooks.test/in' },
  });
});

it('copies the secret of a webhook', async () => {
  shows([aView('Weekly')]);
  record('post', '/api/digest/save', { digest: aView('Weekly'), secret: 'whsec_once' });
  renderApp('/digests');
  await userEvent.click(within(await row('Weekly')).getByRole('button', { name: 'Change Weekly' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByText('whsec_once');
  const written = jest.spyOn(navigator.clipboard, 'writeText');
  await userEvent.click(screen.getByRole('button', { name: 'Copy' }));
  expect(sent[0]?.body).toMatchObject({ id: ulid('Weekly'), rev: 3 });
  expect(await screen.findByText('Copied.')).toBeVisible();
  expect(written).toHaveBeenCalledWith('whsec_once');
});

it('keeps the typed values and names the fault if the server refuses them', async () => {
  shows([]);
  server.use(
    answering('post', '/api/digest/save', () => refusal(400, 'INVALID_INPUT', 'Please choose at least one recipient.')),
  );
  renderApp('/digests');
  await userEvent.click(await screen.findByRole('button', { name: 'New digest' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Mine');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Please choose at least one recipient.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Mine');
});

it.each([
  [['name'], 'Name'],
  [['recipients', 'emails', 1], 'Email addresses'],
  [['recipients', 'webhookUrl'], 'Webhook address'],
] as const)('shows the fault of %j at its field, and moves the focus there', async (path, label) => {
  shows([], true);
  server.use(answering('post', '/api/digest/save', () => refusal(400, 'INVALID_INPUT', 'Not like this.', { path })));
  renderApp('/digests');
  await userEvent.click(await screen.findByRole('button', { name: 'New digest' }));
  const field = await screen.findByRole('textbox', { name: label });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(field).toHaveFocus();
  });
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription(expect.stringContaining('Not like this.') as string);
  expect(screen.getAllByText('Not like this.')).toHaveLength(1);
});

it('names the wrong one of several addresses', async () => {
  shows([]);
  const path = ['recipients', 'emails', 1];
  server.use(answering('post', '/api/digest/save', () => refusal(400, 'INVALID_INPUT', 'Not like this.', { path })));
  renderApp('/digests');
  await userEvent.click(await screen.findByRole('button', { name: 'New digest' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Email addresses' }), 'lead@x.test; board@');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('“board@” is not a valid email address.')).toBeVisible();
});

it('scrolls to a fault of values that no text field holds', async () => {
  shows([]);
  const path = ['sections'];
  server.use(answering('post', '/api/digest/save', () => refusal(400, 'INVALID_INPUT', 'Not like this.', { path })));
  const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView');
  renderApp('/digests');
  await userEvent.click(await screen.findByRole('button', { name: 'New digest' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  const fault = await screen.findByText('Not like this.');
  expect(scrolled.mock.contexts).toEqual([fault]);
  scrolled.mockRestore();
});

it('shows only the host of the webhook to an owner who may not enter one, and sends no address', async () => {
  shows([aView('Weekly', { webhookHost: 'hooks.test' })]);
  record('post', '/api/digest/save', { digest: aView('Weekly'), secret: null });
  renderApp('/digests');
  await userEvent.click(within(await row('Weekly')).getByRole('button', { name: 'Change Weekly' }));
  const field = await screen.findByRole('textbox', { name: 'Webhook address' });
  expect(field).toHaveValue('hooks.test');
  expect(field).toHaveAttribute('readonly');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(sent[0]?.body).toMatchObject({ recipients: { webhookUrl: null } });
  });
});

it('previews the card with the values of the form', async () => {
  shows([aView('Weekly')]);
  record('post', '/api/digest/preview', {
    card: { type: 'AdaptiveCard', version: '1.5', body: [{ type: 'TextBlock', text: 'Weekly · Platform' }] },
    next: ['2026-11-20T16:00:00.000Z'],
  });
  renderApp('/digests');
  await userEvent.click(within(await row('Weekly')).getByRole('button', { name: 'Change Weekly' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Show preview' }));
  expect(await screen.findByText('Weekly · Platform')).toBeInTheDocument();
  expect(sent[0]?.body).toMatchObject({
    id: ulid('Weekly'),
    name: 'Weekly',
    schedule: { cadence: 'WEEKLY', time: 1020 },
  });
});

it('offers the admins of all teams for a digest of the organisation', async () => {
  shows([]);
  const admins = ['Ann Lee', 'Zoe Far'].map((name) => ({ id: ulid(name), name }));
  server.use(answering('get', '/api/digest/admins', () => admins as never));
  renderApp('/digests');
  await userEvent.click(await screen.findByRole('button', { name: 'New digest of the organization' }));
  expect(await screen.findByRole('checkbox', { name: 'By team' })).toBeChecked();
  expect(screen.queryByRole('checkbox', { name: 'By person' })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: /^People: / }));
  const people = within(screen.getByRole('group', { name: 'People' }));
  expect(await people.findByRole('checkbox', { name: 'Zoe Far' })).not.toBeChecked();
  expect(people.getAllByRole('checkbox')).toHaveLength(2);
});

it('offers a digest of the organisation to admins alone', async () => {
  shows([]);
  server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, role: 'user' })));
  renderApp('/digests');
  await screen.findByText('No digests yet');
  expect(screen.queryByRole('button', { name: 'New digest of the organization' })).toBeNull();
});
