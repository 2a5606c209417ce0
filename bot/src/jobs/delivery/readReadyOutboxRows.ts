import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { readAs } from '../../store/recordKindsAndAccess.ts';
import type { Stored } from '../../store/recordKindsAndAccess.ts';
import { isAccountWork } from '../../store/kinds/emails/accountOutboxWork.ts';
import {
  isDigestCall,
  isDueAtInstant,
  isMessage,
  isRunEmail,
  kindFromStored,
  messageIn,
} from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import { instantKey } from '../../store/kinds/core/instantKey.ts';
import { messageRangeOf, outbox, outboxPartition } from '../../store/kinds/outbox/outboxRow.ts';
import type { Key, Page, StoredRow } from '../../store/tableStorePort.ts';
import type { OutboxRow } from '../../services/runs/outboxRowAndRunRef.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { emptyBacklog, addToBacklog } from './backlogMetrics.ts';
import type { BacklogCounts } from './backlogMetrics.ts';
import { runName } from './readAndCacheRunContext.ts';

// Reads the outbox rows of a shard that are ready to be handled. Of a large tenant, only as many messages are read as
// are sent within a minute.

type ReadDeps = Pick<JobDeps, 'store' | 'clock' | 'log'>;

const isReady = (row: OutboxRow, now: number): boolean =>
  row.parkedReason === null && msOf(row.notBefore) <= now && (row.lease === null || msOf(row.lease) <= now);

/** Parses a row; returns undefined if this version of the product cannot read it. */
export const readableRow = (deps: Pick<ReadDeps, 'log'>, row: StoredRow): Stored<OutboxRow> | undefined => {
  try {
    const { value, ...rest } = readAs(outbox, row);
    return { ...rest, value: { ...value, kind: value.kind as OutboxRow['kind'] } };
  } catch (error) {
    deps.log.error('outbox.unreadable', error, { key: row.rk });
    return undefined;
  }
};

export const readyRow = async (deps: ReadDeps, key: Key): Promise<Stored<OutboxRow> | undefined> => {
  const stored = await deps.store.get(outbox.table, key);
  const row = stored === undefined ? undefined : readableRow(deps, stored);
  return row !== undefined && isReady(row.value, deps.clock.now()) ? row : undefined;
};

interface Position {
  readonly from: string;
  readonly continuation?: string;
}

const positionAfter = (
  { rows, continuation }: Page,
  from: string,
  canSkip: (tenant: OrgId) => boolean,
): Position | undefined => {
  if (continuation === undefined) return undefined;
  const last = rows.at(-1);
  const messages = last === undefined ? undefined : messageRangeOf(last.rk);
  return messages !== undefined && canSkip(messages.orgId) ? { from: messages.to } : { from, continuation };
};

/**
 * Reads the rows of a shard's outbox up to now, oldest first, beginning at the row key `from`. A page may end within the
 * messages of a tenant. If `canSkip` is true for this tenant, the next page begins after its messages of the same
 * instant and kind.
 */
export const outboxPages = async function* (
  { store, clock }: Pick<ReadDeps, 'store' | 'clock'>,
  shard: string,
  {
    canSkip,
    keysOnly = false,
    from: first = '',
  }: { readonly canSkip: (tenant: OrgId) => boolean; readonly keysOnly?: boolean; readonly from?: string },
): AsyncGenerator<readonly StoredRow[]> {
  // The row key begins with the first due instant, and no row becomes due earlier. The range up to now therefore
  // contains every due row.
  const to = `${instantKey(toInstant(clock.now()))}}`;
  let position: Position | undefined = { from: first };
  while (position !== undefined) {
    const { from, ...more }: Position = position;
    const page: Page = await store.scan(outbox.table, outboxPartition(shard), { from, to }, { ...more, keysOnly });
    yield page.rows;
    position = positionAfter(page, from, canSkip);
  }
};

/**
 * Maximum number of messages of a tenant in one read. They take 50 seconds at the usual rate of a tenant, and the
 * sender reads again as soon as it has handled them.
 */
const maxOfTenant = 2_000;

/** Number of rows after which a read ends, so that a backlog cannot fill the memory. The next read returns the rest. */
const maxRows = 20_000;

const isAnnouncement = ({ value }: Stored<OutboxRow>): boolean => messageIn(value.kind)?.kind === 'announcement';

/** Selects the rows of a read: the oldest messages of each tenant, and all other rows. */
class Selection {
  readonly #isBusy: (tenant: OrgId) => boolean;
  readonly #room = new Map<OrgId, number>();
  readonly #rows: Stored<OutboxRow>[] = [];
  #isLimited = false;
  constructor(isBusy: (tenant: OrgId) => boolean) {
    this.#isBusy = isBusy;
  }

