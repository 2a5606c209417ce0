import { readFileSync } from 'node:fs';

// Fills placeholders as the Microsoft 365 Agents Toolkit does: `${{NAME}}` becomes the value of the variable.

const placeholder = /\$\{\{\s*(\w+)\s*\}\}/g;

export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name)),
];

export const host = 'rollcall.example.org';

/** The variables that provisioning would write to env/. */
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

/** Fills the placeholders of a text. A placeholder of an unknown name stays unchanged. */
export const filledIn = (text: string): string =>
  text.replace(placeholder, (whole, name: string) => provisioned[name] ?? whole);

export const textOf = (file: string): string => readFileSync(file, 'utf8');
/** Reads a file and fills its placeholders. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the shape is the caller's to name, as with JSON.parse
export const jsonOf = <T>(file: string): T => JSON.parse(filledIn(textOf(file))) as T;
