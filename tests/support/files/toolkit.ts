import { readFileSync } from 'node:fs';

// What the Toolkit does with its files: `${{NAME}}` becomes what the environment says.

const placeholder = /\$\{\{\s*(\w+)\s*\}\}/g;

export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name)),
];

export const host = 'rollcall.example.org';

/** One installation as provisioning would leave it in env/. */
export const provisioned: Readonly<Record<string, string>> = {
  TEAMSFX_ENV: 'dev',
  APP_NAME_SUFFIX: '-dev',
  TEAMS_APP_ID: '7d7f0b9e-3a0f-4a53-9d50-5f1f3a6f0001',
  BOT_ID: '7d7f0b9e-3a0f-4a53-9d50-5f1f3a6f0002',
  AAD_APP_CLIENT_ID: '7d7f0b9e-3a0f-4a53-9d50-5f1f3a6f0003',
  AAD_APP_OBJECT_ID: '7d7f0b9e-3a0f-4a53-9d50-5f1f3a6f0004',
  AAD_APP_ACCESS_AS_USER_PERMISSION_ID: '7d7f0b9e-3a0f-4a53-9d50-5f1f3a6f0005',
  TAB_DOMAIN: host,
  TAB_ENDPOINT: `https://${host}`,
};

/** A name that is not known stays as it is. */
export const filledIn = (text: string): string =>
  text.replace(placeholder, (whole, name: string) => provisioned[name] ?? whole);

export const textOf = (file: string): string => readFileSync(file, 'utf8');
/** Filled in and read. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the shape is the caller's to name, as with JSON.parse
export const jsonOf = <T>(file: string): T => JSON.parse(filledIn(textOf(file))) as T;
