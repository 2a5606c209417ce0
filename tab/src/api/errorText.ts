import type { ErrorCode } from '#contracts/errors.ts';
import { errorsOfWeb } from '../../build/serverAreas.ts';
import { ApiError } from './client.ts';

type Said = (typeof errorsOfWeb)[number];
type Say = (key: `error.${Said}`) => string;

const isSaid = (code: ErrorCode): code is Said => errorsOfWeb.some((one) => one === code);

/** What to tell people about a failure: the server's own sentence, else the catalogue's for the code, else the general one. */
export const errorText = (error: unknown, say: Say): string => {
  if (!(error instanceof ApiError)) return say('error.INTERNAL');
  if (error.sentence !== null && error.sentence !== '') return error.sentence;
  return say(isSaid(error.code) ? `error.${error.code}` : 'error.INTERNAL');
};
