import fc from 'fast-check';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { languages } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { ReminderPart } from '../../bot/src/services/core/cardPresenterPort.ts';
import { readablePresenter } from '../support/data/messagesWithReadableCards.ts';
import { translateFor } from '../../bot/src/translate.ts';
import { awkwardNames } from '../support/data/awkwardNames.ts';
import { aMeetingId, anInstant, aZone } from '../support/data/idDateAndRecordBuilders.ts';
import { anAsk, aReader, aRun, someData } from '../support/data/cardModelBuilders.ts';
import { buttonsOf, faultsOf, ofType, sizeOfCard, textOf } from '../support/data/readAndCheckCards.ts';
import { anyCharacter } from '../support/data/anyCharacter.ts';

const presenter = readablePresenter({ translateFor: translateFor, publicUrl: 'https://rollcall.example' });
const budget = 25_000;

const aPart = (change: Partial<ReminderPart> = {}): ReminderPart => ({
  ...aRun,
  data: someData,
  text: 'Half the time is over',
  state: 'OPEN',
  ...change,
});

/** Returns `count` reports, of which the first is due last. */
const partsOf = (count: number, change: (index: number) => Partial<ReminderPart> = () => ({})): ReminderPart[] =>
  Array.from({ length: count }, (_, index) =>
    aPart({
      meetingId: aMeetingId(`report ${index}`),
      meetingName: `Report ${index}`,
      closesAt: anInstant(new Date(Date.parse('2026-11-20T11:00:00Z') - index * 60_000).toISOString()),
      text: `Words ${index}`,
      ...change(index),
    }),
  );

const draw = (parts: readonly ReminderPart[], reader = aReader()) => presenter.reminder({ parts }, reader);

describe('the reminder of one report', () => {
  it('shows its text above a pointer to the card, and a button that names the run', () => {
    const message = draw([aPart({ text: 'Please answer\n\nThe team waits' })]);
    expect(textOf(message).split('\n')).toEqual([
      'Please answer',
      'The team waits',
      'Daily stand-up – Friday 20 November, due 12:00',
      'The card with the questions is further up in this chat. The button brings the card here.',
    ]);
    expect(message.summary).toBe('Please answer The team waits');
    expect(buttonsOf(message)).toEqual(['Answer Daily stand-up (Fri 20 Nov)']);
    expect(ofType(message, 'Action.Submit')).toEqual([
      expect.objectContaining({ data: { ...someData, verb: 'answerRun' }, associatedInputs: 'none' }),
    ]);
    expect(faultsOf(message)).toEqual([]);
  });

  it('names the time in the zone of the reader', () => {
    expect(textOf(draw([aPart()], aReader({ timezone: aZone('America/New_York') })))).toContain('due 06:00');
  });

  it.each(['', ' \n '])('shows a sentence that names the report if it has no text: %j', (text) => {
    const message = draw([aPart({ text })]);
    expect(message.summary).toBe('Reminder: Daily stand-up still waits for your answer.');
    expect(textOf(message).split('\n')[0]).toBe(message.summary);
  });

  it.each([
    ['ANSWERED', 'Thanks, your answer is saved.'],
    ['CLOSED', 'Closed 12:00.'],
    ['CANCELLED', 'This run was cancelled.'],
  ] as const)('is short and has no button when it is %s', (state, sentence) => {
    const message = draw([aPart({ state })]);
    expect(textOf(message)).toBe(`${sentence}\nDaily stand-up – Friday 20 November`);
    expect(buttonsOf(message)).toEqual([]);
    expect(faultsOf(message)).toEqual([]);
  });
});

