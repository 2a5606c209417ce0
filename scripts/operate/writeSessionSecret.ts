import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

// Generates the session secret of an installation and writes it to a file in env/ that git ignores. The Teams Toolkit
// reads this file and stores the secret in the key vault.

const name = 'SECRET_SESSION_SECRET';
const [environment = 'dev'] = process.argv.slice(2);
if (!/^[\w-]+$/.test(environment)) throw new Error('Name an environment of env/, such as dev.');
const file = `env/.env.${environment}.user`;

const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
if (new RegExp(`^${name}=.`, 'm').test(before)) {
  process.stdout.write(`${file} already contains a secret; it is unchanged.\n`);
} else {
  const others = before.replace(new RegExp(`^${name}=\\s*\\n?`, 'm'), '').replace(/(?<=[^\n])$/, '\n');
  writeFileSync(file, `${others}${name}=${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 });
  process.stdout.write(`A new secret is in ${file}. Keep a copy with your passwords.\n`);
}
