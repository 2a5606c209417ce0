import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import type { OrganisationInfo } from '#contracts/organisations/organisationCalls.ts';
import { me, ulid } from '../../../testing/testDataBuildersAndClock.ts';
import { renderApp, signedInStorage } from '../../../testing/renderApp.tsx';
import { answering, refusal, server } from '../../../testing/mockServer.ts';
import { auditCsv } from './AuditExport.tsx';
import { translateEnglish } from '../../../ui/text/translate.ts';

const path = '/settings?tab=organization';
const contoso = {
  ...{ id: ulid('org'), name: 'Contoso', isActive: true, isConnected: true, createdOn: '2026-11-01T09:00:00.000Z' },
  ...{ retentionDays: null, requireSecondFactor: false, microsoftOnly: false, linkPatterns: [], maySkip: true },
} as unknown as OrganisationInfo;
let now: OrganisationInfo = contoso;
const sent: unknown[] = [];

const changing = (where: string): void => {
  server.use(
    answering('post', where, ({ body }) => {
      sent.push(body);
      now = { ...now, ...(body as object) };
      return now;
    }),
  );
};

beforeEach(() => {
  now = contoso;
  sent.length = 0;
  server.use(answering('get', '/api/org/get', () => now));
  ['/api/org/update', '/api/org/activate', '/api/org/settings'].forEach(changing);
});

it('is renamed by an admin, and needs a name', async () => {
  const { user } = renderApp(path);
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(screen.getByText('Name is required')).toBeVisible();
  await user.type(name, 'Contoso Ltd');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Organization information has been updated.')).toBeVisible();
  expect(sent).toEqual([{ name: 'Contoso Ltd', previousName: 'Contoso' }]);
});

it('has its new name at once in the menu of a person in several organisations', async () => {
  server.use(
    answering('get', '/api/org/list', () => ({
      items: [now, { ...contoso, id: ulid('Fabrikam'), name: 'Fabrikam' }].map(({ id, name }) => ({
        ...{ id, name, state: 'ACTIVE', role: 'admin' },
      })),
      next: null,
    })),
  );
  const storage = signedInStorage();
  storage.set(storageKeys.refreshToken, 'refresh-0');
  const { user } = renderApp(path, { storage });
  await user.click(await screen.findByRole('button', { name: /^Account of/ }));
  expect(await screen.findByRole('menuitemradio', { name: 'Contoso' })).toBeChecked();
  await user.keyboard('{Escape}');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' Ltd');
  await user.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Organization information has been updated.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Account of/ }));
  expect(await screen.findByRole('menuitemradio', { name: 'Contoso Ltd' })).toBeChecked();
});

describe('changed by another person since it was read', () => {
  const fromNowOn = (theirs: Partial<OrganisationInfo>): void => {
    now = { ...contoso, ...theirs };
    ['/api/org/update', '/api/org/settings'].forEach((where) => {
      server.use(
        answering('post', where, ({ body }) => {
          sent.push(body);
          const { previousName, previousRetentionDays, ...change } = body as Record<string, unknown>;
          return previousName === now.name || previousRetentionDays === now.retentionDays
            ? (now = { ...now, ...change })
            : refusal(409, 'ORG_CHANGED', 'Another person changed this.', { data: { organisation: now } });
        }),
      );
    });
  };
  const rename = async (name: string) => {
    const { user } = renderApp(path);
    const field = await screen.findByRole('textbox', { name: 'Name' });
    fromNowOn({ name: 'Theirs' });
    await user.clear(field);
    await user.type(field, name);
    await user.click(screen.getByRole('button', { name: 'Update' }));
    const element = await screen.findByRole('alert', { name: /changed elsewhere/ });
    expect(element).toHaveTextContent('Theirs');
    expect(field).toHaveValue(name);
    return { user, field };
  };

  it('the name is shown beside what was typed, which is saved over it only knowingly', async () => {
    const { user } = await rename('Mine');
    // Neither Enter nor the button "Update" may overwrite the name that the other admin saved; only "Save mine" may.
    await user.click(screen.getByRole('button', { name: 'Update' }));
    expect(sent).toEqual([{ name: 'Mine', previousName: 'Contoso' }]);
    await user.click(screen.getByRole('button', { name: 'Save mine' }));
    expect(await screen.findByText('Organization information has been updated.')).toBeVisible();
    expect(sent.at(-1)).toEqual({ name: 'Mine', previousName: 'Theirs' });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('the name is taken over when it is to stay', async () => {
    const { user, field } = await rename('Mine');
    await user.click(screen.getByRole('button', { name: 'Keep theirs' }));
    expect(field).toHaveValue('Theirs');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(sent).toHaveLength(1);
  });

  it('shows a changed retention as well, and asks for a new confirmation', async () => {
    const { user } = renderApp(path);
    await user.click(await screen.findByRole('radio', { name: 'For a number of days' }));
    fromNowOn({ retentionDays: 730 });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const yes = async () => user.click(await screen.findByRole('button', { name: 'Yes, Remove' }));
    await yes();
    expect(await screen.findByRole('alert', { name: /changed elsewhere/ })).toHaveTextContent('For 730 days');
    await user.click(screen.getByRole('button', { name: 'Save mine' }));
    await yes();
    expect(await screen.findByText('Organization information has been updated.')).toBeVisible();
    expect(sent).toEqual([
      { retentionDays: 365, previousRetentionDays: null },
      { retentionDays: 365, previousRetentionDays: 730 },
    ]);
  });
});

it('resets a switch that the server refused, with the reason', async () => {
  const { user } = renderApp(path);
  await user.click(await screen.findByRole('switch', { name: 'Two-step sign-in for everyone' }));
  await waitFor(() => {
    expect(sent).toEqual([{ requireSecondFactor: true }]);
  });
  server.use(
    answering('post', '/api/org/settings', () =>
      refusal(400, 'INVALID_INPUT', 'No admin of this organization signs in with Microsoft yet.'),
    ),
  );
  await user.click(screen.getByRole('switch', { name: 'Microsoft only' }));
  expect(await screen.findByText('No admin of this organization signs in with Microsoft yet.')).toBeVisible();
  expect(screen.getByRole('switch', { name: 'Microsoft only' })).not.toBeChecked();
  expect(screen.getByRole('switch', { name: 'Two-step sign-in for everyone' })).toBeChecked();
});

it('asks before a shorter time removes answers, and keeps to the range', async () => {
  const { user } = renderApp(path);
  await user.click(await screen.findByRole('radio', { name: 'For a number of days' }));
  const days = await screen.findByRole('textbox', { name: 'Days' });
  const save = screen.getByRole('button', { name: 'Save' });
  await user.clear(days);
  await user.type(days, '7');
  await user.click(save);
  expect(screen.getByText('Please enter 30 to 3,650 days.')).toBeVisible();
  await user.clear(days);
  await user.type(days, '90');
  await user.click(save);
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove answers older than 90 days?' });
  expect(sent).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Yes, Remove' }));
  await waitFor(() => {
    expect(sent).toEqual([{ retentionDays: 90, previousRetentionDays: null }]);
  });
  await waitFor(() => {
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });
  // Keeping answers longer deletes nothing, so the page asks for no confirmation.
  await user.click(screen.getByRole('radio', { name: 'Forever' }));
  await user.click(save);
  await waitFor(() => {
    expect(sent.at(-1)).toEqual({ retentionDays: null, previousRetentionDays: 90 });
  });
});

/** Fakes a server that carries out the changes at a path but whose replies are lost. */
const losing = (where: string): void => {
  server.use(
    answering('post', where, ({ body }) => {
      sent.push(body);
      now = { ...now, ...(body as object) };
      return Response.error();
    }),
  );
};

it('shows a rule as the server stored it when the reply was lost', async () => {
  losing('/api/org/settings');
  const { user } = renderApp(path);
  await user.click(await screen.findByRole('switch', { name: 'Two-step sign-in for everyone' }));
  expect(await screen.findByText('The service cannot be reached. Please check your connection.')).toBeVisible();
  await waitFor(() => {
    expect(screen.getByRole('switch', { name: 'Two-step sign-in for everyone' })).toBeChecked();
  });
});

it('is deactivated by a second press after a lost reply, not activated again', async () => {
  losing('/api/org/activate');
  const { user } = renderApp(path);
  await user.click(await screen.findByRole('button', { name: 'Deactivate Account' }));
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: 'Yes, Deactivate' }));
  expect(await screen.findByRole('button', { name: 'Activate Account', hidden: true })).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Yes, Deactivate' }));
  await waitFor(() => {
    expect(sent).toEqual([{ isActive: false }, { isActive: false }]);
  });
});

