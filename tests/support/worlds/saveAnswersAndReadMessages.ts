import { cardInput } from '#contracts/answers/answerCardDataAndVerbs.ts';
import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { questionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { saveAnswer } from '../../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { readRun } from '../../../bot/src/services/runs/readRunAndDayRows.ts';
import type { RunRows } from '../../../bot/src/services/runs/readRunAndDayRows.ts';
import { inOrg, scanRows } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { aDate, aMeetingId } from '../data/idDateAndRecordBuilders.ts';
import { shows } from '../fakes/fakePresenterAndShownModels.ts';
import type { World } from './teamWorldWithEngine.ts';

export const question = (id: string) => questionId.parse(id);

export const friday = '2026-11-20';
export const monday = '2026-11-23';

export const values = (change: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    Object.entries({ done: 'The report', plan: 'Fix sign-in 1h30\nReview 30m', blocked: 'No', ...change }).map(
      ([id, value]) => [question(id), value],
    ),
  );

/** Returns the values of an answer as the inputs of a card. */
export const cardInputs = (change: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(Object.entries(values(change)).map(([id, value]) => [`${cardInput.question}${id}`, value]));

export const answerAs = (
  world: World,
  name: string,
  {
    date = friday,
    goals = [],
    change = {},
    meetingId = aMeetingId(),
  }: { date?: string; goals?: string[]; change?: Record<string, string>; meetingId?: MeetingId } = {},
): Promise<{ answer: Answer }> =>
  saveAnswer(world.answering, world.actor(name), {
    meetingId,
    date: aDate(date),
    values: values(change),
    goals,
  });

export const rowsOf = (world: World, date = friday): Promise<RunRows> =>
  readRun(inOrg(world.store, world.orgId), { teamId: world.teamId, meetingId: aMeetingId(), date: aDate(date) });

export const runOf = async (world: World, date = friday): Promise<Run | undefined> =>
  (await rowsOf(world, date)).run?.value;

/** True for a Teams thread, a channel of the other platform, and their conversations. */
export const isRoom = (to: string): boolean => /^(?:chat-)?(?:19:|C\d)|^thread-/.test(to);

const isRedrawn = ({ do: what, to }: World['messenger']['calls'][number]): boolean => what === 'update' && !isRoom(to);

export const channelUpdates = (world: World) =>
  world.messenger.calls.filter((call) => call.do === 'update' && !isRedrawn(call));

/** Returns the updates of cards in personal chats. `story` leaves them out, because an update notifies no person. */
export const redrawn = (world: World): string[] => linesOf(world.messenger.calls.filter(isRedrawn));

/**
 * Returns the sent messages and the updates in the channel, such as "09:00 ask ann", in the order of delivery and
 * sorted by name within a minute.
 */
export const story = (world: World): string[] => linesOf(world.messenger.calls.filter((call) => !isRedrawn(call)));

const linesOf = (calls: World['messenger']['calls']): string[] => {
  const lines = calls.map(({ at, message, to, do: what }) => {
    const who = isRoom(to) ? 'channel' : to;
    return `${at.slice(5, 16).replace('T', ' ')} ${shows(message)}${what === 'update' ? '-update' : ''} ${who}`;
  });
  return lines
    .map((line, index) => ({ line, at: index }))
    .sort((a, b) =>
      a.line.slice(0, 11) === b.line.slice(0, 11) ? (a.line < b.line ? -1 : a.line > b.line ? 1 : 0) : a.at - b.at,
    )
    .map((item) => item.line);
};

export const promptsTo = (world: World): string[] =>
  world.messenger.calls
    .filter((call) => call.do === 'send' && ['ask', 'reminder'].includes(shows(call.message)))
    .map((call) => `${call.at.slice(5, 16).replace('T', ' ')} ${call.to}`)
    .sort();

/** Returns the row keys that are left in the shard partitions of a table. */
export const rowsLeft = async (world: Pick<World, 'store'>, table: 'Due' | 'Outbox'): Promise<string[]> => {
  const prefix = table === 'Due' ? 'due' : 'ob';
  const keys: string[] = [];
  for (let shard = 0; shard < 16; shard += 1) {
    const pk = `${prefix}-${String(shard).padStart(2, '0')}`;
    for await (const row of scanRows(world.store, table, pk, { from: '', to: '~' })) keys.push(row.rk);
  }
  return keys;
};

export const kindsLeft = async (world: Pick<World, 'store'>, table: 'Due' | 'Outbox'): Promise<string[]> =>
  (await rowsLeft(world, table)).map((key) => key.split('|').slice(0, 2).join(' '));
