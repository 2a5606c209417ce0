import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { BlobContainer } from '../gateways/blobContainerPort.ts';
import { backupPartSchema } from '../store/kinds/operations/backupStateAndLastRestore.ts';
import type { Row, Table } from '../store/tableStorePort.ts';
import { buildFormat } from '../store/storeFormatAndFillingMark.ts';
import { BackupRefused } from './backupRefusedError.ts';

// A backup of the Azure tables is a folder in a blob container. It has parts (rows as JSON lines, compressed with gzip)
// and a manifest that lists them. The manifest is written last, so a folder without a manifest is an unfinished backup.

export type Part = z.output<typeof backupPartSchema>;

const manifestVersion = 1;
const manifest = z.object({
  backup: z.literal(manifestVersion),
  madeAt: instant,
  finishedAt: instant,
  format: z.int(),
  readableBy: z.int(),
  parts: z.array(backupPartSchema),
});
export type Manifest = z.output<typeof manifest>;

/**
 * Order of the tables in a backup. Due and Outbox are first: work that is done during the backup is then repeated after
 * a restore instead of lost. Sys is last: its deletion jobs then repeat the deletions of rows that the backup had
 * already copied.
 */
export const backupOrder = [
  'Due',
  'Outbox',
  'Team',
  'Usage',
  'Org',
  'Accounts',
  'Dir',
  'Sys',
] as const satisfies readonly Table[];

const packed = promisify(gzip);
const unpacked = promisify(gunzip);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Packs rows into a part of a backup. Returns the bytes of the part and its entry for the manifest. */
export const partOf = async (
  name: string,
  table: Table,
  rows: readonly Row[],
): Promise<{ readonly part: Part; readonly bytes: Uint8Array }> => {
  const lines = rows.map(({ pk, rk, values }) => JSON.stringify([pk, rk, values]));
  const bytes = await packed(lines.join('\n'), { level: 6 });
  return { part: { name, table, rows: rows.length, sha256: sha256(bytes) }, bytes };
};

const damaged = (name: string, cause?: unknown): BackupRefused =>
  new BackupRefused(`The backup is damaged: ${name} is incomplete or was changed. Use another one.`, { cause });

const rowsIn = async (bytes: Uint8Array, name: string): Promise<Row[]> => {
  try {
    const text = (await unpacked(bytes)).toString();
    if (text === '') return [];
    return text.split('\n').map((line) => {
      const [pk, rk, values] = JSON.parse(line) as [string, string, Row['values']];
      return { pk, rk, values };
    });
  } catch (error) {
    throw damaged(name, error);
  }
};

/**
 * Returns the rows of a part. Throws `BackupRefused` if the stored part is missing or differs from the part that was
 * written.
 */
export const readPart = async (blobs: BlobContainer, id: string, part: Part): Promise<Row[]> => {
  const name = `${id}/${part.name}`;
  const bytes = await blobs.get(name);
  if (bytes === undefined || sha256(bytes) !== part.sha256) throw damaged(name);
  const rows = await rowsIn(bytes, name);
  if (rows.length !== part.rows) throw damaged(name);
  return rows;
};

const manifestName = (id: string): string => `${id}/manifest.json`;

export const writeManifest = async (
  blobs: BlobContainer,
  id: string,
  content: Omit<Manifest, 'backup'>,
): Promise<Manifest> => {
  const written: Manifest = { backup: manifestVersion, ...content };
  await blobs.put(manifestName(id), Buffer.from(JSON.stringify(written)));
  return written;
};

/**
 * Returns the manifest of a backup; undefined if there is no finished backup with this name. Throws `BackupRefused` if
 * the manifest is damaged or only a newer version can read the backup.
 */
export const readManifest = async (blobs: BlobContainer, id: string): Promise<Manifest | undefined> => {
  const bytes = await blobs.get(manifestName(id));
  if (bytes === undefined) return undefined;
  let content: { backup?: unknown; readableBy?: unknown };
  try {
    content = JSON.parse(Buffer.from(bytes).toString()) as typeof content;
  } catch (error) {
    throw damaged(manifestName(id), error);
  }
  if (Number(content.backup) > manifestVersion || Number(content.readableBy) > buildFormat.format)
    throw new BackupRefused('The backup was made by a newer version. Restore it with that version.');
  const parsed = manifest.safeParse(content);
  if (!parsed.success) throw damaged(manifestName(id), parsed.error);
  return parsed.data;
};

export const finishedBackups = async (blobs: BlobContainer): Promise<string[]> =>
  (await blobs.list(''))
    .filter((name) => /^[^/]+\/manifest\.json$/.test(name))
    .map((name) => name.split('/')[0] ?? '')
    .sort();
