import type { JobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import type { Table } from '../../../bot/src/store/tableStorePort.ts';

// The instructions of a test to an engine process, and the steps at which the process may kill itself.

export interface EnginePlan {
  /** Path of a store file, or address of a local table service. */
  readonly file: string;
  readonly mode: 'days' | 'live';
  /** Start of the played days in epoch ms; only for `days`. */
  readonly start: number;
  readonly until: number;
  /** Milliseconds by which the clock of the process is ahead of the machine's clock; only for `live`. */
  readonly offsetMs: number;
  readonly orgId: string;
  readonly teamId: string;
  readonly meetingId: string;
  readonly members: readonly string[];
  /** True = members report blockers and change them, as blockerWeekScriptAndOwedMessages.ts defines. */
  readonly hasBlockers: boolean;
  /** True if no person edits the time of the report or deactivates it. */
  readonly keepsTime: boolean;
  readonly settings: Partial<JobSettings>;
  /** Steps at which the process kills itself, with the number of remaining kills. */
  readonly kills: Readonly<Partial<Record<StepName, number>>>;
  readonly signal: 'SIGKILL' | 'SIGSTOP';
  /**
   * NEXT: behaves like a build of the next format version. WATCHED: reports each field of the next format that a write
   * of this build would lose.
   */
  readonly build: 'THIS' | 'WATCHED' | 'NEXT';
}

interface NamedStep {
  readonly name: string;
  readonly at: 'before' | 'after';
  readonly table: Table;
  /** Matches operation and row key, such as "insert D|2026-11-20|…|0". */
  readonly is: RegExp;
  /** The step applies only during this call. */
  readonly during?: Call;
}

/** Calls that people make about the report while the engine runs. */
export type Call = 'save' | 'deactivate' | 'activate';

/**
 * The steps of the engine at which a kill can be planned: each is the moment before or after a write, which `at`
 * selects.
 */
const steps = [
  { name: 'meeting: next run planned, not saved', at: 'before', table: 'Team', is: /^replace G\|/, during: 'save' },
  { name: 'meeting: planned, not switched on', at: 'before', table: 'Team', is: /^replace G\|/, during: 'activate' },
  { name: 'run: opened, nothing else written', at: 'after', table: 'Team', is: /^insert D\|.*\|0$/ },
  { name: 'run: messages written, due rows not', at: 'after', table: 'Outbox', is: /^insert \d+\|prompt\.1\|/ },
  { name: 'run: due rows written, own row left', at: 'after', table: 'Due', is: /^insert \d+\|close\|/ },
  { name: 'run: own row gone', at: 'after', table: 'Due', is: /^delete \d+\|prompt\|/ },
  { name: 'sender: claimed, not sent', at: 'after', table: 'Outbox', is: /^replace \d+\|(?:prompt|snz|r1|r2|bcast)\./ },
  { name: 'sender: marked, not counted', at: 'after', table: 'Team', is: /^(?:insert|replace) D\|.*\|prompt$/ },
  { name: 'sender: counted, rows left', at: 'before', table: 'Outbox', is: /^delete \d+\|prompt\.1\|/ },
  // On Azure tables, the rows that announce the effects of the write are already stored at this moment
  // (racingEnginesOnTables.test.ts); on the embedded store, these rows and the write are one commit.
  { name: 'answer: to be written', at: 'before', table: 'Team', is: /^(?:insert|replace) D\|.*\|a\|/ },
  { name: 'answer: written, no reply', at: 'after', table: 'Team', is: /^(?:insert|replace) D\|.*\|a\|/ },
  { name: 'snooze: message queued', at: 'after', table: 'Outbox', is: /^insert \d+\|snz\./ },
  { name: 'snooze: stored', at: 'after', table: 'Team', is: /^(?:insert|replace) D\|.*\|z\|/ },
  { name: 'snooze: prompt marked, row left', at: 'after', table: 'Team', is: /^(?:insert|replace) D\|.*\|snz$/ },
  { name: 'quiet hours: prompt moved', at: 'after', table: 'Outbox', is: /^(?:replace|merge) \d+\|prompt\..* moved$/ },
  { name: 'blocker: check requested, change left', at: 'after', table: 'Outbox', is: /^touch \d+\|block\|/ },
  { name: 'blocker: changed, no reply', at: 'after', table: 'Team', is: /^replace B\|/ },
  { name: 'blocker message: before its record', at: 'before', table: 'Team', is: /^(?:insert|replace) K\|/ },
  { name: 'blocker message: after its record', at: 'after', table: 'Team', is: /^(?:insert|replace) K\|/ },
  {
    name: 'blocker message: recorded, row left',
    at: 'before',
    table: 'Outbox',
    is: /^(?:replace|delete) \d+\|block\|/,
  },
  { name: 'digest: opened, rows left', at: 'after', table: 'Org', is: /^insert dge\|/ },
  { name: 'digest: rows written, own row left', at: 'after', table: 'Outbox', is: /^insert \d+\|digest\|/ },
  { name: 'digest: planned again, own row left', at: 'before', table: 'Due', is: /^delete \d+\|digest\|/ },
  { name: 'digest message: before its record', at: 'before', table: 'Org', is: /^replace dge\|/ },
  { name: 'digest message: after its record', at: 'after', table: 'Org', is: /^replace dge\|/ },
  { name: 'digest: recorded, row left', at: 'before', table: 'Outbox', is: /^delete \d+\|digest\|/ },
  { name: 'skip: stored, no reply', at: 'after', table: 'Team', is: /^insert D\|.*\|k\|/ },
  { name: 'close: touched, not settled', at: 'before', table: 'Team', is: /^replace D\|.*\|0$/ },
  { name: 'close: settled, nothing told', at: 'after', table: 'Team', is: /^replace D\|.*\|0$/ },
  { name: 'summary: posted, not marked', at: 'before', table: 'Team', is: /^(?:insert|replace) D\|.*\|s\|!ch\|sum$/ },
  { name: 'summary: marked, row left', at: 'after', table: 'Team', is: /^(?:insert|replace) D\|.*\|s\|!ch\|sum$/ },
  { name: 'ledger: written, row left', at: 'after', table: 'Usage', is: /^insert m\|/ },
] as const satisfies readonly NamedStep[];

export type StepName = (typeof steps)[number]['name'] | 'sender: sent, not marked';
export const namedSteps: readonly NamedStep[] = steps;
export const stepNames: readonly StepName[] = [...steps.map((step) => step.name), 'sender: sent, not marked'];
