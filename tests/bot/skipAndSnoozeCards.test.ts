import { languages } from '#contracts/text/languagesAndLocaleChoice.ts';
import { snoozeLengths } from '#contracts/answers/skipAndSnoozeCalls.ts';
import { translateFor } from '../../bot/src/translate.ts';
import { anAsk, aReader, aRun, someData } from '../support/data/cardModelBuilders.ts';
import { anInstant } from '../support/data/idDateAndRecordBuilders.ts';
import { buttonsOf, faultsOf, ofType, textOf } from '../support/data/readAndCheckCards.ts';
import { readablePresenter } from '../support/data/messagesWithReadableCards.ts';

// Tests the buttons of a prompt other than Send, and the cards that replace the prompt after a press.

const presenter = readablePresenter({ translateFor: translateFor, publicUrl: 'https://rollcall.example' });
const sizeOf = (message: { readonly card: object }): number => Buffer.byteLength(JSON.stringify(message.card));
const budget = 25_000;
const all = { snoozes: snoozeLengths, canSkip: true };
const data = someData;
const skipped = { ...aRun, data, reason: 'At the *dentist*', canAnswer: true, canChangeReason: true };
const snoozed = { ...aRun, data, until: anInstant('2026-11-20T10:30:00Z'), canSkip: true };

interface CardButton {
  readonly type: string;
  readonly title: string;
  readonly verb?: string;
  readonly associatedInputs?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly card?: { readonly actions: readonly CardButton[] };
}

const actionsOf = (message: { readonly card: object }): readonly CardButton[] =>
  (message.card as { actions?: readonly CardButton[] }).actions ?? [];

describe('the choices of a prompt', () => {
  it('come after Send, which stays the primary button', () => {
    const message = presenter.ask(anAsk(all), aReader());
    expect(actionsOf(message).map(({ title }) => title)).toEqual([
      ...['Send', 'Same as last time', 'Snooze', 'Skip today'],
    ]);
    const lengths = actionsOf(message)[2]?.card?.actions ?? [];
    expect(lengths.map(({ title }) => title)).toEqual(['In 30 minutes', 'In 1 hour', 'After lunch, at 13:00']);
    expect(lengths.map((button) => button.data?.['length'])).toEqual(snoozeLengths);
    expect(faultsOf(message)).toEqual([]);
  });

  it('send no inputs, so that an empty required answer does not block them', () => {
    const message = presenter.ask(anAsk(all), aReader());
    const [, , snooze, skip] = actionsOf(message);
    for (const button of [...(snooze?.card?.actions ?? []), skip]) expect(button?.associatedInputs).toBe('none');
  });

  it('are left out if there is none', () => {
    expect(actionsOf(presenter.ask(anAsk(), aReader()))).toHaveLength(2);
    expect(
      actionsOf(presenter.ask(anAsk({ snoozes: [], canSkip: true }), aReader())).map(({ title }) => title),
    ).toEqual(['Send', 'Same as last time', 'Skip today']);
  });

  it('add less than four kilobytes to the card, in every language', () => {
    for (const locale of languages) {
      const reader = aReader({ locale });
      const more = sizeOf(presenter.ask(anAsk(all), reader)) - sizeOf(presenter.ask(anAsk(), reader));
      expect(more).toBeLessThan(4_096);
    }
  });

  it('are shown on the card that is sent again', () => {
    expect(textOf(presenter.ask(anAsk({ ...all, isAgain: true }), aReader()))).toContain('You snoozed this.');
    expect(textOf(presenter.ask(anAsk(all), aReader()))).not.toContain('You snoozed this.');
  });
});

describe('the card of a skipped run', () => {
  it('lets the member answer after all, or add a reason', () => {
    const message = presenter.skipped(skipped, aReader());
    expect(actionsOf(message).map(({ verb, title }) => [verb, title])).toEqual([
      ['edit', 'Answer after all'],
      ['skip', 'Save reason'],
    ]);
    const inputs = ofType(message, 'Input.Text');
    expect(inputs).toEqual([expect.objectContaining({ id: 'skipReason', value: 'At the *dentist*' })]);
    expect(inputs[0]).not.toHaveProperty('maxLength');
    expect(actionsOf(message)[1]?.associatedInputs).toBeUndefined();
  });

  it('shows a refused reason again in the input, with the refusal', () => {
    const refused = { text: 'x'.repeat(10_240), problem: 'The reason is too long.' };
    const message = presenter.skipped({ ...skipped, refused }, aReader());
    expect(ofType(message, 'Input.Text')).toEqual([expect.objectContaining({ value: refused.text })]);
    expect(textOf(message)).toContain('The reason is too long.');
    expect(faultsOf(message)).toEqual([]);
    expect(sizeOf(message)).toBeLessThan(budget);
    expect(presenter.isWithinBudget(message)).toBe(true);
    const larger = { ...refused, text: '"'.repeat(20_000) };
    expect(presenter.isWithinBudget(presenter.skipped({ ...skipped, refused: larger }, aReader()))).toBe(false);
  });

  it('shows the reason as plain text once the run is closed', () => {
    const message = presenter.skipped({ ...skipped, canAnswer: false, canChangeReason: false }, aReader());
    expect(buttonsOf(message)).toEqual([]);
    expect(textOf(message)).toContain('At the *dentist*');
  });
});

describe('the card of a snoozed prompt', () => {
  it('shows the time at which the card comes again, and offers to answer now or to skip', () => {
    const message = presenter.snoozed(snoozed, aReader());
    expect(message.summary).toContain('11:30');
    expect(actionsOf(message).map(({ verb }) => verb)).toEqual(['edit', 'skip']);
    expect(actionsOf(presenter.snoozed({ ...snoozed, canSkip: false }, aReader())).map(({ verb }) => verb)).toEqual([
      'edit',
    ]);
  });
});

it.each(languages)('all these cards are valid and within their size in %s', (locale) => {
  const reader = aReader({ locale });
  const long = 'ä'.repeat(500);
  for (const message of [
    presenter.ask(anAsk({ ...all, isAgain: true }), reader),
    presenter.skipped({ ...skipped, reason: long }, reader),
    presenter.skipped({ ...skipped, reason: long, canAnswer: false, canChangeReason: false }, reader),
    presenter.snoozed(snoozed, reader),
  ]) {
    expect(faultsOf(message)).toEqual([]);
    expect(sizeOf(message)).toBeLessThan(budget);
  }
});
