import { AppError } from '#contracts/errors.ts';
import type { LocalDate, MemberId, OrgId, TeamId } from '#contracts/ids.ts';
import { meetingDraft } from '#contracts/meeting.ts';
import type { Meeting, MeetingDraft } from '#contracts/meeting.ts';
import { offeredGoals } from '../domain/goals.ts';
import { shardOf } from '../domain/ids.ts';
import { addDays, hourMs, instantOf, localDateAt, minuteMs, toInstant, weekdayOf } from '../domain/time.ts';
import { createEngine } from '../jobs/heartbeat.ts';
import type { JobDeps } from '../jobs/jobDeps.ts';
import type { Actor } from '../services/actor.ts';
import { saveAnswer } from '../services/answers.ts';
import type { AnswerDeps } from '../services/answers.ts';
import type { Deps } from '../services/deps.ts';
import { installed } from '../services/installs.ts';
import { defaultQuestions, productSettings } from '../services/meetingDefaults.ts';
import { save } from '../services/meetings.ts';
import type { MeetingDeps } from '../services/meetings.ts';
import { createAccount } from '../services/newAccount.ts';
import { seen } from '../services/seen.ts';
import { deleteRows } from '../services/outboxRows.ts';
import { planNext } from '../services/planning.ts';
import { inOrg, scanRows } from '../store/kind.ts';
import { vacation } from '../store/kinds/org.ts';
import { plan } from '../store/kinds/run.ts';
import { dayHoliday, dayVacation, holiday, meeting } from '../store/kinds/team.ts';
import { duePartition, instantKey } from '../store/kinds/work.ts';
import { prefixRange } from '../store/port.ts';
import type { Key } from '../store/port.ts';
import { demoAnswer, retroAnswer } from './answers.ts';
import { createDemoMessenger, demoThread, otherThread, senderOf } from './chat.ts';
import type { DemoPlace } from './chat.ts';
import { demoPassword, demoPeople, demoTeam, demoTenant, otherAdmin, otherTenant } from './people.ts';
import type { DemoPerson } from './people.ts';

export type DemoDeps = Deps & AnswerDeps & MeetingDeps & Omit<JobDeps, 'clock' | 'messenger' | 'sleep'>;

const historyDays = 21;

/** The seed's own time: the store fills as it would have over three weeks. */
interface History {
  readonly deps: DemoDeps & JobDeps;
  readonly place: DemoPlace;
  readonly today: LocalDate;
  moveTo(ms: number): void;
}

const startHistory = (deps: DemoDeps, now: number, place: DemoPlace): History => {
  let at = now;
  const clock = { now: () => at };
  const sleep = (ms: number): Promise<void> => {
    at += ms;
    return Promise.resolve();
  };
  return {
    deps: { ...deps, clock, sleep, messenger: createDemoMessenger() },
    place,
    today: localDateAt(now, place.zone),
    moveTo: (ms) => {
      at = ms;
    },
  };
};

const actorFor = async ({ deps, place }: History, person: DemoPerson, tid: string): Promise<Actor> => {
  const { actor } = await seen(deps, senderOf(person, tid, place));
  if (actor === undefined) throw new Error(`The demo roster lacks ${person.id}.`);
  return actor;
};

const giveAccount = async ({ deps }: History, actor: Actor, person: DemoPerson): Promise<void> => {
  const [firstName = '', lastName = ''] = person.name.split(' ');
  await createAccount(deps, {
    email: person.email,
    password: demoPassword,
    firstName,
    lastName,
    orgId: actor.orgId,
    memberId: actor.memberId,
    role: actor.role === 'admin' ? 'admin' : 'user',
    isConfirmed: true,
  });
};

const membersOf = (actors: readonly Actor[]): MemberId[] => actors.flatMap((one) => one.memberId ?? []);

