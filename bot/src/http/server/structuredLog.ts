import { pino } from 'pino';
import type { DestinationStream, LevelWithSilent } from 'pino';
import type { Clock } from '../../domain/core/clockPort.ts';
import type { Log } from '../../services/core/deps.ts';

interface LogSettings {
  readonly level: LevelWithSilent;
  readonly clock: Clock;
  /** Stream to which the lines are written; left out = standard output. */
  readonly destination?: DestinationStream;
}

const maxCauses = 3;
const maxFrames = 12;

const allowed = (text: unknown, form: RegExp): string | undefined =>
  typeof text === 'string' && form.test(text) ? text : undefined;

/**
 * Returns the frames of the stack without the message, because messages may quote user-written text over several lines.
 */
const framesOf = (error: Error): string[] => {
  const stack = error.stack ?? '';
  const index = stack.indexOf(error.message);
  if (index < 0) return [];
  const frame =
    /^ {4}at (?:(?:async |new )*([\w.$<>[\] ]{1,80}) \()?(?:file:\/\/|node:|\/)[^\s()]*?([\w.-]{1,80}:\d+:\d+)\)?$/;
  return stack
    .slice(index + error.message.length)
    .split('\n')
    .flatMap((line) => {
      const [, name = '', place] = frame.exec(line) ?? [];
      return place === undefined ? [] : [`${name} ${place}`.trim()];
    })
    .slice(0, maxFrames);
};

interface Fault {
  readonly name: string;
  readonly code: string | undefined;
  readonly fault: string | undefined;
  readonly frames: readonly string[];
  readonly cause: Fault | undefined;
}

/**
 * Returns the parts of an error and of its causes that may be logged: the class, the codes and the positions in the
 * stack.
 */
const faultOf = (error: unknown, depth = 0): Fault => {
  const isError = error instanceof Error;
  const own = (key: string): unknown => (isError ? Reflect.get(error, key) : undefined);
  const cause = isError && error.cause !== undefined && depth < maxCauses ? faultOf(error.cause, depth + 1) : undefined;
  return {
    name: (isError ? allowed(error.name, /^[A-Za-z]{1,60}$/) : undefined) ?? 'unknown',
    code: allowed(own('code'), /^[A-Z0-9_]{1,60}$/),
    fault: allowed(own('fault'), /^[A-Z_]{1,30}$/),
    frames: isError ? framesOf(error) : [],
    cause,
  };
};

/**
 * Creates a log of JSON lines. A line contains the name of an event and its facts. Of an error, it contains only the
 * result of `faultOf`, because an error may quote user-written text.
 */
export const createLog = ({ level, clock, destination: admission }: LogSettings): Log => {
  const options = {
    level,
    base: null,
    messageKey: 'event',
    timestamp: () => `,"time":"${new Date(clock.now()).toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const logger = admission === undefined ? pino(options) : pino(options, admission);
  return {
    info: (event, facts) => {
      logger.info({ ...facts }, event);
    },
    warn: (event, facts) => {
      logger.warn({ ...facts }, event);
    },
    error: (event, error, facts) => {
      logger.error({ ...facts, error: faultOf(error) }, event);
    },
  };
};
