import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { noticesOf } from './supply/notices.ts';

const file = process.argv[2] ?? 'dist/THIRD-PARTY-NOTICES.txt';
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, noticesOf(process.cwd()));
process.stdout.write(`${file}\n`);
