import { questionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { languages } from '#contracts/text/languagesAndLocaleChoice.ts';
import { renderEmail } from '../../bot/src/gateways/mail/renderEmail.ts';
import { readablePresenter } from '../support/data/messagesWithReadableCards.ts';
import { translateFor } from '../../bot/src/translate.ts';
import { aQuestion } from '../support/data/idDateAndRecordBuilders.ts';
import { anAnswered, anAsk, aPerson, aReader, aRun, aSummary } from '../support/data/cardModelBuilders.ts';
import { buttonsOf, faultsOf, sizeOfCard, textOf } from '../support/data/readAndCheckCards.ts';

const presenter = readablePresenter({ translateFor: translateFor, publicUrl: 'https://rollcall.example' });
const url = 'https://rollcall.example/reports/1?date=2026-11-20';
const long = 'كل شيء على ما يرام 進捗は順調です '.repeat(60);

const crowd = Array.from({ length: 60 }, (_, index) =>
  aPerson(`Person ${index}`, { answers: [{ question: 'What did you get done?', answer: long, isBlocking: false }] }),
);
const crowded = aSummary({ people: { blocked: [], answered: crowd, open: crowd, away: [], missing: [] } });
const form = Array.from({ length: 20 }, (_, index) =>
  aQuestion({ id: questionId.parse(`q${index}`), sequence: index + 1, text: `Question ${index}` }),
);

const cardsIn = (locale: string) => {
  const reader = aReader({ locale });
  const closed = presenter.closed({ ...aRun, reason: 'CLOSED' }, reader);
  return {
    ask: presenter.ask(anAsk(), reader),
    manyQuestions: presenter.ask(anAsk({ questions: form }), reader),
    answered: presenter.answered(anAnswered(), reader),
    closed,
    announcement: presenter.announcement({ ...aRun, message: '', url, cancelled: null }, reader),
    cancelled: presenter.announcement({ ...aRun, message: '', url, cancelled: { reason: 'HOLIDAY' } }, reader),
    summary: presenter.summary(aSummary(), reader, url),
    crowdedSummary: presenter.summary(crowded, reader, url),
    notice: presenter.notice(
      {
        title: { key: 'bot.welcomeTitle', values: { product: 'Rollcall' } },
        lines: [{ key: 'help.how' }],
        buttons: [],
      },
      reader,
    ),
  };
};

describe.each(languages)('cards in %s', (language) => {
  const cards = Object.entries(cardsIn(language));

  it('follow the conventions of the platform and stay within their size limit', () => {
    expect(cards.flatMap(([name, card]) => faultsOf(card).map((fault) => `${name}: ${fault}`))).toEqual([]);
    const tooLarge = cards.filter(([name, card]) => name !== 'manyQuestions' && sizeOfCard(card) > 25_000);
    expect(tooLarge.map(([name]) => name)).toEqual([]);
    expect(cards.filter(([, card]) => buttonsOf(card).some((title) => title.length > 60))).toEqual([]);
  });

  it('are laid out in the direction of the language', () => {
    const turned = cards.map(([, card]) => card.card['rtl'] === true);
    expect(turned).toEqual(cards.map(() => language === 'ar'));
  });
});

// The German pattern leaves out "November", because the German name of the month is the same.
it.each([
  ['de', /\b(?:Friday|Please|your)\b/],
  ['fr', /\b(?:Friday|November|Please|your)\b/],
  ['es', /\b(?:Friday|November|Please|your)\b/],
  ['ja', /\b(?:Friday|November|Please|your)\b/],
  ['ar', /\b(?:Friday|November|Please|your)\b/],
])('cards in %s are in that language alone, dates included', (language, englishWords) => {
  const english = cardsIn('en');
  const cards = cardsIn(language);
  expect(Object.values(cards).filter((card) => englishWords.test(textOf(card)))).toEqual([]);
  expect(
    Object.entries(cards).filter(([name, card]) => card.summary === english[name as keyof typeof english].summary),
  ).toEqual([]);
});

it.each([
  ['de', 'ltr', 'Guten Tag Ann,'],
  ['fr-CA', 'ltr', 'Bonjour Ann,'],
  ['es', 'ltr', 'Hola, Ann:'],
  ['ja', 'ltr', 'Ann 様'],
  ['ar-EG', 'rtl', 'مرحبًا Ann،'],
  ['nl', 'ltr', 'Hello Ann,'],
])('an email in %s names its language and direction', (locale, dir, greeting) => {
  const page = { t: translateFor(locale), locale, publicUrl: 'https://rollcall.example' };
  const { html, text } = renderEmail({ kind: 'RESET', code: 'c'.repeat(43), firstName: 'Ann' }, page);
  const shownLocale = locale === 'nl' ? 'en' : locale.slice(0, 2);
  expect(html).toContain(`<html lang="${shownLocale}" dir="${dir}">`);
  expect(text).toContain(greeting);
  expect(html).toContain(greeting);
});
