import draft04 from 'ajv-draft-04';
import formats from 'ajv-formats';
import { languages } from '#contracts/text/languagesAndLocaleChoice.ts';
import { productName } from '#contracts/core/limitsAndProductConstants.ts';
import { lazyScreens } from '../../tab/src/app/routes/lazyScreens.ts';
import { manifestFile, packageFolder, teamsManifest } from '../support/files/teamsManifest.ts';
import {
  filledIn,
  host,
  jsonOf,
  placeholdersIn,
  provisioned,
  textOf,
} from '../support/files/readAndFillToolkitFiles.ts';

const schemas = 'node_modules/@microsoft/app-manifest/build/json-schemas/teams';

/** Returns the violations of the schema; empty = valid. */
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

  it('has no placeholder left after provisioning', () => {
    expect(placeholdersIn(textOf(manifestFile)).sort()).toEqual(
      ['AAD_APP_CLIENT_ID', 'BOT_ID', 'TAB_DOMAIN', 'TEAMS_APP_ID'].sort(),
    );
    expect(placeholdersIn(filledIn(textOf(manifestFile)))).toEqual([]);
  });

  it('has a name of at most 30 and a short description of at most 80 characters', () => {
    expect(manifest.name.short).toBe(productName);
    expect(Array.from(manifest.name.short).length).toBeLessThanOrEqual(30);
    expect(manifest.name.short).not.toMatch(/teams|microsoft/i);
    expect(Array.from(manifest.description.short).length).toBeLessThanOrEqual(80);
  });

  it('lists at most ten commands per scope, with titles of at most 32 and descriptions of at most 128 characters', () => {
    for (const { commands } of manifest.bots[0]?.commandLists ?? []) expect(commands.length).toBeLessThanOrEqual(10);
    for (const { title, description } of everyCommand) {
      expect(title.length).toBeLessThanOrEqual(32);
      expect(description.length).toBeLessThanOrEqual(128);
    }
    expect(everyCommand.length).toBeGreaterThan(5);
  });
});

const lateScreenPaths: readonly string[] = Object.values(lazyScreens).flatMap((list) => list.map(({ path }) => path));
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

  it('have a page and its web address in personal scope, besides chat and about', () => {
    expect(manifest.staticTabs.map(({ entityId }) => entityId)).toEqual(['reports', 'conversations', 'about']);
    const [reports, ...ofTeams] = manifest.staticTabs;
    expect(lateScreenPaths).toContain(pathOf(reports?.contentUrl));
    expect(pathOf(reports?.websiteUrl)).toBe('/');
    for (const { contentUrl, websiteUrl } of ofTeams) expect([contentUrl, websiteUrl]).toEqual([undefined, undefined]);
    for (const { scopes } of manifest.staticTabs) expect(scopes).toEqual(['personal']);
  });
});

it('names separate pages for privacy, terms and help, all on its own host', () => {
  const { websiteUrl, privacyUrl, termsOfUseUrl } = manifest.developer;
  const cards: readonly string[] = lazyScreens.card.map(({ path }) => path);
  expect(cards).toEqual(expect.arrayContaining([pathOf(privacyUrl), pathOf(termsOfUseUrl)]));
  expect([pathOf(privacyUrl), pathOf(termsOfUseUrl), pathOf(websiteUrl)]).toEqual(['/privacy', '/terms', '/support']);
});

describe('the declaration', () => {
  it('is only the host of the installation', () => {
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

  it('is no permission for the resources of a team', () => {
    expect(manifest.authorization).toBeUndefined();
    expect(manifest.permissions).toEqual(['identity', 'messageTeamMembers']);
  });
});

describe('languages', () => {
  const { defaultLanguageTag, additionalLanguages } = manifest.localizationInfo;

  it('are the languages of the product', () => {
    expect([defaultLanguageTag, ...additionalLanguages.map(({ languageTag }) => languageTag)].sort()).toEqual(
      [...languages].sort(),
    );
  });

  it.each(additionalLanguages)(
    'the language file of $languageTag is valid and translates every English text',
    ({ file }) => {
      const texts = jsonOf<Record<string, string>>(`${packageFolder}/${file}`);
      expect(faultsBy('v1.30/MicrosoftTeams.Localization.schema.json', texts)).toEqual([]);
      expect(faultsBy('v1.19/MicrosoftTeams.Localization.schema.json', texts)).toEqual([]);
      const descriptionKeys = manifest.bots[0]?.commandLists.flatMap(({ commands }, list) =>
        commands.map((_command, index) => `bots[0].commandLists[${list}].commands[${index}].description`),
      );
      // The bot recognises commands by their titles, so the language files translate only their descriptions.
      expect(Object.keys(texts).sort()).toEqual(
        [
          '$schema',
          ...['name.short', 'name.full', 'description.short', 'description.full'],
          ...manifest.staticTabs.flatMap(({ name }, index) =>
            name === undefined ? [] : [`staticTabs[${index}].name`],
          ),
          ...(descriptionKeys ?? []),
        ].sort(),
      );
      expect(new Set(Object.values(texts)).has(manifest.description.full)).toBe(false);
    },
  );
});
