import { noMetrics } from '../../../bot/src/domain/observability/metricsPort.ts';
import type { Metrics } from '../../../bot/src/domain/observability/metricsPort.ts';
import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Registration } from '#contracts/registration/registrationAndPasswordResetCalls.ts';
import { registration as registrationSchema } from '#contracts/registration/registrationAndPasswordResetCalls.ts';
import { MailError } from '../../../bot/src/gateways/mailPort.ts';
import type { Email, Mail, MailFault, MailGateway } from '../../../bot/src/gateways/mailPort.ts';
import { createUlids } from '../../../bot/src/gateways/ulidGenerator.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { createAccountWork } from '../../../bot/src/jobs/outbox/sendDueEmailsAndPurge.ts';
import { codeKeys } from '../../../bot/src/services/identity/emailLinkCodes.ts';
import { confirmRegisterEmail, register } from '../../../bot/src/services/registration/registerAndConfirmEmail.ts';
import type { Caller } from '../../../bot/src/services/registration/registerAndConfirmEmail.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { createPresenter } from '../../../bot/src/teams/cards/teamsCardPresenter.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { fakeClock } from '../data/fakeClock.ts';
import type { FakeClock } from '../data/fakeClock.ts';
import { createFakeMessenger } from '../fakes/fakeMessenger.ts';
import { fakeWebhooks } from '../fakes/fakeWebhooks.ts';
import { testDeps } from '../data/testDepsAndLogs.ts';

/** A fake mail gateway that stores every email, or rejects it with `fault` if the test has set one. */
export interface FakeMail extends MailGateway {
  readonly sent: Mail[];
  fault: MailFault | null;
}

export const fakeMail = (): FakeMail => {
  const mail: FakeMail = {
    sent: [],
    fault: null,
    send: (item) => {
      if (mail.fault !== null) return Promise.reject(new MailError(mail.fault));
      mail.sent.push(item);
      return Promise.resolve();
    },
  };
  return mail;
};

/** Every call comes from the same browser, because only that browser may confirm a registration. */
export const caller: Caller = { address: '192.0.2.1', locale: 'en', browser: 'b'.repeat(43) };
export const goodPassword = 'otter-violin-42-lamp';

export const aRegistration = (change: Partial<Registration> = {}): Registration =>
  registrationSchema.parse({
    firstName: 'Ann',
    lastName: 'Lee',
    email: 'ann@example.test',
    password: goodPassword,
    organizationName: 'Fabrikam',
    ...change,
  });

/** Returns the input of a registration with an invitation instead of an organisation's name. */
export const anInvited = (memberId: MemberId, code: string, change: Partial<Registration> = {}): Registration =>
  aRegistration({ organizationName: undefined, memberId, code, ...change });

/** Returns a caller with a network address of its own, so that no limit per address applies. */
export const callerFrom = (number: number): Caller => ({ ...caller, address: `198.51.${number >> 8}.${number & 255}` });

const secrets = ['a secret for tests, 32 bytes and more'];

/**
 * Returns the dependencies of one server instance for registration. Several instances can share the store and the
 * clock.
 */
export const registrationDeps = (store: TableStore, clock: FakeClock, hidesAccounts = false) => ({
  ...testDeps(store, clock),
  // Each instance creates random ids instead of counting from a common start, because two instances must never create
  // the same id.
  newId: createUlids(clock),
  codeKeys: codeKeys(secrets),
  messenger: createFakeMessenger(clock),
  presenter: createPresenter({ translateFor: translateFor, publicUrl: 'https://rollcall.test' }),
  hidesAccounts,
});
type WorldDeps = ReturnType<typeof registrationDeps>;

export interface RegistrationWorld {
  readonly store: SqliteStore;
  readonly clock: FakeClock;
  readonly deps: WorldDeps;
  readonly mail: FakeMail;
  /** Does all due account work on every shard, such as sending emails. */
  readonly beat: () => Promise<void>;
  readonly codeIn: (kind: Email['kind'], to?: string) => string;
}

export const beatOf = (deps: WorldDeps, mail: MailGateway, metrics: Metrics = noMetrics) => {
  const accountWork = createAccountWork({
    ...deps,
    mail,
    webhooks: fakeWebhooks(),
    metrics,
    random: () => 0.5,
    settings: jobSettings,
  });
  return async (): Promise<void> => {
    await Promise.all(jobSettings.shards.map((shard) => accountWork(shard, () => true)));
  };
};

export const registrationWorld = (
  options: { readonly hidesAccounts?: boolean; readonly clock?: FakeClock } = {},
): RegistrationWorld => {
  const store = openSqliteStore({ file: ':memory:' });
  const { clock = fakeClock(), hidesAccounts = false } = options;
  const deps = registrationDeps(store, clock, hidesAccounts);
  const mail = fakeMail();
  return {
    store,
    clock,
    deps,
    mail,
    beat: beatOf(deps, mail),
    codeIn: (kind, to = 'ann@example.test') => {
      const email = mail.sent.findLast((item) => item.email.kind === kind && item.to === to)?.email;
      if (email === undefined || !('code' in email)) throw new Error(`No ${kind} email was sent to ${to}.`);
      return email.code;
    },
  };
};

/** Registers a person, sends the email and opens its link. Returns the code. */
export const registered = async (world: RegistrationWorld, change: Partial<Registration> = {}): Promise<string> => {
  const input = aRegistration(change);
  await register(world.deps, input, caller);
  await world.beat();
  const code = world.codeIn('CONFIRM', input.email);
  await confirmRegisterEmail(world.deps, { code }, caller);
  return code;
};
