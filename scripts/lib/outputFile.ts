import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';

export const writeNamedFile = (usual: string, text: string): void => {
  const file = process.argv[2] ?? usual;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  process.stdout.write(`${file}\n`);
};

/** Writes a generated file in the format that `npm run check` requires. */
export const writeFormatted = async (file: string, text: string): Promise<void> => {
  writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
};
