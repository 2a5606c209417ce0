import type { BillingMonth } from '#contracts/billing.ts';
import type { MeetingId, MemberId, OrgId, TeamId } from '#contracts/ids.ts';
import { minuteMs, msOf } from '../domain/time.ts';
import { monthStart, nextMonth, previousMonth } from '../domain/usage.ts';
import { inOrg, scanRows } from '../store/kind.ts';
import type { Records } from '../store/kind.ts';
import { orgTeam } from '../store/kinds/org.ts';
import { meeting as meetingKind } from '../store/kinds/team.ts';
import { asked } from '../store/kinds/usage.ts';
import { prefixRange } from '../store/port.ts';
import type { Deps } from './deps.ts';
import { countedIds } from './invoiceRows.ts';
import { presentMembers } from './members.ts';
import { plannedRun, zonesOf } from './planning.ts';
import { isAsking } from './paying.ts';
import type { PayingDeps } from './paying.ts';

// Who may still become active this month, and how likely it is by what last month's people did.

export interface Outlook {
  /** Enabled, reachable, and asked at least once more this month; also those who have counted already. */
  readonly due: ReadonlySet<MemberId>;
  readonly lastAsked: number;
  readonly lastActive: number;
}

type ForecastDeps = Pick<Deps, 'store'> & PayingDeps;

const dueIn = async (records: Records<OrgId>, teamId: TeamId, from: number, until: number): Promise<MemberId[]> => {
  const [people, meetings] = await Promise.all([
    presentMembers(records, teamId),
    records.list(meetingKind, { teamId, meetingId: '' as MeetingId }, prefixRange('G|')),
  ]);
  const reachable = new Set(
    people.filter((one) => one.isEnabled && one.unreachable === null).map((one) => one.memberId),
  );
  const running = meetings.filter(({ value }) => {
    const next = plannedRun(value, zonesOf(value, people), from);
    return next !== undefined && next.at < until;
  });
  return running.flatMap(({ value }) => value.members.filter((one) => reachable.has(one)));
};

const dueMembers = async (
  deps: PayingDeps,
  records: Records<OrgId>,
  month: BillingMonth,
): Promise<ReadonlySet<MemberId>> => {
  const due = new Set<MemberId>();
  if (!(await isAsking(deps, records))) return due;
  const now = deps.clock.now();
  const until = msOf(monthStart(nextMonth(month)));
  for (const { value } of await records.list(orgTeam, { teamId: '' as TeamId }, prefixRange('team|')))
    if (value.state === 'CONNECTED')
      for (const memberId of await dueIn(records, value.teamId, now, until)) due.add(memberId);
  return due;
};

/** Of those who were asked in a month, how many there were and how many became active. */
const shareIn = async (
  records: Records<OrgId>,
  month: BillingMonth,
): Promise<Pick<Outlook, 'lastAsked' | 'lastActive'>> => {
  const active = new Set<string>(await countedIds(records, month));
  const { pk } = asked.at(records.scope, { month, memberId: '' as MemberId });
  let [lastAsked, lastActive] = [0, 0];
  for await (const { rk } of scanRows(records.store, asked.table, pk, prefixRange('q|'), { keysOnly: true })) {
    lastAsked += 1;
    if (active.has(rk.slice('q|'.length))) lastActive += 1;
  }
  return { lastAsked, lastActive };
};

const freshMs = 10 * minuteMs;
const mostKept = 500;

export interface Outlooks {
  of(orgId: OrgId, month: BillingMonth): Promise<Outlook>;
}

/** Looks an organisation through at most every 10 minutes: it reads every team, and its answer changes slowly. */
export const createOutlooks = (deps: ForecastDeps): Outlooks => {
  const { store, clock } = deps;
  const kept = new Map<string, { readonly at: number; readonly outlook: Promise<Outlook> }>();

  const look = async (orgId: OrgId, month: BillingMonth): Promise<Outlook> => {
    const records = inOrg(store, orgId);
    const [due, share] = await Promise.all([dueMembers(deps, records, month), shareIn(records, previousMonth(month))]);
    return { due, ...share };
  };

  return {
    of: (orgId, month) => {
      const now = clock.now();
      const name = `${orgId}|${month}`;
      const known = kept.get(name);
      // A clock that was set back makes nothing fresh for long.
      if (known !== undefined && Math.abs(now - known.at) < freshMs) return known.outlook;
      if (kept.size >= mostKept) kept.clear();
      const outlook = look(orgId, month);
      kept.set(name, { at: now, outlook });
      outlook.catch(() => {
        if (kept.get(name)?.outlook === outlook) kept.delete(name);
      });
      return outlook;
    },
  };
};
