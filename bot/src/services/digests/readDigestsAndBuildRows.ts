import { teamId as teamIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { DigestId, LocalDate, MeetingId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { DigestSettings } from '#contracts/digests/digestCalls.ts';
import { holidayRange, nextDigest } from '../../domain/digests/digestSchedule.ts';
import type { DigestPlan } from '../../domain/digests/digestSchedule.ts';
import { dayMs, localDateAt, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { digest as digestKind, digestSending } from '../../store/kinds/digests/digestAndSending.ts';
import type { Records, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { OutboxRow } from '../runs/outboxRowAndRunRef.ts';
import type { DueRow } from '../runs/plannedPromptRows.ts';
import { listHolidays } from '../tenancy/listHolidays.ts';

export type Digest = ValueOf<typeof digestKind>;
export type Sending = ValueOf<typeof digestSending>;
export type DigestMessage = Sending['messages'][number];

/** Placeholder for the team in the keys of a digest of the organisation. No team has this id. */
const noTeam = teamIdSchema.parse('0'.repeat(26));
const teamInKey = (teamId: TeamId | null): TeamId => teamId ?? noTeam;

export const listAllDigests = async (records: Records<OrgId>): Promise<Digest[]> =>
  (await records.list(digestKind, undefined, prefixRange('dig|'))).map(({ value }) => value);

/** Number of sendings that are kept for each digest: all sendings, and those that a person requested (on demand). */
export const keptSendings = { all: 20, onDemand: 10 } as const;

/** Returns the sendings of a digest, newest first. */
export const listSendings = async (
  records: Records<OrgId>,
  digestId: DigestId,
  limit: number,
): Promise<Stored<Sending>[]> =>
  (await records.page(digestSending, undefined, prefixRange(`dge|${digestId}|`), { limit })).rows;

/** Returns the schedule, and the team's holidays near the instant `at` (epoch ms) that may move the digest. */
export const readDigestPlan = async (
  records: Records<OrgId>,
  { teamId, schedule }: Pick<DigestSettings, 'teamId' | 'schedule'>,
  at: number,
): Promise<DigestPlan> => {
  const isFree = teamId === null || !schedule.isHolidayAware;
  const holidays = isFree ? [] : await listHolidays(records, teamId, holidayRange(schedule.timezone, at));
  return { schedule, holidays: new Set(holidays) };
};

/** Returns the instant of the first sending after `afterMs` (epoch ms); null if no sending follows. */
export const nextAtOf = (plan: DigestPlan, afterMs: number): Digest['nextAt'] => {
  const next = nextDigest(plan, afterMs);
  return next === undefined ? null : toInstant(next.at);
};

/**
 * Returns the instant (epoch ms) after which a digest is planned: now or, if a server with a clock ahead has already
 * handled a later instant, that instant. An instant that was handled is never sent again.
 */
export const plannedAfter = ({ handledAt }: Pick<Digest, 'handledAt'>, now: number): number =>
  handledAt === null ? now : Math.max(now, msOf(handledAt));

const dateOf = ({ schedule }: Pick<Digest, 'schedule'>, at: NonNullable<Digest['nextAt']>): LocalDate =>
  localDateAt(msOf(at), schedule.timezone);

/**
 * The keys of due rows and outbox rows have a place for a meeting id. For a digest, it contains the id of the digest,
 * which has the same form.
 */
const meetingInKey = (id: DigestId): MeetingId => id as string as MeetingId;
export const digestInKey = ({ meetingId }: { readonly meetingId: MeetingId }): DigestId =>
  meetingId as string as DigestId;

/** Returns the due row of the next planned sending; undefined if none is planned. */
export const digestDueRow = (orgId: OrgId, row: Digest): DueRow | undefined =>
  row.state !== 'ACTIVE' || row.nextAt === null
    ? undefined
    : {
        ...{ at: row.nextAt, kind: 'digest', orgId, teamId: teamInKey(row.teamId), meetingId: meetingInKey(row.id) },
        ...{ date: dateOf(row, row.nextAt), zone: null, rev: row.rev, failures: 0, parkedReason: null, source: null },
      };

const lateDays = 7;

/**
 * Returns the outbox rows of the messages that are not delivered yet: one row for all chat messages together, one for
 * each email, and one for the webhook.
 */
export const sendingOutboxRows = (orgId: OrgId, row: Digest, sending: Sending, now: number): OutboxRow[] => {
  const { at } = sending;
  const waiting = sending.messages.filter(({ state }) => state === 'WAITING');
  const base = {
    ...{ orgId, teamId: teamInKey(row.teamId), at, meetingId: meetingInKey(row.id), date: dateOf(row, at) },
    ...{ notBefore: at, notAfter: toInstant(Math.max(now, msOf(at)) + lateDays * dayMs) },
    ...{ lease: null, touched: null, failures: null, parkedReason: null },
  };
  const calls = waiting.flatMap(({ way, who }): OutboxRow[] => {
    if (way === 'EMAIL') return [{ ...base, kind: 'digestEmail', who }];
    return way === 'WEBHOOK' ? [{ ...base, kind: 'digestWebhook', who }] : [];
  });
  const isChat = waiting.some(({ way }) => way === 'CHAT' || way === 'CHANNEL');
  return [...(isChat ? [{ ...base, kind: 'digest' as const, who: 'chats', touched: base.notBefore }] : []), ...calls];
};
