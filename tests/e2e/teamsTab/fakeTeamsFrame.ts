import type { Browser, FrameLocator, Page } from 'playwright-core';
import type { TestServer } from '../startServerBrowserAndChat.ts';

// A fake Teams host in a browser that embeds a page of the product and implements the message protocol of the Teams
// library. It never uses the network.

const hostUrl = 'https://teams.microsoft.com/v2/';

export interface TeamsOptions {
  readonly theme?: string;
  /** True if the host answers no message of the page. */
  readonly isSilent?: boolean;
  /** Sub-page id from the link that opened the tab. */
  readonly subPageId?: string;
  /** True if the host shows the dialog that adds a tab. */
  readonly isAddingTab?: boolean;
  /**
   * True if the embedded page can use storage, as in the desktop client. Browsers deny storage to an embedded page of
   * another site.
   */
  readonly mayStore?: boolean;
}

type HostMessages = readonly string[];

export interface TeamsFrame {
  readonly page: Page;
  readonly frame: FrameLocator;
  messages(): Promise<HostMessages>;
  hears(func: string): Promise<void>;
  changeTheme(theme: string): Promise<void>;
  /** Presses Save in the dialog that adds a tab, and returns the settings that the page stores. */
  save(): Promise<unknown>;
  /** Answers all messages that the host with `isSilent` has received so far. */
  wakeUp(): Promise<void>;
  /** Returns the names and values that the page has stored; works only with `mayStore`. */
  stored(): Promise<readonly unknown[]>;
  /** Returns true if the page has shown its loading message at any time. */
  hasWaited(): Promise<boolean>;
  /** Returns path and query of the embedded page, without the origin. */
  path(): string;
  close(): Promise<void>;
}

const runtime = JSON.stringify({
  apiVersion: 4,
  hostVersionsInfo: {},
  isLegacyTeams: false,
  supports: { pages: { config: {}, tabs: {}, appButton: {}, backStack: {} }, dialog: {}, teamsCore: {} },
});

const hostScript = ({ theme = 'default', isSilent = false, isAddingTab = false, subPageId }: TeamsOptions): string => `
  window.messages = [];
  window.kept = undefined;
  let isSilent = ${String(isSilent)};
  let unanswered = [];
  const answers = {
    initialize: ['${isAddingTab ? 'settings' : 'content'}', 'web', ${JSON.stringify(runtime)}, '2.0.0'],
    getContext: [{ theme: ${JSON.stringify(theme)}, locale: 'en-gb', entityId: 'home', subEntityId: ${JSON.stringify(subPageId ?? null)},
      frameContext: '${isAddingTab ? 'settings' : 'content'}', hostClientType: 'web' }],
    registerHandler: [],
    // The host rejects the request for a token at once. Without a reply, the page would wait ten seconds.
    'authentication.getAuthToken': [false, 'Not supported'],
    'appInitialization.appLoaded': [],
    'appInitialization.success': [],
    'appInitialization.failure': [],
    'settings.setSettings': [true],
    'settings.setValidityState': [],
  };
  const tell = (message) => document.querySelector('iframe').contentWindow.postMessage(message, '*');
  window.addEventListener('message', ({ data }) => {
    if (typeof data !== 'object' || data === null || typeof data.func !== 'string') return;
    window.messages.push(data.func);
    if (data.func === 'settings.setSettings') window.kept = data.args[0];
    const args = answers[data.func];
    const reply = { id: data.id, uuidAsString: data.uuidAsString, args };
    if (args !== undefined && isSilent) unanswered.push(reply);
    else if (args !== undefined) tell(reply);
  });
  window.wakeUp = () => {
    isSilent = false;
    unanswered.forEach(tell);
    unanswered = [];
  };
  window.save = () => tell({ func: 'settings.save', args: [{}] });
  window.changeTheme = (theme) => tell({ func: 'themeChange', args: [theme] });
`;

const hostPage = (address: string, options: TeamsOptions): string =>
  `<!doctype html><html lang="en"><title>Chat tool</title><body style="margin:0">
  <script>${hostScript(options)}</script>
  <iframe title="Rollcall" src="${address}" style="display:block;border:0;width:100vw;height:100vh"></iframe></body></html>`;

/** A script for the embedded page. It replaces the storage, which browsers deny to embedded pages of other sites. */
const workingStorage = `
  if (window !== window.top)
    for (const name of ['localStorage', 'sessionStorage']) {
      const values = new Map();
      const storage = {
        getItem: (key) => values.get(key) ?? null,
        setItem: (key, value) => void values.set(key, String(value)),
        removeItem: (key) => void values.delete(key),
        entries: () => [...values],
      };
      Object.defineProperty(window, name, { value: storage });
    }
`;

/** A script for the embedded page. It records the loading message, which may disappear before the test can read it. */
const notingWaits = `
  if (window !== window.top)
    new MutationObserver(() => {
      const waits = [...document.querySelectorAll('[role=status]')];
      if (waits.some((element) => element.textContent.includes('Loading'))) window.hasWaited = true;
    }).observe(document, { childList: true, characterData: true, subtree: true });
`;

interface HostWindow {
  readonly messages: HostMessages;
  readonly changeTheme: (theme: string) => void;
}

/** Opens a page of the server inside the fake Teams host. */
export const openInTeams = async (
  browser: Browser,
  server: TestServer,
  where: string,
  options: TeamsOptions = {},
): Promise<TeamsFrame> => {
  const context = await browser.newContext({
    viewport: { width: 1024, height: 768 },
    timezoneId: 'UTC',
    locale: 'en-GB',
    // Browsers allow a public page to embed a page on loopback only with this permission.
    permissions: ['local-network-access'],
  });
  await context.route(`${hostUrl}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: hostPage(`${server.address}${where}`, options) }),
  );
  // The Teams library fetches its list of additional hosts from this address, which the test must not reach.
  await context.route('https://res.cdn.office.net/**', (route) =>
    route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: { validOrigins: ['teams.microsoft.com'] } }),
  );
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  if (options.mayStore === true) await page.addInitScript(workingStorage);
  await page.addInitScript(notingWaits);
  await page.clock.install({ time: await server.now() });
  await page.goto(hostUrl);
  const inHost = <T>(action: (host: HostWindow) => T): Promise<T> => page.evaluate<T>(`(${String(action)})(window)`);
  return {
    page,
    frame: page.frameLocator('iframe'),
    messages: () => inHost((host) => host.messages),
    hears: async (func) => {
      await page.waitForFunction(`window.messages.includes(${JSON.stringify(func)})`);
    },
    changeTheme: async (theme) => {
      await page.evaluate(`window.changeTheme(${JSON.stringify(theme)})`);
    },
    save: async () => {
      await page.evaluate('window.save()');
      await page.waitForFunction(`window.messages.some((message) => message.startsWith('settings.save.'))`);
      return page.evaluate('window.kept');
    },
    wakeUp: async () => {
      await page.evaluate('window.wakeUp()');
    },
    stored: async () => {
      const entries = await page
        .frames()[1]
        ?.evaluate<unknown>('[...localStorage.entries(), ...sessionStorage.entries()]');
      if (!Array.isArray(entries)) throw new Error('The page is not framed.');
      return entries as unknown[];
    },
    hasWaited: async () => (await page.frames()[1]?.evaluate<unknown>('window.hasWaited')) === true,
    path: () => {
      const url = new URL(page.frames()[1]?.url() ?? 'about:blank');
      return url.pathname + url.search;
    },
    close: () => context.close(),
  };
};
