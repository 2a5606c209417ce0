import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { programFile } from '../support/files/freePortsAndBundledPrograms.ts';

interface Options {
  readonly file: string;
  readonly name: string;
  readonly count?: number;
  /** Limit of the size of a file in kilobytes, which has the effect of a full disk. */
  readonly fileKilobytes?: number;
  /** Number of acknowledged rows after which the process is killed; if it is missing, the process ends by itself. */
  readonly killAfter?: number;
}

export const runWriteUntilKilled = async (options: Options): Promise<string[]> => {
  const { file, name, count, fileKilobytes, killAfter } = options;
  const node = [process.execPath, programFile('tests/store/writeUntilKilledProcess.ts'), file, name];
  const words = count === undefined ? node : [...node, String(count)];
  const limited = ['bash', '-c', `ulimit -f ${fileKilobytes ?? 'unlimited'} && exec "$0" "$@"`, ...words];
  const [command = '', ...rest] = fileKilobytes === undefined ? words : limited;
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines: string[] = [];
  let acknowledged = 0;
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (line.startsWith('ack ')) acknowledged += 1;
    if (acknowledged === killAfter) child.kill('SIGKILL');
  }
  await ended;
  return lines;
};

export const acknowledgedKeys = (lines: readonly string[]): string[] =>
  lines.filter((line) => line.startsWith('ack ')).map((line) => line.slice(4));
