import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

// What only the owner of an installation can make. The Toolkit reads it from the file that git ignores and puts it into the vault.

const name = 'SECRET_SESSION_SECRET';
const [environment = 'dev'] = process.argv.slice(2);
if (!/^[\w-]+$/.test(environment)) throw new Error('Name an environment of env/, such as dev.');
const file = `env/.env.${environment}.user`;

const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
if (new RegExp(`^${name}=.`, 'm').test(before)) {
  process.stdout.write(`${file} has one already; it stays as it is.\n`);
} else {
  const others = before.replace(new RegExp(`^${name}=\\s*\\n?`, 'm'), '').replace(/(?<=[^\n])$/, '\n');
  writeFileSync(file, `${others}${name}=${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 });
  process.stdout.write(`A new secret stands in ${file}. Keep a copy where you keep passwords.\n`);
}