describe('the reminder of several reports', () => {
  it('lists each with text and time, the first due first, and a button for each', () => {
    const message = draw(partsOf(2));
    expect(textOf(message).split('\n')).toEqual([
      '2 reports still wait for your answer',
      'Words 1',
      'Report 1 – Friday 20 November, due 11:59',
      'Words 0',
      'Report 0 – Friday 20 November, due 12:00',
    ]);
    expect(message.summary).toBe('2 reports still wait for your answer');
    expect(buttonsOf(message)).toEqual(['Answer Report 1 (Fri 20 Nov)', 'Answer Report 0 (Fri 20 Nov)']);
  });

  it('shows a text once if all reports share it', () => {
    const text = textOf(draw(partsOf(3, () => ({ text: 'Please answer' }))));
    expect(text.split('Please answer')).toHaveLength(2);
  });

  it('changes one line when one is answered, and keeps the buttons of the others', () => {
    const message = draw(partsOf(3, (index) => (index === 1 ? { state: 'ANSWERED' } : {})));
    expect(textOf(message)).toContain('2 reports still wait for your answer');
    expect(textOf(message)).toContain('Report 1 – Friday 20 November: Thanks, your answer is saved.');
    expect(textOf(message)).not.toContain('Words 1');
    expect(buttonsOf(message)).toEqual(['Answer Report 2 (Fri 20 Nov)', 'Answer Report 0 (Fri 20 Nov)']);
  });

  it('has no button when no run waits', () => {
    const states = ['ANSWERED', 'CLOSED', 'CANCELLED'] as const;
    const message = draw(partsOf(3, (index) => ({ state: states[index] ?? 'CLOSED' })));
    expect(textOf(message).split('\n')[0]).toBe('Nothing waits here any more');
    expect(buttonsOf(message)).toEqual([]);
  });

  it.each([
    [5, 5, undefined],
    [6, 5, 'Say “hi” to answer the others.'],
    [25, 5, '5 more reports wait. Say “hi” to answer the others.'],
  ])(
    'the reminder of several reports of %d reports has %d buttons, and explains how to answer the others',
    (count, buttons, text) => {
      const message = draw(partsOf(count));
      expect(buttonsOf(message)).toHaveLength(buttons);
      expect(
        textOf(message)
          .split('\n')
          .find((line) => line.includes('hi”')),
      ).toBe(text);
      expect(faultsOf(message)).toEqual([]);
    },
  );
});

describe('a reminder that repeats the card', () => {
  it('shows its text above the whole form, and in the notification', () => {
    const message = presenter.ask(anAsk({ reminder: '**Last** call' }), aReader());
    expect(textOf(message).split('\n')[0]).toBe('**Last** call');
    expect(textOf(message)).toContain('Daily stand-up – due 12:00, takes a minute');
    expect(message.summary).toBe('**Last** call');
    expect(buttonsOf(message)).toEqual(buttonsOf(presenter.ask(anAsk(), aReader())));
    expect(faultsOf(message)).toEqual([]);
  });

  it('shows a sentence that names the report if it has no text', () => {
    const { summary } = presenter.ask(anAsk({ reminder: '' }), aReader());
    expect(summary).toBe('Reminder: Daily stand-up still waits for your answer.');
  });
});

describe('with any text', () => {
  const isSafe = (parts: readonly ReminderPart[]): void => {
    const message = draw(parts);
    expect(faultsOf(message)).toEqual([]);
    expect(sizeOfCard(message)).toBeLessThanOrEqual(budget);
    expect(ofType(message, 'TextBlock')).toEqual([]);
    expect(JSON.stringify(ofType(message, 'Action.OpenUrl'))).toBe('[]');
  };

  it.each([...awkwardNames, '**bold** [x](https://evil.example) <at>all</at>'].map((text) => [text]))(
    'a reminder is drawn as text: %j',
    (text) => {
      isSafe([aPart({ text, meetingName: text })]);
      isSafe(partsOf(3, () => ({ text, meetingName: text })));
      expect(faultsOf(presenter.ask(anAsk({ reminder: text }), aReader()))).toEqual([]);
    },
  );

  it('a reminder keeps its size', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: limits.messageLength });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 40 }), (texts) => {
        isSafe(partsOf(texts.length, (index) => ({ text: texts[index] ?? '' })));
      }),
      { numRuns: 20 },
    );
    isSafe(partsOf(40, (index) => ({ text: `${index}${'\u0001'.repeat(499)}`, meetingName: '漢'.repeat(100) })));
  });
});

it.each(languages)('is drawn in %s', (language) => {
  const reader = aReader({ locale: language });
  const cards = [
    draw([aPart({ text: '' })], reader),
    draw([aPart({ state: 'ANSWERED' })], reader),
    draw(partsOf(22), reader),
    draw(
      partsOf(2, () => ({ state: 'CLOSED' })),
      reader,
    ),
    presenter.ask(anAsk({ reminder: '' }), reader),
  ];
  for (const message of cards) {
    expect(faultsOf(message)).toEqual([]);
    expect(JSON.stringify(message.card)).not.toMatch(/(?<!adaptive-)card\.\w+|\{\w+\}/);
    expect(message.card['rtl']).toBe(language === 'ar' ? true : undefined);
  }
});
