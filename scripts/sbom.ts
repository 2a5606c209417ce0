import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sbomOf } from './supply/sbom.ts';

const file = process.argv[2] ?? 'dist/sbom.cdx.json';
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, sbomOf(process.cwd()));
process.stdout.write(`${file}\n`);