  #roomOf(tenant: OrgId): number {
    // If the tenant is busy at its first row, the limit stays 0 for the whole read: otherwise later rows would overtake
    // the rows that were left out.
    const room = this.#room.get(tenant) ?? (this.#isBusy(tenant) ? 0 : maxOfTenant);
    this.#room.set(tenant, room);
    return room;
  }

  isFull(tenant: OrgId): boolean {
    return this.#roomOf(tenant) === 0;
  }

  get isLimited(): boolean {
    return this.#isLimited;
  }

  get size(): number {
    return this.#rows.length;
  }

  add(row: Stored<OutboxRow>): void {
    const { kind, orgId } = row.value;
    const room = isMessage(kind) ? this.#roomOf(orgId) : undefined;
    if (room === 0) return;
    this.#rows.push(row);
    // Announcements sort before the prompts of the same instant, so they do not count towards the limit. Otherwise they
    // would displace prompts.
    if (room === undefined || isAnnouncement(row)) return;
    this.#room.set(orgId, room - 1);
    this.#isLimited ||= room === 1;
  }

  /** Returns the rows without the announcements whose prompts were left out, because prompts must be sent first. */
  rows(): readonly Stored<OutboxRow>[] {
    if (!this.#isLimited) return this.#rows;
    const runs = new Set(this.#rows.filter((row) => !isAnnouncement(row)).map((row) => runName(row.value)));
    const isLeftOut = (row: Stored<OutboxRow>): boolean =>
      isAnnouncement(row) && this.isFull(row.value.orgId) && !runs.has(runName(row.value));
    return this.#rows.filter((row) => !isLeftOut(row));
  }
}

export interface Reading {
  readonly rows: readonly Stored<OutboxRow>[];
  /** True if the shard may also contain due emails or account work. The sender reads them only in this case. */
  readonly hasAccountWork: boolean;
  /** True if ready rows may have been left out, so that the sender reads again when these rows are handled. */
  readonly isLimited: boolean;
  /**
   * Counts of the waiting rows, including rows that wait for a retry. Of a large tenant, only the rows that were read
   * count.
   */
  readonly waiting: BacklogCounts;
}

/**
 * Returns the epoch ms since which a row is due, for the backlog metric. Undefined for a row that is not due, is
 * parked, or intentionally waits after its chat was deleted.
 */
const waitingSince = (row: OutboxRow, now: number): number | undefined => {
  const notBefore = msOf(row.notBefore);
  if (row.parkedReason !== null || (notBefore > now && !isDueAtInstant(row.kind))) return undefined;
  // Emails, webhook calls of digests, summaries for observers and maintenance rows are due at their `notBefore`.
  if (!isDueAtInstant(row.kind)) return notBefore;
  // If a chat is gone, the message is retried once after some minutes and then fails. This wait is intended, so it does
  // not count as a delay.
  if (row.isGone === true && notBefore > now) return undefined;
  // A message that a snooze or quiet hours moved is due at the new instant, so the wait until then is not a delay.
  const dueAt = msOf(row.movedTo ?? row.at);
  return dueAt > now ? undefined : dueAt;
};

/**
 * True if an instance has a lease on the row. This is usual while the sender works on the shard. Such rows are only
 * counted, so they are not parsed.
 */
const isHeld = ({ values }: StoredRow, now: number): boolean =>
  values['v'] === outbox.version && typeof values['lease'] === 'string' && Date.parse(values['lease']) > now;

const heldSince = ({ values }: StoredRow): number => {
  const isAtInstant = isDueAtInstant(kindFromStored(String(values['kind'])));
  return Date.parse(String(isAtInstant ? (values['movedTo'] ?? values['at']) : values['notBefore']));
};

const accountsSince = ({ values }: StoredRow, now: number): number | undefined => {
  const since = values['parkedReason'] === undefined ? Date.parse(String(values['notBefore'])) : Number.NaN;
  return since <= now ? since : undefined;
};

/** Reads the ready rows of a shard. The messages of a tenant for which `isBusy` is true are only counted. */
export const readyRows = async (
  deps: ReadDeps,
  shard: string,
  isBusy: (tenant: OrgId) => boolean = () => false,
): Promise<Reading> => {
  const now = deps.clock.now();
  const selection = new Selection(isBusy);
  let hasAccountWork = false;
  let waiting = emptyBacklog;
  const wait = (since: number | undefined): void => {
    if (since !== undefined) waiting = addToBacklog(waiting, since);
  };
  for await (const page of outboxPages(deps, shard, { canSkip: (tenant) => selection.isFull(tenant) })) {
    // Account work has another row format and is stored among the messages. jobs/outbox/sendDueEmailsAndPurge.ts
    // handles it.
    const rows = page.filter((row) => !isAccountWork(row.rk));
    hasAccountWork ||= rows.length < page.length || page.some(({ rk }) => isRunEmail(rk) || isDigestCall(rk));
    for (const row of page) if (isAccountWork(row.rk)) wait(accountsSince(row, now));
    for (const row of rows) {
      if (isHeld(row, now)) {
        wait(heldSince(row));
        continue;
      }
      const read = readableRow(deps, row);
      if (read === undefined) continue;
      wait(waitingSince(read.value, now));
      if (isReady(read.value, now)) selection.add(read);
    }
    if (selection.size >= maxRows) return { rows: selection.rows(), hasAccountWork: true, isLimited: true, waiting };
  }
  return { rows: selection.rows(), hasAccountWork, isLimited: selection.isLimited, waiting };
};
