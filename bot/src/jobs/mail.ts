import { userId as userIdSchema } from '#contracts/ids.ts';
import { isBeforeRestore } from '../domain/sending.ts';
import { minuteMs, msOf, toInstant } from '../domain/time.ts';
import { MailError } from '../gateways/mail.ts';
import type { MailGateway } from '../gateways/mail.ts';
import type { AccountWork } from '../services/accountMail.ts';
import { purgeCode } from '../services/codes.ts';
import type { CodeDeps } from '../services/codes.ts';
import type { DirectoryDeps } from '../services/directory.ts';
import { contentOf } from '../services/letterContent.ts';
import { recipientLanguage } from '../services/recipientLanguage.ts';
import { endRegistration } from '../services/registrationEnd.ts';
import { outside, readAs, scanRows } from '../store/kind.ts';
import { accountWork, isAccountWork } from '../store/kinds/accountWork.ts';
import { instantKey, outboxPartition } from '../store/kinds/work.ts';
import { isConflict } from '../store/port.ts';
import type { Etag, StoredRow } from '../store/port.ts';
import { isRunMail, mayBegin } from './claims.ts';
import type { JobDeps } from './jobDeps.ts';
import { createGate } from './lanes.ts';
import { handleRunMail } from './runMail.ts';
import { deadlineOf } from './posting.ts';

// Mail of accounts and of runs, each letter at least once, and the removal of codes and registrations that ran out. A row is deleted
// when it is done with: that is the mark after which nothing sends it again.

type MailDeps = Pick<JobDeps, 'store' | 'clock' | 'log' | 'random' | 'settings' | 'publicUrl' | 'restoredAt'> &
  CodeDeps &
  DirectoryDeps & { readonly mail: MailGateway };

interface Held {
  readonly work: AccountWork;
  readonly etag: Etag;
}

const firstRetryMs = 30_000;
const longestRetryMs = 15 * minuteMs;
const parkAfter = 10;

const backoff = (failures: number, random: () => number): number =>
  Math.round(Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures, 10)) * (0.5 + random()));

/** What of a letter may be logged: never the address. */
const factsOf = ({ kind, letter, orgId, id, failures }: AccountWork) => ({
  kind,
  letter,
  orgId,
  id,
  failures: failures ?? 0,
});

const read = (deps: MailDeps, row: StoredRow): AccountWork | undefined => {
  try {
    return readAs(accountWork, row).value;
  } catch (error) {
    deps.log.error('outbox.unreadable', error, { key: row.rk });
    return undefined;
  }
};

const isReady = ({ parkedReason, notBefore, lease }: AccountWork, now: number): boolean =>
  parkedReason === null && msOf(notBefore) <= now && (lease === null || msOf(lease) <= now);

/** Undefined when another instance was faster. */
const claim = async (deps: MailDeps, row: StoredRow, work: AccountWork): Promise<Held | undefined> => {
  const held = { ...work, lease: toInstant(deps.clock.now() + deps.settings.rowLeaseMs) };
  try {
    return { work: held, etag: await outside(deps.store).replace(accountWork, held, held, row.etag) };
  } catch (error) {
    if (isConflict(error)) return undefined;
    throw error;
  }
};

const doneTries = 3;

/** Tried again at once when the store fails: a letter without its mark is sent again when the lease has run out. */
const done = async (deps: MailDeps, { work, etag }: Held): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await outside(deps.store).delete(accountWork, work, etag);
      return;
    } catch (error) {
      // Another instance has it, or it is gone: not ours any more.
      if (isConflict(error)) return;
      if (attempt === doneTries) throw error;
    }
  }
};

