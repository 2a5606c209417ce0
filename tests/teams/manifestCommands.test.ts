import { aMention, aMessage } from '../support/data/inboundActivities.ts';
import { startBotApp } from '../support/apps/botAppWithRecordingServices.ts';
import type { BotApp } from '../support/apps/botAppWithRecordingServices.ts';
import { teamsManifest } from '../support/files/teamsManifest.ts';

// Tests that the commands that Teams suggests are those of the bot, in each scope.

let app: BotApp;
beforeEach(async () => {
  app = await startBotApp();
});
afterEach(() => app.close());

const places = { personal: 'personal', team: 'channel', groupChat: 'groupChat' } as const;
const offered = (teamsManifest().bots[0]?.commandLists ?? []).flatMap(({ scopes, commands }) =>
  scopes.flatMap((scope) => commands.map(({ title }) => ({ scope: scope as keyof typeof places, title }))),
);

/** Commands whose service has another name: unmute calls the service mute with the opposite value. */
const serviceOf: Readonly<Record<string, string>> = { unmute: 'mute' };

it.each(offered)('the reply to “$title” in $scope does what the command names', async ({ scope, title }) => {
  const place = places[scope];
  const message =
    place === 'personal' ? aMessage(app.connector.url, title) : aMention(app.connector.url, ` ${title}`, place);
  expect((await app.post(message)).status).toBe(200);
  expect(app.calls.map(([name]) => name)).toContain(serviceOf[title] ?? title);
  expect(app.connector.requests).toHaveLength(1);
});

it('offers every word that does something, somewhere', () => {
  expect([...new Set(offered.map(({ title }) => title))].sort()).toEqual(
    ['answer', 'connect', 'help', 'mute', 'start', 'tomorrow', 'unmute', 'why'].sort(),
  );
});

it.each(['help', 'hi', 'hello'])('the reply to “%s” names a next step', async (text) => {
  await app.post(aMessage(app.connector.url, text));
  expect(app.calls.map(([name]) => name)).toContain('help');
  expect(app.connector.requests).toHaveLength(1);
});
