import { existsSync } from 'node:fs';

/** Reads `.env` if there is one. A variable that is already set keeps its value. */
export const loadEnvFile = (): void => {
  if (existsSync('.env')) process.loadEnvFile('.env');
};
