import type { BillingMonth } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import type { MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { BoundedMap } from '#contracts/boundedMapAndMemos.ts';
import { minuteMs, msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { monthStart, nextMonth, previousMonth } from '../../domain/billing/billingMonths.ts';
import { inOrg, scanRows } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { org as orgKind } from '../../store/kinds/organisations/organisation.ts';
import { orgTeam } from '../../store/kinds/organisations/teamAndChannel.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { asked } from '../../store/kinds/billing/usageLedger.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Deps } from '../core/deps.ts';
import { countedIds } from './readInvoicesAndUsage.ts';
import { listPresentMembers } from '../tenancy/listMembers.ts';
import { plannedRun } from '../runs/plannedPromptRows.ts';
import { zonesOfMeetingMembers } from '../runs/zonesOfMeetingMembers.ts';
import { isAskingMembers } from '../tenancy/payingStateAndOrgPause.ts';
import type { PayingDeps } from '../tenancy/payingStateAndOrgPause.ts';

// Estimates how many more members will become active this month, from the share of last month's asked members who
// became active.

export interface UsageForecast {
  /**
   * Members who are enabled, reachable by the bot and asked at least once more this month, including members who
   * already count as active.
   */
  readonly due: ReadonlySet<MemberId>;
  /**
   * The members of `due` whose first answer can be after the end of the trial. Every other member of `due` costs
   * nothing this month.
   */
  readonly dueAfterTrial: ReadonlySet<MemberId>;
  readonly lastAsked: number;
  readonly lastActive: number;
}

type ForecastDeps = Pick<Deps, 'store'> & PayingDeps;

/** Instants in epoch milliseconds. Openings are searched between `from` and `until`; the trial ends at `freeUntil`. */
interface Span {
  readonly from: number;
  readonly until: number;
  readonly freeUntil: number;
}

interface Due {
  readonly memberIds: readonly MemberId[];
  readonly canBeCharged: boolean;
}

/** Returns, for each meeting that opens at least once more within the span, its enabled and reachable members. */
const dueIn = async (records: Records<OrgId>, teamId: TeamId, { from, until, freeUntil }: Span): Promise<Due[]> => {
  const [people, meetings] = await Promise.all([
    listPresentMembers(records, teamId),
    records.list(meetingKind, { teamId }, prefixRange('G|')),
  ]);
  const reachable = new Set(
    people.filter((person) => person.isEnabled && person.unreachable === null).map((person) => person.memberId),
  );
  return meetings.flatMap(({ value }): Due[] => {
    const opensAfter = (ms: number): boolean => {
      const next = plannedRun(value, zonesOfMeetingMembers(value, people), ms);
      return next !== undefined && next.at < until;
    };
    if (!opensAfter(from)) return [];
    // A run that opens during the trial and closes after it can still be answered after the trial. So the search for
    // openings begins one window (`reportSummaryTime`, in minutes) before the end of the trial.
    const firstCharged = Math.max(from, freeUntil - value.reportSummaryTime * minuteMs);
    const canBeCharged = freeUntil < until && opensAfter(firstCharged);
    return [{ memberIds: value.members.filter((member) => reachable.has(member)), canBeCharged }];
  });
};

const dueMembers = async (
  deps: PayingDeps,
  records: Records<OrgId>,
  month: BillingMonth,
): Promise<Pick<UsageForecast, 'due' | 'dueAfterTrial'>> => {
  const due = new Set<MemberId>();
  const dueAfterTrial = new Set<MemberId>();
  const organisation = (await records.get(orgKind, undefined))?.value;
  if (organisation === undefined || !(await isAskingMembers(deps, records))) return { due, dueAfterTrial };
  const until = msOf(monthStart(nextMonth(month)));
  const span = { from: deps.clock.now(), until, freeUntil: msOf(organisation.trialEndsAt) };
  for (const { value } of await records.list(orgTeam, undefined, prefixRange('team|')))
    if (value.state === 'CONNECTED')
      for (const { memberIds, canBeCharged } of await dueIn(records, value.teamId, span))
        for (const memberId of memberIds) {
          due.add(memberId);
          if (canBeCharged) dueAfterTrial.add(memberId);
        }
  return { due, dueAfterTrial };
};

const shareIn = async (
  records: Records<OrgId>,
  month: BillingMonth,
): Promise<Pick<UsageForecast, 'lastAsked' | 'lastActive'>> => {
  const active = new Set<string>(await countedIds(records, month));
  const pk = asked.partition(records.scope, { month });
  let [lastAsked, lastActive] = [0, 0];
  for await (const { rk } of scanRows(records.store, asked.table, pk, { ...prefixRange('q|'), keysOnly: true })) {
    lastAsked += 1;
    if (active.has(rk.slice('q|'.length))) lastActive += 1;
  }
  return { lastAsked, lastActive };
};

const freshMs = 10 * minuteMs;
const maxKept = 500;

export interface UsageForecasts {
  of(orgId: OrgId, month: BillingMonth): Promise<UsageForecast>;
}

/**
 * Caches the forecast of an organisation for 10 minutes, because computing it reads every team and the result changes
 * slowly.
 */
export const createUsageForecasts = (deps: ForecastDeps): UsageForecasts => {
  const { store, clock } = deps;
  const kept = new BoundedMap<string, { readonly at: number; readonly outlook: Promise<UsageForecast> }>(maxKept);

  const readForecast = async (orgId: OrgId, month: BillingMonth): Promise<UsageForecast> => {
    const records = inOrg(store, orgId);
    const [due, share] = await Promise.all([dueMembers(deps, records, month), shareIn(records, previousMonth(month))]);
    return { ...due, ...share };
  };

  return {
    of: (orgId, month) => {
      const now = clock.now();
      const name = `${orgId}|${month}`;
      const cached = kept.get(name);
      // The absolute difference is compared, so that a cached forecast also expires if the clock was set back by 10
      // minutes or more.
      if (cached !== undefined && Math.abs(now - cached.at) < freshMs) return cached.outlook;
      const outlook = readForecast(orgId, month);
      kept.set(name, { at: now, outlook });
      outlook.catch(() => {
        if (kept.get(name)?.outlook === outlook) kept.delete(name);
      });
      return outlook;
    },
  };
};