it('is deactivated after a question, and can be activated again', async () => {
  const { user } = renderApp(path);
  await user.click(await screen.findByRole('button', { name: 'Deactivate Account' }));
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: 'Yes, Deactivate' }));
  expect(await screen.findByText('The organization is deactivated.')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Activate Account' })).toBeVisible();
  expect(sent).toEqual([{ isActive: false }]);
});

it('is deleted by who types its name, and shows until when there is a way back', async () => {
  const deleted = jest.fn(() => ({ id: ulid('org'), restorableUntil: '2026-11-27T10:25:00.000Z' }));
  server.use(answering('delete', '/api/org/delete', deleted));
  const { user, address } = renderApp(path);
  await user.click(await screen.findByRole('button', { name: 'Delete Account' }));
  const dialog = await screen.findByRole('alertdialog');
  const yes = within(dialog).getByRole('button', { name: 'Yes, Delete' });
  const name = within(dialog).getByRole('textbox', { name: 'Type Contoso to continue' });
  await user.type(name, 'contoso');
  await user.click(yes);
  expect(name).toHaveAccessibleDescription('That is not the name of the organization.');
  expect(name).toHaveFocus();
  expect(deleted).not.toHaveBeenCalled();
  await user.clear(name);
  await user.type(name, ' Contoso ');
  await user.click(yes);
  await waitFor(() => {
    expect(address()).toBe('/login');
  });
  expect(await screen.findByText(/^Contoso is deleted\. Until Friday,? 27 November 2026 an admin/)).toBeVisible();
});

it('can be read by a person who is no admin', async () => {
  server.use(answering('get', '/api/auth/getuserdetails', () => ({ ...me, role: 'user' })));
  renderApp(path);
  expect(await screen.findByRole('heading', { name: 'Contoso' })).toBeVisible();
  expect(screen.getByText('You belong to this organization. Its admins can change it.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Account$/ })).not.toBeInTheDocument();
});

it('writes its log as a file, oldest first, in which no cell is a formula', () => {
  const entry = (text: string, createdOn: string) => ({
    ...{ text, username: '=Ann', createdOn, teamId: null, teamName: 'Platform', before: null, after: 'new' },
  });
  const items = [entry('Second', '2026-11-20T09:00:00.000Z'), entry('First', '2026-11-19T09:00:00.000Z')];
  const lines = auditCsv({ items, isComplete: true } as Parameters<typeof auditCsv>[0], translateEnglish).split('\r\n');
  expect(lines[0]).toContain('"Time (UTC)","Who","Team","What","Before","After"');
  expect(lines.slice(1, 3)).toEqual([
    `"2026-11-19T09:00:00.000Z","'=Ann","Platform","First","","new"`,
    `"2026-11-20T09:00:00.000Z","'=Ann","Platform","Second","","new"`,
  ]);
});
