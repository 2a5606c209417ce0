import type { ErrorCode } from '#contracts/errors.ts';
import { ApiError } from './client.ts';

type Say = (key: `error.${Exclude<ErrorCode, 'INVALID_INPUT'>}`) => string;

/** What to tell people about a failure: the server's own sentence, else the catalogue's for the code, else the general one. */
export const errorText = (error: unknown, say: Say): string => {
  if (!(error instanceof ApiError)) return say('error.INTERNAL');
  if (error.sentence !== null && error.sentence !== '') return error.sentence;
  return error.code === 'INVALID_INPUT' ? say('error.INTERNAL') : say(`error.${error.code}`);
};
