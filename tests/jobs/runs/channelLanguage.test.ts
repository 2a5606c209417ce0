import { standupQuestions } from '../../support/data/idDateAndRecordBuilders.ts';
import { buttonsOf, faultsOf, textOf } from '../../support/data/readAndCheckCards.ts';
import { answerAs, isRoom } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { approveAddresses } from '../../support/data/approveAddressesAndReadConsent.ts';
import { fakeMail } from '../../support/worlds/registrationWorldAndFakeMail.ts';
import { noWebhooks } from '../../support/fakes/fakeWebhooks.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import { createPresenter } from '../../../bot/src/teams/cards/teamsCardPresenter.ts';
import { createAccountWork } from '../../../bot/src/jobs/outbox/sendDueEmailsAndPurge.ts';
import { codeKeys } from '../../../bot/src/services/identity/emailLinkCodes.ts';
import { createLimiter } from '../../../bot/src/services/rateLimits/storedRateLimiter.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { pdfFonts } from '../../support/files/pdfFonts.ts';

const questions = standupQuestions().map((standupQuestion) => ({
  ...standupQuestion,
  text: `${standupQuestion.sequence}؟`,
}));
const meeting = { name: '朝会', questions, firstReminderMessage: '', secondReminderMessage: '' };
const latin = /[A-Za-z]{2,}/g;
/**
 * All Latin words of the test data: names, options, answers and the time zone. The product does not translate them. Any
 * other Latin word is a text of the product in the wrong language.
 */
const theirs = new Set([
  'ann',
  'bob',
  'cy',
  'dan',
  'The',
  'report',
  'Fix',
  'sign',
  'in',
  'Review',
  'No',
  'Yes',
  'Europe',
  'Berlin',
  'Waiting',
]);

const ours = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => [...text.matchAll(latin)].map(([word]) => word)).filter((word) => !theirs.has(word));

it('is the language of all messages to a channel, and of members without one, from the minute of its choice', async () => {
  const world = await aWorld({ people: ['ann', 'bob', 'cy', 'dan'] });
  const mail = fakeMail();
  const presenter = createPresenter({ translateFor: translateFor, publicUrl: world.deps.publicUrl });
  const emails = { newId: world.answering.newId, codeKeys: codeKeys(['a secret of at least thirty-two bytes']) };
  const limiter = createLimiter({ ...world.deps, addressLimiter: null });
  const accountWork = createAccountWork({
    pdfFonts,
    ...noWebhooks,
    ...world.deps,
    ...emails,
    limiter,
    trialDays: 30,
    mail,
  });
  await approveAddresses(world, 'lead@example.org');
  const engine = world.instance('one', { presenter, accountWork });
  await world.changeMember('ann', { locale: 'ja' });
  await world.changeMember('bob', { locale: null });
  // Teams offers Polish, but the catalogue has no texts in this language.
  await world.changeMember('dan', { locale: 'pl-PL' });
  await world.meeting({ ...meeting, reportSummaryEmail: 'lead@example.org, cy@example.org, dan@example.org' });
  await world.changeTeam({ language: 'ar' });
  await world.runUntil('2026-11-20T09:05:00Z', 60, engine);
  await answerAs(world, 'ann', { change: { blocked: 'Yes', what: 'Waiting' } });
  await world.runUntil('2026-11-20T11:05:00Z', 60, engine);
  await answerAs(world, 'cy');
  await world.runUntil('2026-11-20T11:20:00Z', 60, engine);

  const inChannel = world.messenger.calls.filter(({ to }) => isRoom(to));
  expect(inChannel.map((call) => call.do)).toEqual(['send', 'send', 'update']);
  for (const { message } of inChannel) {
    expect(ours([message.summary, textOf(message), ...buttonsOf(message)])).toEqual([]);
    expect(message.card).toMatchObject({ rtl: true });
    expect(faultsOf(message)).toEqual([]);
  }
  const firstTo = (name: string) => world.messenger.calls.find((call) => call.to === name)?.message.card;
  expect(firstTo('bob')).toMatchObject({ rtl: true });
  expect(firstTo('dan')).toMatchObject({ rtl: true });
  expect(firstTo('cy')).not.toHaveProperty('rtl');
  expect(mail.sent.map(({ to, locale }) => `${to} ${locale}`).sort()).toEqual([
    'cy@example.org en',
    'dan@example.org ar',
    'lead@example.org ar',
  ]);
});
