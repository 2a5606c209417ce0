import { cardInput } from '#contracts/answers/answerCardDataAndVerbs.ts';
import type { CardVerb } from '#contracts/answers/answerCardDataAndVerbs.ts';
import { choiceInput } from '#contracts/answers/skipAndSnoozeCalls.ts';
import { cardAction } from '../../../bot/src/services/answers/cardActions/runCardActions.ts';
import { cardIn } from '../../../bot/src/gateways/botframework/cardAsOpaqueMessage.ts';
import { skipRun } from '../../../bot/src/services/answers/skipRun.ts';
import { syncSender } from '../../../bot/src/services/teamsSync/senderSyncAndPersonalInstall.ts';
import { cancelRun } from '../../../bot/src/services/runs/state/cancelRuns.ts';
import type { AskModel, NoticeModel } from '../../../bot/src/services/core/cardPresenterPort.ts';
import { goalId } from '../../../bot/src/domain/core/hashesAndDerivedIds.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import {
  meeting as meetingKind,
  meetingName,
} from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { aDate, aMeetingId } from '../../support/data/idDateAndRecordBuilders.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { answerAs, cardInputs, friday, monday, rowsOf } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Presses every button of a prompt on a card that the chat still shows although the run no longer waits for an answer.
// Each reply is a card that shows the state of the run or the reason of the refusal.

interface Button {
  readonly verb: CardVerb;
  readonly inputs: Readonly<Record<string, string>>;
}

const goals = {
  [`${cardInput.goal}${goalId('Review')}`]: 'true',
  [`${cardInput.drop}${goalId('Fix sign-in')}`]: 'true',
};

const buttons: Readonly<Record<string, Button>> = {
  Send: { verb: 'submit', inputs: cardInputs() },
  'Send with goals': { verb: 'submit', inputs: { ...cardInputs(), ...goals } },
  'Send without a required answer': { verb: 'submit', inputs: {} },
  'Same as last time': { verb: 'sameAsLast', inputs: {} },
  'Snooze for half an hour': { verb: 'snooze', inputs: { [choiceInput.length]: 'HALF_HOUR' } },
  'Snooze for an hour': { verb: 'snooze', inputs: { [choiceInput.length]: 'HOUR' } },
  'Snooze until after lunch': { verb: 'snooze', inputs: { [choiceInput.length]: 'AFTER_LUNCH' } },
  Skip: { verb: 'skip', inputs: {} },
  'Answer anyway': { verb: 'edit', inputs: {} },
};
const names = Object.keys(buttons);

/** Ann and Bob answered on Friday, so the prompt of Monday offers goals. The run of Monday is open. */
const onMonday = async (): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob'] });
  await world.meeting({ isReminderEnabled: false });
  await world.runUntil('2026-11-20T09:05:00Z', 300);
  await answerAs(world, 'ann');
  await answerAs(world, 'bob');
  await world.runUntil('2026-11-23T09:05:00Z', 1800);
  return world;
};

const promptOf = (world: World, name: string, date = monday) => {
  const sent = world.messenger.calls.find(
    (call) => call.to === name && shows(call.message) === 'ask' && modelIn<AskModel>(call.message).date === date,
  );
  if (sent === undefined) throw new Error(`${name} was not asked on ${date}.`);
  return { data: modelIn<AskModel>(sent.message).data, activityId: sent.activityId };
};

const press = (world: World, button: string, { by = 'ann', date = monday } = {}) => {
  const { verb, inputs } = buttons[button] as Button;
  const { data, activityId } = promptOf(world, 'ann', date);
  return cardAction(world.answering, world.sender(by), { verb, data: { ...data, ...inputs }, pressed: activityId });
};

type Reply = Awaited<ReturnType<typeof press>>;

/** Returns the text keys of a notice as `title: lines`; for any other card, the kind of the card. */
const outlineOf = (reply: Reply): string => {
  if (shows(reply) !== 'notice') return shows(reply);
  const { title, lines } = modelIn<NoticeModel>(reply);
  return `${title.key}: ${lines.map(({ key }) => key).join(' ')}`;
};

const deleteReport = async (world: World): Promise<void> => {
  const { orgId, teamId } = world;
  const meetingId = aMeetingId();
  await cancelRun(world.deps, { orgId, teamId, meetingId, date: aDate(monday), reason: 'DELETED', actor: 'bob' });
  const records = inOrg(world.store, orgId);
  const name = (await records.get(meetingKind, { teamId, meetingId }))?.value.name ?? '';
  await records.transact([
    records.deleteStep(meetingKind, { teamId, meetingId }),
    records.deleteStep(meetingName, { teamId, name }),
  ]);
};

const choicesOf = async (world: World, date = monday) => {
  const { answers, skips, snoozes } = await rowsOf(world, date);
  return { answers: answers.map(({ value }) => value), skips: skips.size, snoozes: snoozes.size };
};

