import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import '@testing-library/jest-dom';
import { aDay, aReport } from '../../testing/testDataBuildersAndClock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { answering, server } from '../../testing/mockServer.ts';

const away = /does not answer at the moment/;
const offline = /You are offline/;
const back = 'You are connected again.';
const report = () => screen.findByRole('heading', { level: 2, name: 'Daily stand-up' });
const heading = () => screen.findByRole('heading', { level: 1, name: /20 November 2026/ });

const health = (isThere: () => boolean) =>
  answering('get', '/healthz', () => (isThere() ? { live: true } : Response.error()));

const setConnection = (name: 'online' | 'offline'): void => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(name === 'online');
  fireEvent(window, new Event(name));
};

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the server', () => {
  it('is reported offline after two failed calls, and the page reloads its data when it is back', async () => {
    let isThere = true;
    let asked = 0;
    server.use(
      health(() => isThere),
      answering('get', '/api/meeting/getreport/:teamId/meeting', () => {
        asked += 1;
        return isThere ? aDay({ reports: [aReport()] }) : Response.error();
      }),
    );
    const { user, services } = renderApp('/');
    await heading();
    await report();
    expect(screen.queryByText(away)).not.toBeInTheDocument();
    isThere = false;
    await user.click(screen.getByRole('button', { name: 'Previous day' }));
    expect(await screen.findByText(away)).toBeVisible();
    expect(screen.getAllByRole('status').map((element) => element.textContent)).toContainEqual(
      expect.stringMatching(away),
    );
    const before = asked;
    isThere = true;
    act(() => {
      services.connection.heard(true);
    });
    expect(await screen.findByText(back)).toBeVisible();
    await waitFor(() => {
      expect(asked).toBeGreaterThan(before);
    });
    await report();
  });

  it('is not reported offline for one lost call', async () => {
    server.use(
      health(() => true),
      answering('get', '/api/meeting/getreport/:teamId/meeting', () => Response.error()),
    );
    const { services } = renderApp('/');
    await screen.findByRole('alert');
    await waitFor(() => {
      expect(services.connection.state()).toBe('there');
    });
    expect(screen.queryByText(away)).not.toBeInTheDocument();
    expect(screen.queryByText(back)).not.toBeInTheDocument();
  });
});

describe('the network', () => {
  it('is reported offline and online again', async () => {
    server.use(health(() => true));
    renderApp('/');
    await heading();
    setConnection('offline');
    expect(await screen.findByText(offline)).toBeVisible();
    setConnection('online');
    expect(await screen.findByText(back)).toBeVisible();
    expect(screen.queryByText(offline)).not.toBeInTheDocument();
  });
});
