import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import type { Profiler } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { formatProfile, partOf } from '../../scripts/bench/formatProfileByPart.ts';

// Records on which modules the main thread spends its time during the measured work, for `npm run bench -- --profile`.

const isOn = process.env['BENCH_PROFILE'] === '1';
/** Milliseconds of the main thread by part of the program. */
const total = new Map<string, number>();
const modulesByFile = new Map<string, readonly string[]>();

/** Returns for each line of a bundle the source file that it comes from: the bundler writes its path before its code. */
const modulesOf = (file: string): readonly string[] => {
  const known = modulesByFile.get(file);
  if (known !== undefined) return known;
  let module = '';
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => {
      module = /^\/\/ ((?:bot|bench|node_modules|tests)\/\S+)/.exec(line)?.[1] ?? module;
      return module;
    });
  modulesByFile.set(file, lines);
  return lines;
};

/** Part of the profiler itself, which does not count. */
const ownPart = 'profiler';

const partOfFrame = ({ functionName, url, lineNumber }: Profiler.ProfileNode['callFrame']): string => {
  if (url === '') return functionName;
  if (url.startsWith('node:inspector')) return ownPart;
  if (url.startsWith('node:')) return 'Node';
  const file = fileURLToPath(url);
  return partOf(file.includes('/node_modules/') ? file : (modulesOf(file)[lineNumber] ?? file));
};

/** Returns the part of each node of the call tree. A native function belongs to the part that called it. */
const partsOf = (nodes: readonly Profiler.ProfileNode[]): ReadonlyMap<number, string> => {
  const parts = new Map<number, string>();
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  // The list has each caller before the functions that it calls.
  for (const { id, callFrame } of nodes) {
    const isNative = callFrame.url === '' && !callFrame.functionName.startsWith('(');
    parts.set(id, (isNative ? parts.get(callers.get(id) ?? id) : undefined) ?? partOfFrame(callFrame));
  }
  return parts;
};

const add = ({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): void => {
  const parts = partsOf(nodes);
  for (const [index, id] of samples.entries()) {
    const part = parts.get(id) ?? '';
    if (part !== '(idle)' && part !== ownPart)
      total.set(part, (total.get(part) ?? 0) + (timeDeltas[index] ?? 0) / 1000);
  }
};

/** Runs the work. With `--profile`, also records its profile, which the process prints when it ends. */
export const inProfile = async <T>(work: () => Promise<T>): Promise<T> => {
  if (!isOn) return work();
  if (total.size === 0)
    process.once('exit', () => {
      process.stdout.write(`\nTime of the main thread by part of the program:\n${formatProfile(total)}\n`);
    });
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 500 });
  await session.post('Profiler.start');
  const result = await work();
  add((await session.post('Profiler.stop')).profile);
  session.disconnect();
  return result;
};