it('the prompt of this file has goals and every button', async () => {
  const world = await onMonday();
  const sent = world.messenger.calls.findLast((call) => call.to === 'ann' && shows(call.message) === 'ask');
  const model = sent === undefined ? undefined : modelIn<AskModel>(sent.message);
  expect(model?.goals.map(({ text }) => text)).toEqual(['Fix sign-in', 'Review']);
  expect(model).toMatchObject({ canSkip: true, snoozes: ['HALF_HOUR', 'HOUR'] });
});

describe('on the card of a run that was answered elsewhere', () => {
  it.each(names)('%s shows the answer, or the form that changes it', async (button) => {
    const world = await onMonday();
    await answerAs(world, 'ann', { date: monday });
    const [before] = (await choicesOf(world)).answers;
    const reply = await press(world, button);
    const { verb } = buttons[button] as Button;
    const isForm = verb === 'edit' || button === 'Send without a required answer';
    expect(outlineOf(reply)).toBe(isForm ? 'ask' : 'answered');
    const after = await choicesOf(world);
    expect(after).toMatchObject({ skips: 0, snoozes: 0 });
    expect(after.answers.map((answer) => answer.values)).toEqual([before?.values]);
  });
});

describe('on the card of a run that was skipped elsewhere', () => {
  it.each(names)('%s shows the skip, unless it answers', async (button) => {
    const world = await onMonday();
    await skipRun(world.answering, world.actor('ann'), {
      meetingId: aMeetingId(),
      date: aDate(monday),
      reason: 'Away',
    });
    const { verb } = buttons[button] as Button;
    const expected = { submit: 'answered', edit: 'ask', sameAsLast: 'skipped', skip: 'skipped', snooze: 'skipped' }[
      verb
    ];
    expect(outlineOf(await press(world, button))).toBe(button === 'Send without a required answer' ? 'ask' : expected);
    expect(await choicesOf(world)).toMatchObject({ skips: 1, snoozes: 0 });
  });
});

const refusals: Readonly<Record<CardVerb, string>> = {
  submit: 'answer.refusedTitle',
  edit: 'answer.notAskedTitle',
  sameAsLast: 'answer.notAskedTitle',
  skip: 'answer.notSkippedTitle',
  snooze: 'answer.notSnoozedTitle',
};
/**
 * Returns the expected reply to a button after the close of the run. A button that only shows the run gets the card of
 * the closed run; the other buttons get a notice with the reason.
 */
const overReply = (button: string, reason: string): string => {
  const { verb } = buttons[button] as Button;
  return verb === 'edit' || verb === 'sameAsLast' ? 'closed' : `${refusals[verb]}: ${reason}`;
};

describe('on the card of a closed run', () => {
  it.each(names)('%s shows that the run is over, and changes nothing', async (button) => {
    const world = await onMonday();
    await world.runUntil('2026-11-24T10:00:00Z', 3600);
    expect(outlineOf(await press(world, button))).toBe(overReply(button, 'error.RUN_CLOSED'));
    expect(await choicesOf(world)).toEqual({ answers: [], skips: 0, snoozes: 0 });
  });
});

describe('on the card of an earlier run that was answered', () => {
  it.each(names)('%s shows the answer or why it stays as it is', async (button) => {
    const world = await onMonday();
    const before = await choicesOf(world, friday);
    const reply = outlineOf(await press(world, button, { date: friday }));
    const { verb } = buttons[button] as Button;
    const isShown = verb === 'edit' || verb === 'sameAsLast';
    expect(reply).toBe(isShown ? 'answered' : `${refusals[verb]}: error.RUN_CLOSED`);
    expect(await choicesOf(world, friday)).toEqual(before);
  });
});

describe('on the card of a deleted report', () => {
  it.each(names)('%s shows that the run is cancelled, and changes nothing', async (button) => {
    const world = await onMonday();
    await deleteReport(world);
    expect(outlineOf(await press(world, button))).toBe(overReply(button, 'error.RUN_CANCELLED'));
    expect(await choicesOf(world)).toEqual({ answers: [], skips: 0, snoozes: 0 });
  });
});

describe('on the card of another person', () => {
  it.each(names)('%s shows that the card is not theirs, beside the card', async (button) => {
    const world = await onMonday();
    const reply = await press(world, button, { by: 'bob' });
    expect(outlineOf(reply)).toBe('answer.notYourCardTitle: error.NOT_YOUR_CARD');
    expect(reply.replacesCard).toBe(false);
    expect(await choicesOf(world)).toEqual({ answers: [], skips: 0, snoozes: 0 });
  });
});

it('the refusal is in the language that the member chose, whatever the language of the chat client', async () => {
  const world = await onMonday();
  await world.changeMember('ann', { locale: 'de', localeFrom: 'PERSON' });
  await world.runUntil('2026-11-24T09:05:00Z', 3600);
  const { seats } = await syncSender(world.deps, world.sender('ann'));
  const { data, activityId } = promptOf(world, 'ann');
  const press = { verb: 'skip', data, pressed: activityId, seats } as const;
  const reply = await cardAction(world.answering, world.sender('ann'), press);
  expect(outlineOf(reply)).toContain('answer.notSkippedTitle');
  expect(cardIn(reply).card['reader']).toMatchObject({ locale: 'de' });
});
