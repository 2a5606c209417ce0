import { crc32, inflateRawSync } from 'node:zlib';

// Reads zip files by their specification (APPNOTE.TXT) without the code that wrote them, so that tests read what other
// programs read.

const endSign = 0x06054b50;
const entrySign = 0x02014b50;
const localSign = 0x04034b50;

const endOf = (zip: Buffer): number => {
  for (let at = zip.length - 22; at >= 0; at -= 1) if (zip.readUInt32LE(at) === endSign) return at;
  throw new Error('No end of a zip: it was cut off.');
};

const contentAt = (zip: Buffer, entry: number): Buffer => {
  const [method, sum, packed, size] = [
    zip.readUInt16LE(entry + 10),
    zip.readUInt32LE(entry + 16),
    zip.readUInt32LE(entry + 20),
    zip.readUInt32LE(entry + 24),
  ];
  const local = zip.readUInt32LE(entry + 42);
  if (zip.readUInt32LE(local) !== localSign) throw new Error('No entry at the offset that the directory names.');
  const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const raw = zip.subarray(from, from + packed);
  const content = method === 8 ? inflateRawSync(raw) : raw;
  if (content.length !== size || crc32(content) !== sum)
    throw new Error('An entry differs from its record in the directory.');
  return content;
};

/** Returns the files of a zip by name. Checks the length and checksum of each. */
export const unzipBytes = (zip: Buffer): Readonly<Record<string, Buffer>> => {
  const end = endOf(zip);
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  const files: Record<string, Buffer> = {};
  for (let number = 0; number < count; number += 1) {
    if (zip.readUInt32LE(at) !== entrySign) throw new Error('The directory is broken.');
    const length = zip.readUInt16LE(at + 28);
    const name = zip.subarray(at + 46, at + 46 + length).toString('utf8');
    files[name] = contentAt(zip, at);
    at += 46 + length + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
};

export const unzip = (zip: Buffer): Readonly<Record<string, string>> => {
  const texts = new TextDecoder('utf-8', { fatal: true });
  return Object.fromEntries(Object.entries(unzipBytes(zip)).map(([name, content]) => [name, texts.decode(content)]));
};
