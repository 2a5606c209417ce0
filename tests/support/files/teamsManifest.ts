import { jsonOf } from './readAndFillToolkitFiles.ts';

// The parts of the Teams manifest that tests read. manifest.test.ts checks the whole manifest against Microsoft's
// schema.

interface Command {
  readonly title: string;
  readonly description: string;
}

export interface TeamsManifest {
  readonly manifestVersion: string;
  readonly name: { readonly short: string; readonly full: string };
  readonly description: { readonly short: string; readonly full: string };
  readonly developer: Readonly<Record<'name' | 'websiteUrl' | 'privacyUrl' | 'termsOfUseUrl', string>>;
  readonly icons: { readonly color: string; readonly outline: string };
  readonly bots: readonly {
    readonly botId: string;
    readonly scopes: readonly string[];
    readonly commandLists: readonly { readonly scopes: readonly string[]; readonly commands: readonly Command[] }[];
  }[];
  readonly configurableTabs: readonly { readonly configurationUrl: string; readonly scopes: readonly string[] }[];
  readonly staticTabs: readonly {
    readonly entityId: string;
    readonly name?: string;
    readonly contentUrl?: string;
    readonly websiteUrl?: string;
    readonly scopes: readonly string[];
  }[];
  readonly permissions: readonly string[];
  readonly authorization?: unknown;
  readonly validDomains: readonly string[];
  readonly webApplicationInfo: { readonly id: string; readonly resource: string };
  readonly localizationInfo: {
    readonly defaultLanguageTag: string;
    readonly additionalLanguages: readonly { readonly languageTag: string; readonly file: string }[];
  };
}

export const packageFolder = 'appPackage';
export const manifestFile = `${packageFolder}/manifest.json`;
export const teamsManifest = (): TeamsManifest => jsonOf(manifestFile);
