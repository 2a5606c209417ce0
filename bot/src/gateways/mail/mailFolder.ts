import { mkdir, readFile, readdir, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MailGateway } from '../mailPort.ts';
import { composeMail } from './composeMail.ts';
import type { MailSettings } from './composeMail.ts';

export interface FileSettings extends MailSettings {
  /** Path of the folder. It is created with the first mail. */
  readonly folder: string;
}

export interface WrittenMail {
  readonly name: string;
  readonly subject: string;
  readonly to: string;
  readonly date: string;
  readonly text: string;
  readonly attachments: readonly string[];
}

export interface MailFolder extends MailGateway {
  list(most: number): Promise<WrittenMail[]>;
}

const fileName = /^[\w-]{1,120}\.eml$/;

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';

const unquote = (text: string): string => {
  const bytes: number[] = [];
  const body = text.replace(/=\r?\n/g, '');
  for (let index = 0; index < body.length; index += 1) {
    const hex = body[index] === '=' ? /^[0-9A-F]{2}/.exec(body.slice(index + 1))?.[0] : undefined;
    if (hex === undefined) bytes.push(...Buffer.from(body[index] ?? '', 'utf8'));
    else {
      bytes.push(Number.parseInt(hex, 16));
      index += 2;
    }
  }
  return Buffer.from(bytes).toString('utf8');
};

/** Decodes the encoded words of a header (RFC 2047), which represent characters outside ASCII. */
const headerText = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, way: string, words: string) =>
      way.toUpperCase() === 'B' ? Buffer.from(words, 'base64').toString('utf8') : unquote(words.replaceAll('_', ' ')),
    );

const headOf = (part: string): string => part.split(/\r?\n\r?\n/, 1)[0] ?? '';

/**
 * Returns the parts of a message, including nested parts. In a message with an attachment, HTML and plain text are
 * nested in one part.
 */
const partsOf = (message: string): string[] => {
  const boundary = /boundary="([^"]+)"/.exec(headOf(message))?.[1];
  if (boundary === undefined) return [message.trimStart()];
  return message
    .slice(headOf(message).length)
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => part.trimStart())
    .flatMap(partsOf);
};

/** Parses an email that `send` wrote. Emails of other programs may use forms that it does not support. */
export const readMail = (name: string, raw: string): WrittenMail => {
  const head = headOf(raw);
  const header = (wanted: string): string => {
    const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
    const line = lines.find((item) => item.toLowerCase().startsWith(`${wanted}:`)) ?? '';
    return headerText(line.slice(wanted.length + 1).trim());
  };
  const parts = partsOf(raw);
  const part = parts.find((item) => /^Content-Type: text\/plain/im.test(headOf(item))) ?? '';
  const text = part.slice(headOf(part).length).trim();
  const attachments = parts.flatMap(
    (item) => /^Content-Disposition: attachment;\s+filename="?([^"\r\n]+)/im.exec(headOf(item))?.[1] ?? [],
  );
  return {
    name,
    subject: header('subject'),
    to: header('to').replace(/^<|>$/g, ''),
    date: header('date'),
    text: unquote(text).replace(/\r\n/g, '\n'),
    attachments,
  };
};

/** Writes mails to a folder as .eml files, for demo and development. No mail leaves the machine. */
export const createMailFolder = (settings: FileSettings): MailFolder => {
  const { folder } = settings;
  return {
    send: async (mail) => {
      // The library is loaded with the first mail, so that the server starts without it.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await transport.sendMail(composeMail(settings, mail));
      await mkdir(folder, { recursive: true });
      const name = `${mail.id.replace(/[^\w-]/g, '')}-${mail.email.kind.toLowerCase()}.eml`;
      const file = path.join(folder, name);
      // A mail may contain a code, so only the owner can read the file. The file gets its final name only when it is
      // complete.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    list: async (most) => {
      try {
        const names = (await readdir(folder)).filter((name) => fileName.test(name));
        const written = async (name: string) => ({ name, at: (await stat(path.join(folder, name))).mtimeMs });
        const byAge = (await Promise.all(names.map(written))).sort((a, b) => b.at - a.at || (a.name < b.name ? 1 : -1));
        const newest = byAge.slice(0, most);
        return await Promise.all(
          newest.map(async ({ name }) => readMail(name, await readFile(path.join(folder, name), 'utf8'))),
        );
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },
  };
};
