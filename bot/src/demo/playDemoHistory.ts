import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { offeredGoals } from '../domain/answers/planLinesAndGoals.ts';
import { addDays, daysBetween, instantOf, minuteMs, weekdayOf } from '../domain/core/zonedTimeAndCalendarDates.ts';
import { createEngine } from '../jobs/engine/engineAndHeartbeat.ts';
import type { Actor } from '../services/core/actor.ts';
import { saveAnswer } from '../services/answers/saveAnswerAndShowCard.ts';
import { inOrg } from '../store/recordKindsAndAccess.ts';
import { plan } from '../store/kinds/answers/latestPlan.ts';
import { demoAnswer, moodAnswer, retroAnswer } from './demoAnswers.ts';
import { historyDays, working } from './demoClockAndWorkingDays.ts';
import type { History } from './demoClockAndWorkingDays.ts';
import { submitAndApproveDemoWeeks } from './submitAndApproveDemoWeeks.ts';

export type IsOff = (actor: Actor, date: LocalDate) => boolean;

const isRefused = (error: unknown): boolean => error instanceof AppError;

/** Position of the member in the list of actors, and date of the run that the member answers. */
interface DemoTurn {
  readonly person: number;
  readonly date: LocalDate;
}

const answerStandup = async (
  { deps }: History,
  meeting: Meeting,
  actor: Actor,
  { person, date, day }: DemoTurn & { readonly day: number },
): Promise<void> => {
  const texts = demoAnswer(person, day);
  if (texts === null || actor.memberId === null) return;
  const [done, planned, blocked, blocker] = meeting.questions;
  if (done === undefined || planned === undefined || blocked === undefined || blocker === undefined) return;
  const last = await inOrg(deps.store, actor.orgId).get(plan, {
    teamId: meeting.teamId,
    meetingId: meeting.id,
    memberId: actor.memberId,
  });
  const goals = offeredGoals(last?.value, date).map((goal) => goal.id);
  const ticked = texts.ticks === 'ALL' ? goals : goals.slice(1);
  const chosen = blocked.options.find((option) => blocked.blockingOptions.includes(option) === texts.isBlocked) ?? '';
  const values = { [done.id]: texts.done, [planned.id]: texts.plan, [blocked.id]: chosen, [blocker.id]: texts.blocker };
  await saveAnswer(deps, actor, { meetingId: meeting.id, date, values, goals: ticked });
};

const answerRetro = async (
  history: History,
  meeting: Meeting,
  actor: Actor,
  { person, date }: DemoTurn,
): Promise<void> => {
  const weeksAgo = Math.floor(daysBetween(date, history.today) / 7);
  const values = Object.fromEntries(
    meeting.questions.map(({ id, type }, index) => [
      id,
      type === 'SCALE' ? moodAnswer(person, weeksAgo) : retroAnswer(person, index),
    ]),
  );
  await saveAnswer(history.deps, actor, { meetingId: meeting.id, date, values, goals: [] });
};

type Answering = (actor: Actor, person: number) => Promise<void>;

/**
 * Opens the run, lets the members answer one after the other, nine minutes apart, and moves the clock past the close.
 * The product refuses the answer of a member whom the run does not ask, as in real use.
 */
const playRun = async (
  history: History,
  tick: () => Promise<void>,
  actors: readonly Actor[],
  { opensAt, answer }: { readonly opensAt: number; readonly answer: Answering },
): Promise<void> => {
  history.moveTo(opensAt);
  await tick();
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
    await tick();
  }
};

export const playDemoHistory = async (
  history: History,
  meetings: { readonly standup: Meeting; readonly retro: Meeting },
  actors: readonly Actor[],
  isOff: IsOff,
): Promise<void> => {
  const { poll: tick } = createEngine(history.deps);
  const { standup, retro } = meetings;
  let day = 0;
  for (let date = addDays(history.today, -historyDays); date < history.today; date = addDays(date, 1)) {
    if (!working(date)) continue;
    day += 1;
    const number = day;
    const at = (meeting: Meeting): number => instantOf(date, meeting.time, history.place.zone);
    // Skips the answer of a member who is away on that date. The product would accept it, but in the demo these members
    // do not answer.
    const unlessOff =
      (answer: Answering): Answering =>
      async (actor, person) => {
        if (!isOff(actor, date)) await answer(actor, person);
      };
    const saidInStandup = unlessOff((actor, person) =>
      answerStandup(history, standup, actor, { person, date, day: number }),
    );
    await playRun(history, tick, actors, { opensAt: at(standup), answer: saidInStandup });
    if (weekdayOf(date) !== 'friday') continue;
    await submitAndApproveDemoWeeks(history, standup.teamId, actors, date);
    const saidInRetro = unlessOff((actor, person) => answerRetro(history, retro, actor, { person, date }));
    await playRun(history, tick, actors, { opensAt: at(retro), answer: saidInRetro });
  }
};
