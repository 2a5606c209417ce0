// Runs the real server in its own process. A test moves the clock of this process through a control port on loopback,
// which is not part of the product.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { orgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { readConfig } from '../../../bot/src/startup/config.ts';
import { createLog } from '../../../bot/src/http/server/structuredLog.ts';
import { compose } from '../../../bot/src/main.ts';
import type { App } from '../../../bot/src/main.ts';
import { createAccount } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { teamsUser } from '../../../bot/src/store/kinds/microsoftAccounts/teamsUser.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { bundledSheetWorker } from '../files/bundledExportFileWorker.ts';

interface Advance {
  readonly minutes: number;
}

interface Account {
  readonly tid: string;
  readonly oid: string;
  readonly email: string;
  readonly password: string;
}

let offset = Number(process.env['CLOCK_OFFSET_MS'] ?? '0');
const clock = { now: () => Math.floor(performance.timeOrigin + performance.now()) + offset };

const bodyOf = async (req: IncomingMessage): Promise<unknown> => {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
};

/** Creates a web account and links it to a member from the roster, as registration by invitation does. */
const giveAccount = async ({ services }: App, { tid, oid, email, password }: Account): Promise<void> => {
  let cached = await outside(services.store).get(teamsUser, { tid, oid });
  // The bot may still be handling the install event, which stores the members of the roster as `teamsUser` rows. No
  // event reports the end of this work, so the loop polls.
  for (; cached === undefined; cached = await outside(services.store).get(teamsUser, { tid, oid })) await wait(100);
  const { memberId } = cached.value;
  const org = orgId.parse(cached.value.orgId);
  const member = await inOrg(services.store, org).get(orgMember, { memberId });
  const [firstName = '', lastName = ''] = (member?.value.name ?? '').split(' ');
  await createAccount(services, {
    email,
    password,
    firstName,
    lastName,
    orgId: org,
    memberId,
    role: 'user',
    isConfirmed: true,
  });
};

const control = async (app: App, req: IncomingMessage): Promise<unknown> => {
  if (req.url === '/advance') {
    offset += ((await bodyOf(req)) as Advance).minutes * 60_000;
    await app.heartbeat.poll();
  }
  if (req.url === '/account') await giveAccount(app, (await bodyOf(req)) as Account);
  return { now: clock.now() };
};

const main = async (): Promise<void> => {
  const config = readConfig(process.env);
  const app = await compose(config, {
    clock,
    sleep: (ms) => wait(ms),
    log: createLog({ level: config.logLevel, clock }),
    webDir: path.resolve('tab/dist'),
    ticks: true,
    hasDemoData: process.env['DEMO_DATA'] === 'true',
    timeZone: 'UTC',
    sheetWorker: bundledSheetWorker,
  });
  await app.listen();
  const port = createServer((req, res) => {
    control(app, req).then(
      (answer) => res.end(JSON.stringify(answer)),
      (error: unknown) => {
        res.statusCode = 500;
        res.end(String(error));
      },
    );
  });
  port.listen(Number(process.env['CONTROL_PORT']), '127.0.0.1');
  await once(port, 'listening');
  process.stdout.write('ready\n');
  await once(process, 'SIGTERM');
  port.close();
  await app.stop();
};

void main();
