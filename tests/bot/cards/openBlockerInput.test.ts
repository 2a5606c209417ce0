import type { OutgoingMessage as Message } from '../../../bot/src/gateways/messengerPort.ts';
import { languages } from '#contracts/text/languagesAndLocaleChoice.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { anAsk, aReader } from '../../support/data/cardModelBuilders.ts';
import { aDate } from '../../support/data/idDateAndRecordBuilders.ts';
import { faultsOf, ofType, textOf } from '../../support/data/readAndCheckCards.ts';
import { readablePresenter } from '../../support/data/messagesWithReadableCards.ts';

// Tests the question about the member's open blocker, on the card with the form.

const presenter = readablePresenter({ translateFor: translateFor, publicUrl: 'https://rollcall.example' });
const blocker = { since: aDate('2026-11-18'), text: 'The *licences* have not come' };
const inputsOf = (message: Message) =>
  ['Input.ChoiceSet', 'Input.Text', 'Input.Toggle'].flatMap((type) => ofType(message, type));

describe('the question about an open blocker', () => {
  it('names the blocker and its first date, and chooses nothing', () => {
    const message = presenter.ask(anAsk({ blocker }), aReader());
    const [set] = ofType(message, 'Input.ChoiceSet').filter(({ id }) => id === 'b:2026-11-18');
    expect(set).toMatchObject({ label: 'What has become of it?' });
    expect(set).not.toHaveProperty('value');
    expect(textOf(message)).toContain('You reported a blocker on Wednesday 18 November');
    expect(textOf(message)).toContain('The *licences* have not come');
    expect(faultsOf(message)).toEqual([]);
  });

  it('comes before all other inputs', () => {
    const card = JSON.stringify(presenter.ask(anAsk({ blocker }), aReader()));
    const others = inputsOf(presenter.ask(anAsk(), aReader())).map(({ id }) => card.indexOf(`"${String(id)}"`));
    expect(Math.min(...others)).toBeGreaterThan(card.indexOf('"b:2026-11-18"'));
  });

  it('keeps the choice when the form is shown again', () => {
    const message = presenter.ask(
      anAsk({ blocker: { ...blocker, is: 'CHANGED' }, problem: 'Please describe it.' }),
      aReader(),
    );
    expect(ofType(message, 'Input.ChoiceSet').find(({ id }) => id === 'b:2026-11-18')).toMatchObject({
      value: 'CHANGED',
    });
  });

  it('makes the blocker question optional, because the choice can fill it', () => {
    const isRequired = (message: Message) =>
      ofType(message, 'Input.ChoiceSet').find(({ id }) => id === 'q:blocked')?.['isRequired'] ?? false;
    expect(isRequired(presenter.ask(anAsk(), aReader()))).toBe(true);
    expect(isRequired(presenter.ask(anAsk({ blocker }), aReader()))).toBe(false);
  });

  it.each(languages)('adds less than two kilobytes in %s, with the longest text', (locale) => {
    const reader = aReader({ locale });
    const sizeOf = (message: Message): number => Buffer.byteLength(JSON.stringify(message));
    const long = presenter.ask(anAsk({ blocker: { ...blocker, text: 'x'.repeat(4_000) } }), reader);
    expect(faultsOf(long)).toEqual([]);
    expect(sizeOf(long) - sizeOf(presenter.ask(anAsk(), reader))).toBeLessThan(2_048);
  });
});
