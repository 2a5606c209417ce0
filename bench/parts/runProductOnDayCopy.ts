import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { MemberId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { readConfig } from '../../bot/src/startup/config.ts';
import { createLog } from '../../bot/src/http/server/structuredLog.ts';
import { compose } from '../../bot/src/main.ts';
import type { App } from '../../bot/src/main.ts';
import { storeFile } from '../../bot/src/startup/openAndCheckStores.ts';
import { createAccount } from '../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import type { SqliteStore } from '../../bot/src/store/sqlite/openSqlite.ts';
import type { SeededTeam } from '../../tests/support/data/seedManyTeams.ts';
import { tokenFor } from '../../tests/support/worlds/signInSessionAndToken.ts';
import type { TeamMember } from '../../tests/support/data/seedTenantsAndTeamMembers.ts';
import { movedClock } from './movedClockAndBenchmarkInstants.ts';
import type { Day } from './seedDayAndSaveAnswers.ts';
import { secret } from './engineDepsAndFakeMessenger.ts';
import { withFolder } from './temporaryAndCountingStores.ts';

export const emailOf = (memberId: MemberId): string => `${memberId.toLowerCase()}@example.org`;
const password = 'open sesame, please';

export interface RunningApp {
  readonly url: string;
  readonly services: App['services'];
  readonly store: SqliteStore;
  /** Password of every account that `token` creates. */
  readonly password: string;
  /** Creates an account for a member of the team and returns an access token for it. */
  token(team: SeededTeam, person: TeamMember): Promise<string>;
}

const sheetWorker = {
  file: path.resolve('scripts/lib/typescriptWorker.mjs'),
  program: path.resolve('bot/src/workers/exportFileWorker.ts'),
};

const settingsOf = (folder: string) => ({
  DEMO: 'true',
  PORT: '0',
  PUBLIC_URL: 'http://127.0.0.1:3978',
  DATA_DIR: folder,
  SESSION_SECRET: secret,
  LOG_LEVEL: 'silent',
});

interface RunOptions {
  /** Folder of the web build to serve; null = none. */
  readonly webDir?: string | null;
  /** True to run the heartbeat. It is off by default, so that background work does not disturb the measurement. */
  readonly ticks?: boolean;
}

/** Runs the whole product, composed as in `main.ts`, on a copy of a day's store file, with the clock at `at`. */
export const runProductOnDayCopy = <T>(
  { file }: Day,
  at: string,
  work: (app: RunningApp) => Promise<T>,
  { webDir = null, ticks = false }: RunOptions = {},
): Promise<T> =>
  withFolder(async (folder) => {
    copyFileSync(file, storeFile(folder));
    const config = readConfig(settingsOf(folder));
    const clock = movedClock(at);
    const app = await compose(config, {
      ...{ clock, webDir, ticks, hasDemoData: false, timeZone: 'UTC', sheetWorker },
      sleep: (ms) => wait(ms),
      log: createLog({ level: config.logLevel, clock }),
    });
    const store = app.services.store as SqliteStore;
    const { port } = await app.listen();
    const token = async ({ orgId }: SeededTeam, { memberId, name }: TeamMember): Promise<string> => {
      const account = { email: emailOf(memberId), firstName: name, lastName: 'Lee', orgId, memberId, password };
      const userId: UserId = await createAccount(app.services, { ...account, role: 'user', isConfirmed: true });
      return tokenFor(app.services, { userId, orgId });
    };
    try {
      return await work({ url: `http://127.0.0.1:${port}`, services: app.services, store, password, token });
    } finally {
      await app.stop();
    }
  });

export const webBuild = path.resolve('tab/dist');
