import { screen, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { OrganisationInfo } from '#contracts/organisations/organisationCalls.ts';
import { me, ulid } from '../../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../../testing/mockServer.ts';

const path = '/settings?tab=organization';
const jira = { prefix: 'ABC-', url: 'https://contoso.atlassian.net/browse/{key}' };
const contoso = {
  ...{ id: ulid('org'), name: 'Contoso', isActive: true, isConnected: true, createdOn: '2026-11-01T09:00:00.000Z' },
  ...{ retentionDays: null, requireSecondFactor: false, microsoftOnly: false, linkPatterns: [jira] },
} as unknown as OrganisationInfo;
let now: OrganisationInfo = contoso;
const sent: unknown[] = [];

beforeEach(() => {
  now = contoso;
  sent.length = 0;
  server.use(
    answering('get', '/api/org/get', () => now),
    answering('post', '/api/org/links', ({ body }) => {
      sent.push(body);
      now = { ...now, linkPatterns: (body as OrganisationInfo).linkPatterns };
      return now;
    }),
  );
});

const row = (number: number) => screen.findByRole('group', { name: `Pattern ${number}` });
const save = ({ user }: ReturnType<typeof renderApp>) =>
  user.click(screen.getByRole('button', { name: 'Save patterns' }));
const paste = async ({ user }: ReturnType<typeof renderApp>, field: HTMLElement, text: string) => {
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
};

it('shows each pattern with a live example', async () => {
  const { user } = renderApp(path);
  const first = await row(1);
  const link = within(first).getByRole('link', { name: 'ABC-123' });
  expect(link).toHaveAttribute('href', 'https://contoso.atlassian.net/browse/ABC-123');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  const prefix = within(first).getByRole('textbox', { name: 'Prefix' });
  await user.clear(prefix);
  expect(within(first).queryByRole('link')).not.toBeInTheDocument();
  await user.type(prefix, 'XY#');
  expect(within(first).getByRole('link', { name: 'XY#123' })).toHaveAttribute(
    'href',
    'https://contoso.atlassian.net/browse/XY%23123',
  );
});

it('adds a pattern from a preset, which must be finished before it is saved', async () => {
  const view = renderApp(path);
  await row(1);
  await view.user.click(screen.getByRole('button', { name: 'GitHub' }));
  const added = await row(2);
  await save(view);
  expect(within(added).getByText('Replace the words that begin with YOUR- with your own.')).toBeVisible();
  expect(sent).toEqual([]);
  const url = within(added).getByRole('textbox', { name: 'Address' });
  expect(url).toHaveFocus();
  await paste(view, url, 'http://github.com/contoso/web/issues/{number}');
  expect(within(added).getByText('The address must begin with https://.')).toBeVisible();
  await paste(view, url, ' https://github.com/contoso/web/issues/{number} ');
  await save(view);
  expect(await screen.findByText('Organization information has been updated.')).toBeVisible();
  const gitHub = { prefix: '#', url: 'https://github.com/contoso/web/issues/{number}' };
  expect(sent).toEqual([{ linkPatterns: [jira, gitHub], previousLinkPatterns: [jira] }]);
});

it('removes a pattern', async () => {
  const view = renderApp(path);
  await row(1);
  await view.user.click(screen.getByRole('button', { name: 'Remove ABC-' }));
  expect(screen.getByText('There are no patterns yet.')).toBeVisible();
  await save(view);
  expect(sent).toEqual([{ linkPatterns: [], previousLinkPatterns: [jira] }]);
});

it('offers no more than the limit', async () => {
  now = { ...contoso, linkPatterns: Array.from({ length: 20 }, (_, index) => ({ ...jira, prefix: `P${index}-` })) };
  const { user } = renderApp(path);
  await row(20);
  expect(screen.getByText('An organization can have at most 20 link patterns.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Jira' }));
  expect(screen.queryByRole('group', { name: 'Pattern 21' })).not.toBeInTheDocument();
});

it('shows that another admin changed the patterns, and lets the reader decide', async () => {
  const theirs = { ...contoso, linkPatterns: [] };
  server.use(
    answering('post', '/api/org/links', ({ body }) => {
      sent.push(body);
      return sent.length > 1 ? now : refusal(409, 'ORG_CHANGED', 'Changed.', { data: { organisation: theirs } });
    }),
  );
  const view = renderApp(path);
  await row(1);
  await view.user.click(screen.getByRole('button', { name: 'Remove ABC-' }));
  await view.user.click(screen.getByRole('button', { name: 'Other' }));
  const added = await row(1);
  await view.user.type(within(added).getByRole('textbox', { name: 'Prefix' }), 'X-');
  await paste(view, within(added).getByRole('textbox', { name: 'Address' }), 'https://x.test/{key}');
  await save(view);
  expect(await screen.findByText('No patterns')).toBeVisible();
  await view.user.click(screen.getByRole('button', { name: 'Save mine' }));
  expect(await screen.findByText('Organization information has been updated.')).toBeVisible();
  expect(sent.at(-1)).toEqual({
    ...{ linkPatterns: [{ prefix: 'X-', url: 'https://x.test/{key}' }], previousLinkPatterns: [] },
  });
});

it('is not for members who are no admins', async () => {
  server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, role: 'user' })));
  renderApp(path);
  expect(await screen.findByText('You belong to this organization. Its admins can change it.')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Links in answers' })).not.toBeInTheDocument();
});

it('asks before the reader leaves with an unsaved pattern', async () => {
  const { user } = renderApp(path);
  await row(1);
  await user.click(screen.getByRole('button', { name: 'GitHub' }));
  await user.click(screen.getByRole('link', { name: 'Reports' }));
  expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
});