const saveMeetings = async (
  history: History,
  teamId: TeamId,
  actors: readonly Actor[],
): Promise<{ readonly standup: Meeting; readonly retro: Meeting }> => {
  const { deps, place } = history;
  const [admin] = actors;
  if (admin === undefined) throw new Error('The demo needs people.');
  const words = deps.words('en');
  const settings = productSettings(words);
  const common = {
    timezone: place.zone,
    teamId,
    members: membersOf(actors),
    firstReminderMessage: settings.DefaultFirstReminderMessage,
    secondReminderMessage: settings.DefaultSecondReminderMessage,
    publicBroadcastMessage: settings.DefaultPublicBroadcastMessage,
  };
  const make = (draft: MeetingDraft): Promise<Meeting> => save(deps, admin, meetingDraft.parse(draft));
  const onFridays = { monday: false, tuesday: false, wednesday: false, thursday: false, friday: true };
  return {
    standup: await make({
      ...common,
      name: words('demo.standup'),
      time: 600,
      channelId: demoTeam.standupChannel,
      questions: defaultQuestions(words, 'STANDUP'),
    }),
    retro: await make({
      ...common,
      ...onFridays,
      name: words('demo.retro'),
      type: 'RETRO',
      interval: 'ALTWEEK',
      time: 900,
      questions: defaultQuestions(words, 'RETRO'),
    }),
  };
};

const working = (date: LocalDate): boolean => !['saturday', 'sunday'].includes(weekdayOf(date));

/** The n-th working day before (negative) or after a date. */
const workingDay = (from: LocalDate, steps: number): LocalDate => {
  let date = from;
  for (let left = Math.abs(steps); left > 0;) {
    date = addDays(date, Math.sign(steps));
    if (working(date)) left -= 1;
  }
  return date;
};

type IsOff = (actor: Actor, date: LocalDate) => boolean;

/** One holiday behind and one ahead; one person away for two days behind and two ahead. No call makes them yet. */
const daysOff = async (
  { deps, today }: History,
  { orgId, teamId }: { readonly orgId: OrgId; readonly teamId: TeamId },
  away: MemberId,
): Promise<IsOff> => {
  const records = inOrg(deps.store, orgId);
  const holidays = [workingDay(today, -8), workingDay(today, 9)];
  const vacations = [-5, -4, 3, 4].map((steps) => workingDay(today, steps));
  for (const date of holidays) {
    await records.insert(holiday, { teamId, date }, { date });
    await records.insert(dayHoliday, { teamId, date }, { date });
  }
  for (const date of vacations) {
    await records.insert(vacation, { memberId: away, date }, { memberId: away, date });
    await records.insert(dayVacation, { teamId, date, memberId: away }, { memberId: away, date });
  }
  return ({ memberId }, date) => holidays.includes(date) || (memberId === away && vacations.includes(date));
};

const isRefused = (error: unknown): boolean => error instanceof AppError;

const answerStandup = async (
  { deps }: History,
  meeting: Meeting,
  actor: Actor,
  person: number,
  date: LocalDate,
  day: number,
): Promise<void> => {
  const said = demoAnswer(person, day);
  if (said === null || actor.memberId === null) return;
  const [done, planned, blocked, blocker] = meeting.questions;
  if (done === undefined || planned === undefined || blocked === undefined || blocker === undefined) return;
  const last = await inOrg(deps.store, actor.orgId).get(plan, {
    teamId: meeting.teamId,
    meetingId: meeting.id,
    memberId: actor.memberId,
  });
  const goals = offeredGoals(last?.value, date).map((goal) => goal.id);
  const ticked = said.ticks === 'ALL' ? goals : goals.slice(1);
  const chosen = blocked.options.find((option) => blocked.blockingOptions.includes(option) === said.isBlocked) ?? '';
  const values = { [done.id]: said.done, [planned.id]: said.plan, [blocked.id]: chosen, [blocker.id]: said.blocker };
  await saveAnswer(deps, actor, { meetingId: meeting.id, date, values, goals: ticked });
};

const answerRetro = async (
  { deps }: History,
  meeting: Meeting,
  actor: Actor,
  person: number,
  date: LocalDate,
): Promise<void> => {
  const values = Object.fromEntries(meeting.questions.map((question, at) => [question.id, retroAnswer(person, at)]));
  await saveAnswer(deps, actor, { meetingId: meeting.id, date, values, goals: [] });
};

type Answering = (actor: Actor, person: number) => Promise<void>;

