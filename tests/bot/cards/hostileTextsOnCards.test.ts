import { answerParts, noLinks } from '#contracts/core/findLinksAndMentions.ts';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { awkwardNames } from '../../support/data/awkwardNames.ts';
import { aQuestion } from '../../support/data/idDateAndRecordBuilders.ts';
import {
  aGoal,
  anAnswered,
  anAsk,
  aPerson,
  aReader,
  aRun,
  aSummary,
  optionQuestion,
} from '../../support/data/cardModelBuilders.ts';
import { faultsOf, ofType, partsOf } from '../../support/data/readAndCheckCards.ts';
import { presenter, reportUrl } from '../../support/data/drawAndMeasureCards.ts';
import { anyCharacter } from '../../support/data/anyCharacter.ts';

describe("people's text on every card", () => {
  const markdownTypes = ['TextBlock', 'Fact'];

  const allCards = (name: string) => [
    presenter.ask(
      anAsk({
        meetingName: name,
        questions: [aQuestion({ text: name }), optionQuestion([name || 'a', 'b'], name)],
        goals: [aGoal(name)],
        values: { done: name },
      }),
      aReader(),
    ),
    presenter.answered(
      anAnswered({
        meetingName: name,
        questions: [aQuestion({ text: name })],
        values: { done: name },
        goals: [aGoal(name)],
        logged: [{ task: name, minutes: 5 }],
      }),
      aReader(),
    ),
    presenter.closed({ ...aRun, meetingName: name, reason: 'CLOSED' }, aReader()),
    presenter.announcement({ ...aRun, meetingName: name, message: name, url: reportUrl, cancelled: null }, aReader()),
    presenter.notice(
      { title: { key: 'answer.required', values: { question: name } }, lines: [], buttons: [] },
      aReader(),
    ),
    presenter.summary(
      aSummary({
        header: { ...aSummary().header, meetingName: name },
        people: {
          ...aSummary().people,
          answered: [aPerson(name, { answers: [{ question: name, answer: name, isBlocking: false }] })],
          open: [aPerson(name)],
        },
      }),
      aReader(),
      reportUrl,
    ),
  ];

  /** Returns the addresses in the text, which an answer shows as links. */
  const addressesIn = (text: string): readonly unknown[] =>
    answerParts(noLinks, text).flatMap((part) => (part.kind === 'ADDRESS' ? [part.url] : []));

  /** Finds text of a person that a client would render as Markdown, as a hidden link or as a mention that notifies. */
  const dangers = (name: string): string[] =>
    allCards(name).flatMap((message) => {
      const parts = partsOf(message.card);
      const marked = parts.filter((part) => markdownTypes.includes(String(part['type'])));
      const json: unknown = JSON.parse(JSON.stringify(message.card));
      return [
        ...faultsOf(message),
        ...(name.length > 3 && marked.some((item) => String(item['text']).includes(name)) ? ['read as Markdown'] : []),
        ...ofType(message, 'Action.OpenUrl').flatMap((item) =>
          [reportUrl, ...addressesIn(name)].includes(item['url']) ? [] : ['in an address'],
        ),
        ...(parts.some((part) => 'entities' in part || 'msteams' in part) ? ['a mention'] : []),
        ...(isDeepStrictEqual(json, message.card) ? [] : ['not the same as JSON']),
        ...(/[\n\u202a-\u202e]/u.test(message.summary) ? ['disturbs the notification'] : []),
      ];
    });

  it.each(awkwardNames.map((name) => [name]))('are safe when they are %j', (name) => {
    expect(dangers(name)).toEqual([]);
  });

  it.each(['[x](javascript:alert(1))', '**bold** _x_', '![i](https://evil.test/i.png)', '<a href="x">', '# head'])(
    'are no Markdown when they are %j in the text of a client that shows no cards',
    (name) => {
      for (const { card } of allCards(name)) {
        const text = String(card['fallbackText']);
        expect(text).not.toMatch(/\]\(|\*\*|^#|<a/);
      }
    },
  );

  it('are safe for random texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 4, maxLength: 80 }), (name) => {
        fc.pre(!'Needs attention Blocked Answered Still open Away'.includes(name));
        expect(dangers(name)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
