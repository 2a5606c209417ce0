import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { anInstall, oid, tid } from '../../support/data/inboundActivities.ts';
import { startFakeConnector } from '../../support/fakes/fakeConnector.ts';
import type { FakeConnector } from '../../support/fakes/fakeConnector.ts';
import { openInTeams } from '../../support/fakes/fakeTeamsHost.ts';
import type { Vouch } from '../../support/fakes/fakeTeamsHost.ts';
import { clientId, clientSecret, startLocalEntra } from '../../support/fakes/localEntra.ts';
import type { LocalEntra } from '../../support/fakes/localEntra.ts';
import { freePort } from '../../support/files/freePortsAndBundledPrograms.ts';
import { openPage, startServer } from '../startServerBrowserAndChat.ts';
import type { TestServer } from '../startServerBrowserAndChat.ts';

// A server on which people sign in with Microsoft. Entra, Teams and the chat service are fakes on this machine.

/** The only person in the roster of the team. */
export const alex = { tid, oid };

export interface MicrosoftSignInServer {
  readonly server: TestServer;
  readonly entra: LocalEntra;
  readonly connector: FakeConnector;
  /** The reply of a Teams host that returns a valid token for Alex. */
  readonly vouchForAlex: Vouch;
  /** Adds the bot to the team. */
  installBot(): Promise<void>;
  /** Returns true if the server has stored Alex, whom it reads from the roster after the installation. */
  canAlexSignIn(): Promise<boolean>;
  /** Opens the tab in a fake Teams host. */
  openTab(browser: Browser, vouch: Vouch): Promise<{ readonly page: Page; readonly frame: FrameLocator }>;
  stop(): Promise<void>;
}

export const startServerWithMicrosoftSignIn = async (): Promise<MicrosoftSignInServer> => {
  const entra = await startLocalEntra({ now: () => Math.floor(performance.timeOrigin + performance.now()) });
  const connector = await startFakeConnector();
  connector.setMembers('19:team-general@thread.tacv2', [
    { id: '29:user-0', aadObjectId: oid, name: 'Alex Wilber', email: 'alex@contoso.test', tenantId: tid },
  ]);
  const server = await startServer(await freePort(), false, undefined, {
    ENTRA_CLIENT_ID: clientId,
    ENTRA_CLIENT_SECRET: clientSecret,
    ENTRA_AUTHORITY: entra.authority,
  });
  const post = (path: string, body: object): Promise<Response> =>
    fetch(`${server.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    server,
    entra,
    connector,
    vouchForAlex: async () => [true, await entra.token(alex)],
    installBot: async () => {
      const reply = await post('/api/messages', anInstall(connector.url, 'channel', 'add'));
      expect(reply.status).toBe(200);
    },
    canAlexSignIn: async () => (await post('/api/v1/userlogin/teams', { ssoToken: await entra.token(alex) })).ok,
    openTab: async (browser, vouch) => {
      const page = await openPage(browser, server);
      return { page, frame: await openInTeams(page, `${server.address}/teamslanding`, vouch) };
    },
    stop: async () => {
      await server.stop();
      await connector.close();
      await entra.close();
    },
  };
};

/** Finds the heading of the dashboard, which shows a date. */
export const dashboardHeading = (page: Pick<Page, 'getByRole'>): Locator =>
  page.getByRole('heading', { level: 1, name: /20\d\d/ });
