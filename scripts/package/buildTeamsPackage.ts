import { createWriteStream, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { ZipFile } from 'yazl';

// Builds the package to upload to Teams, for installations without the Toolkit. Its values come from env/.env.{name} or
// the environment. With the Toolkit, provisioning builds the same file.

interface Referring {
  readonly icons: Readonly<Record<string, string>>;
  readonly localizationInfo: { readonly additionalLanguages: readonly { readonly file: string }[] };
}

const [name = 'dev', target = `appPackage/build/appPackage.${name}.zip`] = process.argv.slice(2);
const file = `env/.env.${name}`;
const known: Readonly<Record<string, string | undefined>> = {
  ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}),
  ...process.env,
};

const missing = new Set<string>();
const filledIn = readFileSync('appPackage/manifest.json', 'utf8').replace(
  /\$\{\{\s*(\w+)\s*\}\}/g,
  (_all, key: string) => {
    const value = known[key] ?? '';
    if (value === '') missing.add(key);
    return value;
  },
);

const write = async (): Promise<void> => {
  const { icons, localizationInfo } = JSON.parse(filledIn) as Referring;
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(filledIn), 'manifest.json');
  for (const icon of [
    ...Object.values(icons),
    ...localizationInfo.additionalLanguages.map((language) => language.file),
  ])
    zip.addFile(path.join('appPackage', icon), icon);
  zip.end();
  mkdirSync(path.dirname(target), { recursive: true });
  await once(zip.outputStream.pipe(createWriteStream(target)), 'close');
  process.stdout.write(`${target} is ready to be uploaded to Teams.\n`);
};

if (missing.size === 0) {
  await write();
} else {
  process.stderr.write(`${file} or the environment must name: ${[...missing].sort().join(', ')}\n`);
  process.exitCode = 1;
}
