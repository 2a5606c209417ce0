// Runs the engine in its own process. `days` plays days on a jumping clock and may kill itself at a named step; `live`
// uses the machine's clock. The process prints each event as a line.
import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { meetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { meetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import { noMetrics } from '../../../bot/src/domain/observability/metricsPort.ts';
import { noTracer } from '../../../bot/src/domain/observability/tracerPort.ts';
import { isPersonAddress, personParts } from '../../../bot/src/domain/core/chatAddressParts.ts';
import { toInstant, weekdayOf } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { createMessenger } from '../../../bot/src/gateways/botframework/botMessenger.ts';
import type { Messenger } from '../../../bot/src/gateways/messengerPort.ts';
import { createUlids } from '../../../bot/src/gateways/ulidGenerator.ts';
import { createEngine, startHeartbeat } from '../../../bot/src/jobs/engine/engineAndHeartbeat.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import type { JobDeps, JobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import type { Actor } from '../../../bot/src/services/core/actor.ts';
import { changeBlockerOf } from '../../../bot/src/services/blockers/changeBlocker.ts';
import { saveAnswer } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { skipRun } from '../../../bot/src/services/answers/skipRun.ts';
import { snoozeRun } from '../../../bot/src/services/answers/snoozeRun.ts';
import { createCardSigner } from '../../../bot/src/services/core/cardSigner.ts';
import { storeMeeting } from '../../../bot/src/services/meetings/storeMeeting.ts';
import { getMeetingDetail } from '../../../bot/src/services/meetings/listMeetings.ts';
import { deactivateMeeting } from '../../../bot/src/services/meetings/deactivateDeleteOrCancelMeeting.ts';
import { createRunCache } from '../../../bot/src/services/runs/runAndMeetingCache.ts';
import { nextWork } from '../../../bot/src/simulation/simulate.ts';
import { runTransactionsInSequence } from '../../../bot/src/store/runTransactionsInSequence.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { skip, snooze } from '../../../bot/src/store/kinds/answers/skipAndSnooze.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { openTablesStore } from '../../../bot/src/store/tables/openTables.ts';
import type { Row, Step, Table, TableStore, Values } from '../../../bot/src/store/tableStorePort.ts';
import { createBotAuthentication } from '../../../bot/src/teams/botAuthentication.ts';
import { createPresenter } from '../../../bot/src/teams/cards/teamsCardPresenter.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { azuriteCredential } from '../../support/fakes/azurite.ts';
import { asNextBuild, lostFields } from '../../support/store/nextVersionStore.ts';
import { endedMessages } from './countEndedBlockerMessages.ts';
import { endedDigestMessages, unconfirmedDigestMessages } from './seedAndCountDigests.ts';
import { backNoteOn, blockedDays, blockerTextOn, weekChanges } from './blockerWeekScriptAndOwedMessages.ts';
import type { WeekChange } from './blockerWeekScriptAndOwedMessages.ts';
import type { Call, EnginePlan, StepName } from './engineProcessPlan.ts';
import { namedSteps } from './engineProcessPlan.ts';

const plan = JSON.parse(process.argv[2] ?? '{}') as EnginePlan;
const isOnTables = plan.file.startsWith('http');
const print = (line: string): void => {
  writeSync(1, `${line}\n`);
};

let jumped = plan.mode === 'days' ? plan.start : 0;
const clock = {
  now: (): number => (plan.mode === 'days' ? jumped : Date.now() + plan.offsetMs),
};
const moveTo = (ms: number): void => {
  jumped = Math.max(jumped, ms);
};

/** Number of messages that were begun and have no delivery record; a kill may send them twice. */
let inFlight = 0;
const count = (change: number): void => {
  inFlight += change;
  print(`inflight ${inFlight}`);
};

const left = new Map(Object.entries(plan.kills) as [StepName, number][]);

const reach = (name: StepName): void => {
  if ((left.get(name) ?? 0) === 0) return;
  // Skips some occurrences at random, so that the kill hits the first message of a batch in one process and the last in
  // another.
  if (/^(?:sender: sent|blocker|digest message)/.test(name) && Math.random() < 0.6) return;
  left.delete(name);
  print(`at ${name}`);
  process.kill(process.pid, plan.signal);
};

let call: Call | undefined;

/** Returns operation and row key; " moved" marks an outbox row whose message has moved to a later instant. */
const wordsOf = (step: Step): string => {
  if (step.do === 'delete') return `delete ${step.key.rk}`;
  const isMoved = /^\d/.test(step.row.rk) && typeof step.row.values['movedTo'] === 'string';
  return `${step.do} ${step.row.rk}${isMoved ? ' moved' : ''}`;
};

const passing = (moment: 'before' | 'after', table: Table, operations: readonly string[]): void => {
  for (const step of namedSteps)
    if (step.at === moment && step.table === table && operations.some((text) => step.is.test(text)))
      if (step.during === undefined || step.during === call) reach(step.name as StepName);
};

const marked = (operations: readonly string[]): void => {
  const marks = operations.filter((text) => /^(?:insert|replace) D\|.*\|s\|/.test(text)).length;
  if (marks > 0) count(-Math.min(marks, inFlight));
};

/**
 * Prints the messages about blockers for which a write stores a result after three sends. The lines are printed before
 * the write, because a kill after the write could come before them.
 */
const endingBlockers = (before: Values | undefined, after: Values): void => {
  const { sentThreeTimes } = endedMessages(before, after);
  for (const { kind, owner } of sentThreeTimes)
    print(`thrice ${kind} ${toInstant(clock.now()).slice(0, 10)} p${plan.members.indexOf(owner)}`);
};

/** Subtracts the messages about blockers that got a result in this write from the messages in flight. */
const markedBlockers = (before: Values | undefined, after: Values): void => {
  const { ended } = endedMessages(before, after);
  if (ended > 0) count(-Math.min(ended, inFlight));
};

/**
 * Prints the messages of a digest that were sent three times without a known result. The lines are printed before the
 * write, because a kill after the write could come before them.
 */
const endingDigests = ({ rk, values }: Row): void => {
  for (let message = 1; message <= unconfirmedDigestMessages(values); message += 1)
    print(`thrice digest ${rk} ${message}`);
};

/** Subtracts the messages of a digest that got a result in this write from the messages in flight. */
const markedDigests = (before: Values | undefined, after: Values): void => {
  const ended = endedDigestMessages(before, after);
  if (ended > 0) count(-Math.min(ended, inFlight));
};

const stepping = (store: TableStore): TableStore => {
  const around = async <T>(
    table: Table,
    operations: readonly string[],
    work: () => Promise<T>,
    row?: Row,
  ): Promise<T> => {
    passing('before', table, operations);
    const record = row?.rk.startsWith('K|') === true && table === 'Team' ? row : undefined;
    const sending = row?.rk.startsWith('dge|') === true && table === 'Org' ? row : undefined;
    const read = record ?? sending;
    const before = read === undefined ? undefined : await store.get(table, read);
    if (record !== undefined) endingBlockers(before?.values, record.values);
    if (sending !== undefined) endingDigests(sending);
    const result = await work();
    if (table === 'Team') marked(operations);
    if (record !== undefined) markedBlockers(before?.values, record.values);
    if (sending !== undefined) markedDigests(before?.values, sending.values);
    passing('after', table, operations);
    return result;
  };
  const transact: TableStore['transact'] = (table, pk, steps) =>
    around(table, steps.map(wordsOf), () => store.transact(table, pk, steps));
  /** Runs the transactions as one commit, so that all `before` steps come before any of the writes. */
  const atOnce: TableStore['inOrder'] = (transactions) =>
    transactions.reduceRight<() => Promise<void>>(
      (work, { table, steps }) =>
        () =>
          around(table, steps.map(wordsOf), work),
      () => store.inOrder(transactions),
    )();
  return {
    ...store,
    insert: (table, row) => around(table, [wordsOf({ do: 'insert', row })], () => store.insert(table, row), row),
    replace: (table, row, etag) =>
      around(table, [wordsOf({ do: 'replace', row, etag })], () => store.replace(table, row, etag), row),
    merge: (table, row, etag) =>
      around(table, [wordsOf({ do: 'merge', row, etag })], () => store.merge(table, row, etag)),
    touch: (table, row) => around(table, [wordsOf({ do: 'touch', row })], () => store.touch(table, row)),
    delete: (table, key, etag) => around(table, [`delete ${key.rk}`], () => store.delete(table, key, etag)),
    transact,
    inOrder: isOnTables ? runTransactionsInSequence(transact) : atOnce,
  };
};

const watched = (messenger: Messenger): Messenger => ({
  ...messenger,
  send: async (target, message, deadlineMs) => {
    count(1);
    if (isPersonAddress(target)) print(`sent ${clock.now()} ${personParts(target).user}`);
    const sent = await messenger.send(target, message, deadlineMs);
    reach('sender: sent, not marked');
    return sent;
  },
});

const log: JobDeps['log'] = {
  info: () => undefined,
  warn: () => undefined,
  error: (event, error) => {
    print(`error ${event} ${error instanceof Error ? `${error.name} ${error.message}` : ''}`);
  },
};

/** Prints the error immediately, because a later kill could lose it. */
const lost = {
  push: (key: string): number => {
    print(`error lost ${key}`);
    return 0;
  },
};

const asBuild = (raw: TableStore): TableStore => {
  switch (plan.build) {
    case 'THIS':
      return raw;
    case 'NEXT':
      return asNextBuild(raw);
    case 'WATCHED':
      return { ...raw, ...lostFields(raw, lost) };
  }
};
const authentication = createBotAuthentication({ bot: null, isDemo: true, clock });
const messenger = createMessenger({
  authentication,
  appId: null,
  clock,
  isServiceUrlAllowed: () => true,
  rosterDeadlineMs: 1000,
});
const newId = createUlids(clock);
const settings: JobSettings = { ...jobSettings, ...plan.settings, shards: [shardOf(plan.orgId as OrgId)] };
const createDeps = (opened: TableStore) => ({
  store: stepping(asBuild(opened)),
  ...{ clock, log, newId, translateFor, publicUrl: 'https://rollcall.test', settings },
  messenger: watched(messenger),
  presenter: createPresenter({ translateFor: translateFor, publicUrl: 'https://rollcall.test' }),
  signer: createCardSigner(['a secret of at least thirty-two bytes']),
  runs: createRunCache(),
  sleep: async (ms: number): Promise<void> => {
    if (plan.mode === 'live') await wait(ms);
    else moveTo(jumped + ms);
  },
  clockSkewMs: () => undefined,
  metrics: noMetrics,
  tracer: noTracer,
  random: Math.random,
  instanceId: newId(),
  meetingTypes: ['STANDUP', 'RETRO'] as const,
  isBillingEnabled: true,
});
type Deps = ReturnType<typeof createDeps>;

const calling =
  (name: Call, work: (deps: Deps) => Promise<unknown>): ((deps: Deps) => Promise<void>) =>
  async (deps) => {
    call = name;
    await work(deps);
    call = undefined;
  };

const actorOf = (memberId: string, role: Actor['role'] = 'user'): Actor => ({
  orgId: plan.orgId as OrgId,
  userId: null,
  memberId: memberId as MemberId,
  name: 'Somebody',
  role,
  teamIds: [plan.teamId as TeamId],
  locale: 'en',
});
const theMeeting: MeetingId = meetingId.parse(plan.meetingId);

/** Switches the time of the report between 09:00 and 09:05, and changes its name accordingly. */
const edit = calling('save', async (deps) => {
  const admin = actorOf(plan.members[0] ?? '', 'admin');
  const meeting = await getMeetingDetail(deps, admin, { meetingId: theMeeting });
  const time = meeting.time === 540 ? 545 : 540;
  await storeMeeting(deps, admin, meetingDraft.parse({ ...meeting, rev: undefined, time, name: `Daily at ${time}` }));
});

const switchOff = calling('deactivate', (deps) =>
  deactivateMeeting(deps, actorOf(plan.members[0] ?? '', 'admin'), { meetingId: theMeeting, flag: false }),
);
const switchOn = calling('activate', (deps) =>
  deactivateMeeting(deps, actorOf(plan.members[0] ?? '', 'admin'), { meetingId: theMeeting, flag: true }),
);

const weekdayNumber = (date: LocalDate): number => new Date(`${date}T00:00:00Z`).getUTCDay();

const isBlockedOn = (position: number, date: LocalDate): boolean =>
  blockedDays.get(position)?.includes(weekdayNumber(date)) === true;

const changeOwnBlocker = async (deps: Deps, change: WeekChange, date: LocalDate): Promise<void> => {
  const { owner, by, action, needed } = change;
  const memberAt = (position: number | undefined): MemberId => plan.members[position ?? -1] as MemberId;
  const more = action === 'NEED' ? { neededId: memberAt(needed) } : { note: backNoteOn(date) };
  try {
    const input = { meetingId: theMeeting, memberId: memberAt(owner), action, ...more };
    await changeBlockerOf(deps, actorOf(memberAt(by)), input);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    print(`refused ${error.code}`);
  }
};

const answer = async (deps: Deps, memberId: string, date: LocalDate): Promise<void> => {
  const { questions } = await getMeetingDetail(deps, actorOf(memberId), { meetingId: theMeeting });
  const isBlocked = plan.hasBlockers && isBlockedOn(plan.members.indexOf(memberId), date);
  const blocked = isBlocked ? ['Yes', blockerTextOn(date)] : ['No', ''];
  const texts = ['The report', 'Fix sign-in 1h30\nReview 30m', ...blocked];
  const values = Object.fromEntries(questions.map(({ id, sequence }) => [id, texts[sequence - 1] ?? '']));
  try {
    await saveAnswer(deps, actorOf(memberId), { meetingId: theMeeting, date, values, goals: [] });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    print(`refused ${error.code}`);
  }
};

/** Snoozes or skips the run, unless a process that was killed already did so: each person chooses once a day. */
const choose = async (deps: Deps, choice: 'snooze' | 'skip', memberId: string, date: LocalDate): Promise<void> => {
  const run = { teamId: plan.teamId as TeamId, meetingId: theMeeting, date, memberId: memberId as MemberId };
  const records = inOrg(deps.store, plan.orgId as OrgId);
  const chosen = choice === 'snooze' ? await records.get(snooze, run) : await records.get(skip, run);
  if (chosen !== undefined) return;
  try {
    if (choice === 'skip') await skipRun(deps, actorOf(memberId), { meetingId: theMeeting, date });
    else await snoozeRun(deps, actorOf(memberId), { meetingId: theMeeting, date, length: 'HALF_HOUR' });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    print(`refused ${error.code}`);
  }
};

interface Event {
  readonly at: number;
  readonly run: (deps: Deps) => Promise<void>;
  /** True if the caller repeats the call after a kill that left the call without a reply. */
  readonly isRepeated: boolean;
}

const hour = 3_600_000;
const answering = 8;

/** Returns the changes of blockers on a date as events, each by the person who makes the change. */
const blockerEventsOf = (date: LocalDate): Event[] =>
  weekChanges
    .filter(({ weekday }) => plan.hasBlockers && weekday === weekdayNumber(date))
    .map((change) => ({
      at: Date.parse(`${date}T00:00:00Z`) + change.minute * 60_000,
      run: (deps: Deps) => changeOwnBlocker(deps, change, date),
      isRepeated: true,
    }));

/**
 * Returns the events of a day: 08:10 deactivation, 08:20 activation, 08:30 edit; from 09:10 on, two people snooze and
 * one skips; from 09:30 on, eight people answer at intervals of three minutes.
 */
const eventsOf = (date: LocalDate): Event[] => {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const answers = plan.members.slice(0, answering).map((memberId, index) => ({
    at: midnight + 9.5 * hour + 3 * index * 60_000,
    run: (deps: Deps) => answer(deps, memberId, date),
    isRepeated: true,
  }));
  const choices = plan.members.slice(answering, answering + 3).map((memberId, index) => ({
    at: midnight + 9 * hour + (10 + index) * 60_000,
    run: (deps: Deps) => choose(deps, index === 2 ? 'skip' : 'snooze', memberId, date),
    isRepeated: true,
  }));
  const edits = [
    { at: midnight + 8 * hour + 10 * 60_000, run: switchOff, isRepeated: false },
    { at: midnight + 8 * hour + 20 * 60_000, run: switchOn, isRepeated: true },
    { at: midnight + 8.5 * hour, run: edit, isRepeated: false },
  ];
  return [...(plan.keepsTime ? [] : edits), ...choices, ...answers, ...blockerEventsOf(date)].sort(
    (a, b) => a.at - b.at,
  );
};

const isWorking = (date: LocalDate): boolean => !['saturday', 'sunday'].includes(weekdayOf(date));

const eventsFrom = (from: number, to: number): Event[] => {
  const events: Event[] = [];
  for (let day = from - 24 * hour; day < to; day += 24 * hour) {
    const date = toInstant(day).slice(0, 10) as LocalDate;
    if (isWorking(date)) events.push(...eventsOf(date));
  }
  return events;
};

const playDays = async (deps: Deps, until: number): Promise<void> => {
  const engine = createEngine(deps);
  const start = clock.now();
  const events = eventsFrom(start, until).filter(
    (event) => event.at > start || (event.isRepeated && event.at > start - hour),
  );
  while (clock.now() < until) {
    print(`now ${clock.now()}`);
    await engine.poll();
    const due = events.filter((event) => event.at <= clock.now());
    events.splice(0, due.length);
    for (const event of due) await event.run(deps);
    if (due.length > 0) await engine.poll();
    const next = events[0]?.at ?? Number.POSITIVE_INFINITY;
    moveTo(Math.min(until, next, await nextWork(deps.store, settings.shards[0] ?? '', clock.now())));
  }
  await deps.store.close();
  print('done');
};

const live = async (deps: Deps): Promise<void> => {
  const heartbeat = startHeartbeat(deps, { ticks: true });
  heartbeat.wake();
  print('live');
  await new Promise((resolve) => process.once('SIGTERM', resolve));
  await heartbeat.stop();
  await deps.store.close();
  print('done');
};

const main = async (): Promise<void> => {
  const opened = isOnTables
    ? await openTablesStore({ url: plan.file, credential: azuriteCredential })
    : openSqliteStore({ file: plan.file });
  const deps = createDeps(opened);
  await (plan.mode === 'days' ? playDays(deps, plan.until) : live(deps));
};
main().catch((error: unknown) => {
  print(`error ${String(error)} ${error instanceof Error ? (error.stack ?? '') : ''}`);
  process.exitCode = 1;
});
