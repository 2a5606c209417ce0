import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { aSession, me } from '../../testing/testDataBuildersAndClock.ts';
import { fakeTeamsJs } from '../../testing/fakeTeamsJs.ts';
import { answering, refusal, server } from '../../testing/mockServer.ts';
import { renderApp } from '../../testing/renderApp.tsx';

interface FakeServer {
  /** Zones that the page sent. */
  readonly sent: string[];
  known: UserDetails['browserTimezone'] | string;
}

/**
 * Fakes a server that knows the zone `known` and stores each zone that the page reports. With `isHolding`, it does not
 * store reported zones.
 */
const serverThatKnows = (known: FakeServer['known'], isHolding = false): FakeServer => {
  const fake: FakeServer = { sent: [], known };
  const preferences = { timezone: null, language: null, mute: false, muteUntil: null, summaryDelivery: 'CHAT' };
  server.use(
    answering('get', '/api/auth/getuserdetails', () => ({ ...me, browserTimezone: fake.known }) as never),
    answering('post', '/api/member/preferences', ({ body }) => {
      const { browserTimezone } = body as { readonly browserTimezone?: string };
      if (browserTimezone === undefined) return { ...preferences, currentTimezone: null, isInTeam: true };
      fake.sent.push(browserTimezone);
      if (!isHolding) fake.known = browserTimezone;
      return { ...preferences, currentTimezone: browserTimezone, isInTeam: true };
    }),
  );
  return fake;
};

/** Waits until the page has loaded the details of the person and reacted to them. */
const settled = async (): Promise<void> => {
  await screen.findByRole('heading', { level: 1 });
  await act(() => new Promise((done) => setTimeout(done, 0)));
};

const returnToPage = (): void => {
  fireEvent.focus(window);
  fireEvent(document, new Event('visibilitychange'));
};

it('reports the zone of the browser once when it differs from the last report', async () => {
  const fake = serverThatKnows('Europe/Berlin');
  renderApp('/', { zone: 'Asia/Tokyo' });
  await waitFor(() => {
    expect(fake.sent).toEqual(['Asia/Tokyo']);
  });
  returnToPage();
  await settled();
  expect(fake.sent).toEqual(['Asia/Tokyo']);
});

it('reports the first zone of a person', async () => {
  const fake = serverThatKnows(null);
  renderApp('/');
  await waitFor(() => {
    expect(fake.sent).toEqual(['Europe/Berlin']);
  });
});

it('reports the zone inside the chat tool too', async () => {
  const fake = serverThatKnows(null);
  const { services } = renderApp('/teams/home', { teams: fakeTeamsJs().load });
  await screen.findByRole('heading', { name: 'You are not signed in' });
  act(() => {
    services.api.session.signedIn(aSession(), 'alex@rollcall.test');
  });
  await waitFor(() => {
    expect(fake.sent).toEqual(['Europe/Berlin']);
  });
});

it.each([
  ['the server has this zone', 'Europe/Berlin', 'Europe/Berlin'],
  ['the server has this zone in another spelling', 'Europe/Berlin', 'europe/berlin'],
  ['the person set the zone by hand', undefined, 'Asia/Tokyo'],
  ['the browser hides the zone as UTC', 'Europe/Berlin', 'UTC'],
  ['the browser hides the zone as Reykjavik', null, 'Atlantic/Reykjavik'],
])('reports nothing if %s', async (_, known, zone) => {
  const fake = serverThatKnows(known);
  renderApp('/', { zone });
  await settled();
  returnToPage();
  expect(fake.sent).toEqual([]);
});

it('does not repeat a report that the server left unused', async () => {
  const fake = serverThatKnows('Europe/Berlin', true);
  renderApp('/', { zone: 'Asia/Tokyo' });
  await waitFor(() => {
    expect(fake.sent).toEqual(['Asia/Tokyo']);
  });
  await settled();
  returnToPage();
  await settled();
  expect(fake.sent).toEqual(['Asia/Tokyo']);
});

it('reports a zone that changed while the page was open, when the person returns to the page', async () => {
  const fake = serverThatKnows('Europe/Berlin');
  let zone = 'Europe/Berlin';
  renderApp('/', { browserZone: () => zone });
  await settled();
  expect(fake.sent).toEqual([]);
  zone = 'America/New_York';
  returnToPage();
  await waitFor(() => {
    expect(fake.sent).toEqual(['America/New_York']);
  });
});

it('shows no message when the report fails', async () => {
  serverThatKnows(null);
  let calls = 0;
  server.use(
    answering('post', '/api/member/preferences', () => {
      calls += 1;
      return refusal(400, 'INVALID_INPUT', 'This timezone does not exist.', { path: ['browserTimezone'] });
    }),
  );
  renderApp('/');
  await waitFor(() => {
    expect(calls).toBe(1);
  });
  await settled();
  expect(screen.queryByText('This timezone does not exist.')).toBeNull();
});