const later = async (deps: MailDeps, { work, etag }: Held, reason: string | null): Promise<void> => {
  const failures = (work.failures ?? 0) + 1;
  const notBefore = toInstant(deps.clock.now() + backoff(failures - 1, deps.random));
  const parkedReason = reason !== null && failures >= parkAfter ? reason : null;
  try {
    await outside(deps.store).replace(
      accountWork,
      work,
      { ...work, lease: null, notBefore, failures, parkedReason },
      etag,
    );
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
};

const send = async (deps: MailDeps, held: Held): Promise<'DONE' | 'LATER'> => {
  const { work } = held;
  if (isBeforeRestore(msOf(work.at), deps.restoredAt)) {
    deps.log.warn('mail.beforeRestore', factsOf(work));
    return 'DONE';
  }
  if (msOf(work.notAfter) <= deps.clock.now()) {
    deps.log.warn('mail.tooLate', factsOf(work));
    return 'DONE';
  }
  const locale = await recipientLanguage(deps, work);
  const content = await contentOf(deps, { ...work, locale });
  if (content.is === 'NOTHING') return 'DONE';
  if (content.is === 'NOT_YET' || !mayBegin(deps, work.lease ?? '')) return 'LATER';
  const { id, address: to } = work;
  try {
    await deps.mail.send({ id, to, locale, letter: content.letter }, deadlineOf(deps));
    return 'DONE';
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    if (error.fault.kind === 'REFUSED') {
      deps.log.warn('mail.refused', { ...factsOf(work), status: error.fault.status });
      return 'DONE';
    }
    deps.log.warn('mail.failed', factsOf(work));
    return 'LATER';
  }
};

const purge = async (deps: MailDeps, { removes, subject }: AccountWork): Promise<void> => {
  switch (removes) {
    case 'CODE':
      await purgeCode(deps, subject ?? '');
      return;
    case 'REGISTRATION':
      await endRegistration(deps, userIdSchema.parse(subject));
      return;
    case null:
      return;
  }
};

const handle = async (deps: MailDeps, held: Held): Promise<'DONE' | 'LATER'> => {
  if (held.work.kind === 'mail') return send(deps, held);
  await purge(deps, held.work);
  return 'DONE';
};

const work = async (deps: MailDeps, row: StoredRow): Promise<void> => {
  const value = read(deps, row);
  const held = value === undefined || !isReady(value, deps.clock.now()) ? undefined : await claim(deps, row, value);
  if (held === undefined) return;
  try {
    if ((await handle(deps, held)) === 'DONE') await done(deps, held);
    else await later(deps, held, null);
  } catch (error) {
    deps.log.error('mail.fault', error, factsOf(held.work));
    await later(deps, held, error instanceof Error ? error.name : 'Error');
  }
};

const rowsAtOnce = 8;
/** More than this is left for the next reading. */
const mostRows = 1_000;

/** Keys of mail and account work that may be due, oldest first: between them lie the messages, whose values are not read. */
const dueKeys = async (deps: MailDeps, shard: string): Promise<StoredRow[]> => {
  const range = { from: '', to: `${instantKey(toInstant(deps.clock.now()))}}` };
  const keys: StoredRow[] = [];
  for await (const row of scanRows(deps.store, accountWork.table, outboxPartition(shard), range, { keysOnly: true })) {
    if (isAccountWork(row.rk) || isRunMail(row.rk)) keys.push(row);
    if (keys.length === mostRows) break;
  }
  return keys;
};

/** Does the mail and account work of a shard that is due. A mail server that hangs holds up nothing but this. */
export const createAccountWork = (deps: MailDeps): NonNullable<JobDeps['accountWork']> => {
  const gate = createGate(rowsAtOnce);
  return async (shard, isOwned) => {
    const one = async ({ pk, rk }: StoredRow): Promise<void> => {
      if (isRunMail(rk)) return isOwned() ? handleRunMail(deps, { pk, rk }) : undefined;
      const row = isOwned() ? await deps.store.get(accountWork.table, { pk, rk }) : undefined;
      if (row !== undefined) await work(deps, row);
    };
    const all = await Promise.allSettled((await dueKeys(deps, shard)).map((key) => gate.run(() => one(key))));
    for (const each of all) if (each.status === 'rejected') deps.log.error('mail.fault', each.reason, { shard });
  };
};
