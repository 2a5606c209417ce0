import type { FrameLocator, Page } from 'playwright-core';

// Simulates a Teams host around a page. It answers the messages of the Teams library as the real host does.

/** The host's reply to `authentication.getAuthToken`: a token, or the reason why there is none. */
export type Vouch = (isSilent: boolean) => Promise<readonly [true, string] | readonly [false, string]>;

const origin = 'https://teams.microsoft.com';

const runtime = {
  apiVersion: 4,
  hostVersionsInfo: {},
  isLegacyTeams: false,
  supports: { pages: { config: {}, tabs: {}, appButton: {}, backStack: {} }, dialog: {}, teamsCore: {} },
};

const html = (address: string): string => `<!doctype html><title>Teams</title>
<iframe id="tab" style="position:fixed;inset:0;width:100%;height:100%;border:0" src="${address}"></iframe>
<script>
  const answers = {
    initialize: async () => ['content', 'web', ${JSON.stringify(JSON.stringify(runtime))}, '2.58.0'],
    getContext: async () => [{ theme: 'default', locale: 'en-gb', entityId: 'home', sessionId: 's' }],
    'authentication.getAuthToken': async (args) => window.vouch(args[2] === true),
  };
  window.heard = [];
  addEventListener('message', async ({ data, source, origin }) => {
    if (source !== document.getElementById('tab').contentWindow) return;
    window.heard.push(data.func);
    const answer = answers[data.func];
    if (answer === undefined) return;
    source.postMessage({ id: data.id, uuidAsString: data.uuidAsString, args: await answer(data.args ?? []) }, origin);
  });
</script>`;

export const openInTeams = async (page: Page, address: string, vouch: Vouch): Promise<FrameLocator> => {
  const context = page.context();
  await context.grantPermissions(['local-network-access'], { origin });
  // The library fetches its list of valid hosts from this address. It accepts Teams without the list, so the test
  // aborts the request.
  await context.route('https://res.cdn.office.net/**', (route) => route.abort());
  await context.route(`${origin}/**`, (route) => route.fulfill({ contentType: 'text/html', body: html(address) }));
  await page.exposeFunction('vouch', vouch);
  await page.goto(`${origin}/`);
  return page.frameLocator('#tab');
};