/** Opens, lets everybody answer a few minutes apart, closes. Who has no run that day is refused, as in life. */
const playRun = async (
  history: History,
  beat: () => Promise<void>,
  opensAt: number,
  actors: readonly Actor[],
  answer: Answering,
): Promise<void> => {
  history.moveTo(opensAt);
  await beat();
  for (const [person, actor] of actors.entries()) {
    history.moveTo(opensAt + (4 + person * 9) * minuteMs);
    try {
      await answer(actor, person);
    } catch (error) {
      if (!isRefused(error)) throw error;
    }
  }
  for (const minutes of [60, 105, 121, 125]) {
    history.moveTo(opensAt + minutes * minuteMs);
    await beat();
  }
};

const playHistory = async (
  history: History,
  meetings: { readonly standup: Meeting; readonly retro: Meeting },
  actors: readonly Actor[],
  isOff: IsOff,
): Promise<void> => {
  const { beat } = createEngine(history.deps);
  const { standup, retro } = meetings;
  let day = 0;
  for (let date = addDays(history.today, -historyDays); date < history.today; date = addDays(date, 1)) {
    if (!working(date)) continue;
    day += 1;
    const number = day;
    const at = (meeting: Meeting): number => instantOf(date, meeting.time, history.place.zone);
    // Whoever is away may answer all the same; here they do not.
    const unlessOff =
      (answer: Answering): Answering =>
      async (actor, person) => {
        if (!isOff(actor, date)) await answer(actor, person);
      };
    const saidInStandup = unlessOff((actor, person) => answerStandup(history, standup, actor, person, date, number));
    await playRun(history, beat, at(standup), actors, saidInStandup);
    if (weekdayOf(date) !== 'friday') continue;
    const saidInRetro = unlessOff((actor, person) => answerRetro(history, retro, actor, person, date));
    await playRun(history, beat, at(retro), actors, saidInRetro);
  }
};

/** Today begins with the present: a run whose time is past is neither missed nor asked late, it waits for a `start`. */
const planFromNow = async (
  { deps, place }: History,
  orgId: OrgId,
  meetings: readonly Meeting[],
  now: number,
): Promise<void> => {
  const until = instantKey(toInstant(now));
  const past: Key[] = [];
  for await (const row of scanRows(deps.store, 'Due', duePartition(shardOf(orgId)), { from: '0', to: `${until}~` }))
    past.push({ pk: row.pk, rk: row.rk });
  await deleteRows(deps.store, 'Due', past);
  for (const meeting of meetings) await planNext(deps, orgId, meeting, [place.zone], now);
};

const seedContoso = async (history: History, now: number): Promise<void> => {
  const [ann] = demoPeople;
  if (ann === undefined) return;
  const place = await installed(history.deps, demoThread(history.place), senderOf(ann, demoTenant, history.place));
  const actors: Actor[] = [];
  for (const person of demoPeople) actors.push(await actorFor(history, person, demoTenant));
  for (const at of [0, 1]) {
    const [actor, person] = [actors[at], demoPeople[at]];
    if (actor !== undefined && person !== undefined) await giveAccount(history, actor, person);
  }
  const farid = actors.at(-1)?.memberId;
  if (farid === null || farid === undefined) return;
  const isOff = await daysOff(history, place, farid);
  const meetings = await saveMeetings(history, place.teamId, actors);
  await playHistory(history, meetings, actors, isOff);
  const records = inOrg(history.deps.store, place.orgId);
  const current = await records.list(
    meeting,
    { teamId: place.teamId, meetingId: meetings.standup.id },
    prefixRange('G|'),
  );
  await planFromNow(
    history,
    place.orgId,
    current.map((row) => row.value),
    now,
  );
};

const seedFabrikam = async (history: History): Promise<void> => {
  await installed(history.deps, otherThread(history.place), senderOf(otherAdmin, otherTenant, history.place));
  await giveAccount(history, await actorFor(history, otherAdmin, otherTenant), otherAdmin);
};

/** Fills an empty store with the demo organisations and three weeks of history up to `now`. */
export const seedDemo = async (deps: DemoDeps, place: DemoPlace): Promise<void> => {
  const now = deps.clock.now();
  const history = startHistory(deps, now, place);
  history.moveTo(now - historyDays * 24 * hourMs - 24 * hourMs);
  await seedContoso(history, now);
  await seedFabrikam(history);
};
