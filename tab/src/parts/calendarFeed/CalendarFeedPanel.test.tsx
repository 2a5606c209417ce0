import { render, screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import userEvent from '@testing-library/user-event';
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { QueryClientProvider } from '@tanstack/react-query';
import { ApiError } from '../../api/client/apiClient.ts';
import { ApiContext } from '../../api/client/apiContextAndSessionHooks.ts';
import { createQueryClient } from '../../api/client/queryClientAndRetryRule.ts';
import { now } from '../../testing/testDataBuildersAndClock.ts';
import '../../testing/browserStubsAndLibrarySetup.ts';
import { ReaderContext } from '../../ui/text/readerContextClockAndDates.ts';
import { CalendarFeedPanel } from './CalendarFeedPanel.tsx';

const url = 'https://rollcall.test/api/feed/01ABC.ics';
const createdAt = '2026-11-20T08:00:00.000Z';
const reader = { clock: { now: () => now }, zone: 'Europe/Berlin', locale: 'en-GB' };

const box = (has: boolean, losesReplies = false) => {
  const actions: string[] = [];
  let existing = has;
  const call = ((_to: unknown, { action }: { readonly action: string }) => {
    if (action !== 'SHOW') {
      actions.push(action);
      existing = action === 'RENEW';
      if (losesReplies) return Promise.reject(new ApiError('INVALID_ENDPOINT', null));
    }
    return Promise.resolve({ createdAt: existing ? createdAt : null, url: action === 'RENEW' ? url : null });
  }) as unknown;
  render(
    <FluentProvider theme={webLightTheme}>
      <ReaderContext value={reader}>
        <ApiContext value={{ call } as NonNullable<React.ContextType<typeof ApiContext>>}>
          <QueryClientProvider client={createQueryClient(0)}>
            <CalendarFeedPanel />
          </QueryClientProvider>
        </ApiContext>
      </ReaderContext>
    </FluentProvider>,
  );
  return { actions, user: userEvent.setup() };
};

it('creates an address and shows it once, to copy or to open', async () => {
  const { actions, user } = box(false);
  await user.click(await screen.findByRole('button', { name: 'Create an address' }));
  expect(await screen.findByRole('textbox', { name: 'Address of your calendar' })).toHaveValue(url);
  expect(screen.getByRole('textbox')).toHaveFocus();
  expect(screen.getByText('Your address is ready. Copy it now: it is not shown again.')).toBeVisible();
  expect(screen.getByRole('link')).toHaveAttribute('href', 'webcal://rollcall.test/api/feed/01ABC.ics');
  const written = jest.spyOn(navigator.clipboard, 'writeText');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Copied.')).toBeVisible();
  expect(written).toHaveBeenCalledWith(url);
  expect(actions).toEqual(['RENEW']);
});

it('asks before it replaces or ends the current feed', async () => {
  const { actions, user } = box(true);
  expect(
    await screen.findByText('You have had an address since Fri 20 Nov. It is shown only once, when it is created.'),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'New address' }));
  const renewing = within(await screen.findByRole('alertdialog', { name: 'Create a new address?' }));
  await user.click(renewing.getByRole('button', { name: 'Cancel' }));
  expect(actions).toEqual([]);
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'New address' })).toHaveFocus();
  });
  await user.click(screen.getByRole('button', { name: 'Remove address' }));
  const ending = within(await screen.findByRole('alertdialog', { name: 'Remove the address?' }));
  await user.click(ending.getByRole('button', { name: 'Yes, remove it' }));
  expect(await screen.findByRole('button', { name: 'Create an address' })).toBeVisible();
  expect(actions).toEqual(['END']);
});

it('shows that there is an address, or none, when the reply to a change was lost', async () => {
  const { user } = box(false, true);
  await user.click(await screen.findByRole('button', { name: 'Create an address' }));
  expect(await screen.findByText(/^You have had an address since Fri 20 Nov/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove address' }));
  const ending = within(await screen.findByRole('alertdialog', { name: 'Remove the address?' }));
  await user.click(ending.getByRole('button', { name: 'Yes, remove it' }));
  expect(await screen.findByRole('button', { name: 'Create an address' })).toBeVisible();
});
