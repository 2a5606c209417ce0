import draft04 from 'ajv-draft-04';
import formats from 'ajv-formats';
import { languages } from '#contracts/text/languages.ts';
import { productName } from '#contracts/limits.ts';
import { lateScreens } from '../../tab/src/app/lateScreens.ts';
import { manifestFile, packageFolder, teamsManifest } from '../support/teamsManifest.ts';
import { filledIn, host, jsonOf, placeholdersIn, provisioned, textOf } from '../support/toolkit.ts';

const schemas = 'node_modules/@microsoft/app-manifest/build/json-schemas/teams';

/** What the schema has against it; none = it is valid. */
const faultsBy = (schema: string, value: unknown): unknown[] => {
  const ajv = new draft04.default({ strict: false, allErrors: true, unicodeRegExp: false });
  formats.default(ajv);
  const check = ajv.compile(JSON.parse(textOf(`${schemas}/${schema}`)) as object);
  return check(value) ? [] : (check.errors ?? []);
};

const manifest = teamsManifest();
const everyCommand = manifest.bots.flatMap(({ commandLists }) => commandLists.flatMap(({ commands }) => commands));

describe('the manifest', () => {
  it('is valid by the schema 1.30', () => {
    expect(manifest.manifestVersion).toBe('1.30');
    expect(faultsBy('v1.30/MicrosoftTeams.schema.json', manifest)).toEqual([]);
  });

  it('keeps within the limits of 1.19, which older clients know', () => {
    const older = { ...manifest, manifestVersion: '1.19' };
    expect(faultsBy('v1.19/MicrosoftTeams.schema.json', older)).toEqual([]);
  });

  it('fails the schema when something is wrong with it', () => {
    const wrong = { ...manifest, name: { ...manifest.name, short: 'x'.repeat(31) }, surprise: true };
    expect(faultsBy('v1.30/MicrosoftTeams.schema.json', wrong)).toHaveLength(2);
  });

  it('has nothing left to fill in once everything is provisioned', () => {
    expect(placeholdersIn(textOf(manifestFile)).sort()).toEqual(
      ['AAD_APP_CLIENT_ID', 'BOT_ID', 'TAB_DOMAIN', 'TEAMS_APP_ID'].sort(),
    );
    expect(placeholdersIn(filledIn(textOf(manifestFile)))).toEqual([]);
  });

  it('names the product in 30 characters and says what it is in 80', () => {
    expect(manifest.name.short).toBe(productName);
    expect(Array.from(manifest.name.short).length).toBeLessThanOrEqual(30);
    expect(manifest.name.short).not.toMatch(/teams|microsoft/i);
    expect(Array.from(manifest.description.short).length).toBeLessThanOrEqual(80);
  });

  it('lists at most ten commands a scope, each with 32 characters and 128 that say what it does', () => {
    for (const { commands } of manifest.bots[0]?.commandLists ?? []) expect(commands.length).toBeLessThanOrEqual(10);
    for (const { title, description } of everyCommand) {
      expect(title.length).toBeLessThanOrEqual(32);
      expect(description.length).toBeLessThanOrEqual(128);
    }
    expect(everyCommand.length).toBeGreaterThan(5);
  });
});

const lateScreenPaths: readonly string[] = Object.values(lateScreens).flatMap((list) => list.map(({ path }) => path));
const pathOf = (address: string | undefined): string => {
  const { origin, pathname } = new URL(address ?? '');
  expect(origin).toBe(`https://${host}`);
  return pathname;
};

describe('tabs', () => {
  it('are added to teams and group chats by /TeamsConfig', () => {
    const [tab, ...more] = manifest.configurableTabs;
    expect(more).toEqual([]);
    expect(tab?.scopes).toEqual(['team', 'groupChat']);
    expect(pathOf(tab?.configurationUrl)).toBe('/TeamsConfig');
    expect(lateScreenPaths).toContain('/TeamsConfig');
  });

  it('stand in personal scope with the page they show and its address on the web, beside chat and about', () => {
    expect(manifest.staticTabs.map(({ entityId }) => entityId)).toEqual(['reports', 'conversations', 'about']);
    const [reports, ...ofTeams] = manifest.staticTabs;
    expect(lateScreenPaths).toContain(pathOf(reports?.contentUrl));
    expect(pathOf(reports?.websiteUrl)).toBe('/');
    for (const { contentUrl, websiteUrl } of ofTeams) expect([contentUrl, websiteUrl]).toEqual([undefined, undefined]);
    for (const { scopes } of manifest.staticTabs) expect(scopes).toEqual(['personal']);
  });
});

it('names pages on privacy and terms that are cards of their own, and help, all on its host', () => {
  const { websiteUrl, privacyUrl, termsOfUseUrl } = manifest.developer;
  const cards: readonly string[] = lateScreens.card.map(({ path }) => path);
  expect(cards).toEqual(expect.arrayContaining([pathOf(privacyUrl), pathOf(termsOfUseUrl)]));
  expect([pathOf(privacyUrl), pathOf(termsOfUseUrl), pathOf(websiteUrl)]).toEqual(['/privacy', '/terms', '/support']);
});

describe('what it asks for', () => {
  it('is its own host and no other', () => {
    expect(manifest.validDomains).toEqual([host]);
    for (const address of textOf(manifestFile).matchAll(/"https:\/\/([^/"]+)/g))
      expect(['${{TAB_DOMAIN}}', 'developer.microsoft.com']).toContain(address[1]);
  });

  it('is single sign-on for the address of the Entra app, on the host of the tab', () => {
    const { AAD_APP_CLIENT_ID: clientId } = provisioned;
    const { identifierUris } = jsonOf<{ identifierUris: string[] }>('aad.manifest.json');
    expect(manifest.webApplicationInfo).toEqual({ id: clientId, resource: `api://${host}/${clientId}` });
    expect(identifierUris).toEqual([manifest.webApplicationInfo.resource]);
  });

  it('is no permission over a team’s resources: people say to the bot what it is to know', () => {
    expect(manifest.authorization).toBeUndefined();
    expect(manifest.permissions).toEqual(['identity', 'messageTeamMembers']);
  });
});

describe('languages', () => {
  const { defaultLanguageTag, additionalLanguages } = manifest.localizationInfo;

  it('are those of the product', () => {
    expect([defaultLanguageTag, ...additionalLanguages.map(({ languageTag }) => languageTag)].sort()).toEqual(
      [...languages].sort(),
    );
  });

  it.each(additionalLanguages)('in $languageTag is valid and says everything that is said in English', ({ file }) => {
    const texts = jsonOf<Record<string, string>>(`${packageFolder}/${file}`);
    expect(faultsBy('v1.30/MicrosoftTeams.Localization.schema.json', texts)).toEqual([]);
    expect(faultsBy('v1.19/MicrosoftTeams.Localization.schema.json', texts)).toEqual([]);
    const said = manifest.bots[0]?.commandLists.flatMap(({ commands }, list) =>
      commands.map((_command, at) => `bots[0].commandLists[${list}].commands[${at}].description`),
    );
    // The words themselves are what the bot knows, so they are the same everywhere.
    expect(Object.keys(texts).sort()).toEqual(
      [
        '$schema',
        ...['name.short', 'name.full', 'description.short', 'description.full'],
        ...manifest.staticTabs.flatMap(({ name }, at) => (name === undefined ? [] : [`staticTabs[${at}].name`])),
        ...(said ?? []),
      ].sort(),
    );
    expect(new Set(Object.values(texts)).has(manifest.description.full)).toBe(false);
  });
});
