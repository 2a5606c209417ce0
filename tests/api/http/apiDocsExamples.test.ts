import { readFileSync } from 'node:fs';
import { errorCodes } from '#contracts/core/errorCodesAndAppError.ts';
import { statusBeforeRouting, statusOf } from '../../../bot/src/http/server/errorStatusAndRefusals.ts';
import { openDay } from '../../support/apps/standupDayAndValidCalls.ts';
import { emailOf, passwordOf, useTestApp } from '../../support/apps/testApp.ts';
import type { Reply } from '../../support/apps/testApp.ts';
import { unzip } from '../../support/files/unzip.ts';

// Runs the examples of docs/api.md as a shell does: it replaces `$NAME` and stores the result of `NAME=$(curl … | jq -r
// .a.b)`.

interface Example {
  readonly line: string;
  /** Documented reply; null for every call except the last one of its block. */
  readonly shown: Readonly<Record<string, unknown>> | null;
}

const blocks = Array.from(readFileSync('docs/api.md', 'utf8').matchAll(/```(sh|json)\n([\s\S]*?)```/g), (match) => ({
  language: match[1] ?? '',
  text: match[2] ?? '',
}));

const examples: readonly Example[] = blocks.flatMap(({ language, text }, index) => {
  if (language !== 'sh') return [];
  const lines = text.trim().split('\n');
  const after = blocks[index + 1];
  const shown = after?.language === 'json' ? (JSON.parse(after.text) as Record<string, unknown>) : null;
  return lines.map((line, nth) => ({ line, shown: nth === lines.length - 1 ? shown : null }));
});

const app = useTestApp();
const known = new Map<string, string>();
beforeAll(async () => {
  await openDay(app());
  known.set('HOST', '').set('EMAIL', emailOf('ann')).set('PASSWORD', passwordOf('ann'));
});

/** Splits a line into words as a shell does: quoted words stay together, and `$NAME` may be part of a word. */
const wordsOf = (line: string): string[] => {
  const filled = (text: string): string =>
    text.replace(/\$([A-Z]+)/g, (_all, name: string) => {
      const value = known.get(name);
      if (value === undefined) throw new Error(`$${name} is not set before it is used`);
      return value;
    });
  return Array.from(line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g), ([word]) =>
    word.replace(
      /'([^']*)'|"([^"]*)"|([^'"]+)/g,
      (_all, plain?: string, double?: string, bare?: string) => plain ?? filled(double ?? bare ?? ''),
    ),
  );
};

const run = (command: string): Promise<Reply> => {
  const [program, ...words] = wordsOf(command);
  if (program !== 'curl') throw new Error(`${command}: only curl is known to this test`);
  const headers: Record<string, string> = {};
  let [method, target, body]: [string | undefined, string, string | undefined] = [undefined, '', undefined];
  while (words.length > 0) {
    const word = words.shift() ?? '';
    if (word === '-s') continue;
    else if (word === '-o') words.shift();
    else if (word === '-X') method = words.shift();
    else if (word === '-d') body = words.shift();
    else if (word === '-H') {
      const [name = '', value = ''] = (words.shift() ?? '').split(': ');
      headers[name] = value;
    } else if (word.startsWith('/')) target = word;
    else throw new Error(`${word}: not known to this test`);
  }
  const request = { method: method ?? (body === undefined ? 'GET' : 'POST'), target, headers };
  return app().send(body === undefined ? request : { ...request, body });
};

const readAt = (value: unknown, way: string): unknown =>
  Array.from(way.matchAll(/\.(\w+)|\[(\d+)\]/g), ([, name, place]) => name ?? place ?? '').reduce<unknown>(
    (match, key) => (match as Record<string, unknown>)[key],
    value,
  );

const runLine = async (line: string): Promise<Reply> => {
  const [, name, command, way] = /^([A-Z]+)=\$\((curl .*) \| jq -r (\S+)\)$/.exec(line) ?? [];
  const reply = await run(command ?? line);
  if (name === undefined || way === undefined) return reply;
  const value = readAt(reply.envelope, way);
  if (typeof value !== 'string') throw new Error(`${line}: ${reply.text}`);
  known.set(name, value);
  return reply;
};

const documentedPartOf = ({ status, envelope, headers, body }: Reply): object => {
  const type = headers['content-type']?.split(';')[0];
  if (type !== 'application/json') return { status, type, hasFiles: Object.keys(unzip(body)).length > 0 };
  return envelope.status === 'Error' ? { ...envelope, code: status } : { status, type };
};

const expected = ({ line, shown }: Example): object => {
  if (shown !== null) return { ...shown, correlationId: expect.stringMatching(/^[0-9A-Z]{26}$/) as unknown };
  const isFile = line.includes(' -o ');
  return isFile ? { status: 200, type: 'application/zip', hasFiles: true } : { status: 200, type: 'application/json' };
};

it.each(examples.map((item) => [item.line, item] as const))('%s', async (_line, example) => {
  expect(documentedPartOf(await runLine(example.line))).toEqual(expected(example));
});

it('lists every error status that the server can send, and no other', () => {
  const text = readFileSync('docs/api.md', 'utf8');
  const listed = Array.from(text.matchAll(/^\| (\d{3}) /gm), ([, status]) => Number(status));
  const sent = [...Object.values(statusOf), ...Object.values(statusBeforeRouting)];
  expect([...new Set(listed)]).toEqual([...new Set(sent)].sort((a, b) => a - b));
});

it('names only existing codes and addresses', async () => {
  const document = await app().send({ target: '/openapi.json' });
  const text = readFileSync('docs/api.md', 'utf8');
  const codes = Array.from(text.matchAll(/`([A-Z]+(?:_[A-Z]+)+|CONFLICT|REAUTH|INTERNAL)`/g), ([, code]) => code ?? '');
  expect(codes.filter((code) => !errorCodes.some((known) => known === code))).toEqual([]);
  const paths = Array.from(text.matchAll(/`(\/[\w./{}-]+)`/g), ([, path]) => path ?? '');
  expect(paths.filter((path) => !document.text.includes(`"${path}":`))).toEqual([]);
});
