import type { OutgoingMessage as Message } from '../../../bot/src/gateways/messengerPort.ts';
import { languages } from '#contracts/text/languagesAndLocaleChoice.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { aMemberId, aQuestion } from '../../support/data/idDateAndRecordBuilders.ts';
import { anAnswered, anAsk, aReader } from '../../support/data/cardModelBuilders.ts';
import { faultsOf, ofType, textOf } from '../../support/data/readAndCheckCards.ts';
import { readablePresenter } from '../../support/data/messagesWithReadableCards.ts';

// Tests the input with which a member names the needed member, on the card with the form.

const presenter = readablePresenter({ translateFor, publicUrl: 'https://rollcall.example' });
const bob = { memberId: aMemberId('bob'), name: 'Bob *Lindqvist*' };
const picker = (message: Message) =>
  ofType(message, 'Input.ChoiceSet').find(({ id }) => String(id).startsWith('n:')) ?? {};
const sizeOf = (message: Message): number => Buffer.byteLength(JSON.stringify(message));

describe('the choice of the needed member', () => {
  it('searches the directory, has no choice at first, and is not required', () => {
    const message = presenter.ask(anAsk(), aReader());
    expect(picker(message)).toMatchObject({
      id: 'n:',
      label: 'Who can help you? (optional)',
      choices: [{ title: 'Nobody in particular', value: 'none' }],
      'choices.data': { type: 'Data.Query', dataset: 'graph.microsoft.com/users' },
    });
    expect(picker(message)).not.toHaveProperty('value');
    expect(picker(message)).not.toHaveProperty('isRequired');
    expect(faultsOf(message)).toEqual([]);
  });

  it('follows the question about blockers, and is missing in a report without one', () => {
    const ids = ofType(presenter.ask(anAsk(), aReader()), 'Input.ChoiceSet', 'Input.Text').map(({ id }) => id);
    expect(ids[ids.indexOf('q:blocked') + 1]).toBe('n:');
    const plain = presenter.ask(anAsk({ questions: [aQuestion({ type: 'TEXT', text: 'News?' })] }), aReader());
    expect(picker(plain)).toEqual({});
  });

  it('shows the chosen member by name, and names the stored one in its id', () => {
    const message = presenter.ask(anAsk({ needed: { shown: aMemberId('cy'), chosen: bob } }), aReader());
    expect(picker(message)).toMatchObject({
      id: `n:${aMemberId('cy')}`,
      value: bob.memberId,
      choices: [{ value: 'none' }, { value: bob.memberId }],
    });
    expect(faultsOf(message)).toEqual([]);
  });

  it.each(languages)('adds less than a kilobyte in %s, with the longest name', (locale) => {
    const reader = aReader({ locale });
    const named = { shown: bob.memberId, chosen: { ...bob, name: 'ö'.repeat(4_000) } };
    const full = presenter.ask(anAsk({ needed: named }), reader);
    expect(faultsOf(full)).toEqual([]);
    expect(sizeOf(full) - sizeOf(presenter.ask(anAsk(), reader))).toBeLessThan(1_024);
  });

  it('is named on the card of the answer', () => {
    const message = presenter.answered(anAnswered({ needed: bob.name }), aReader());
    expect(textOf(message)).toContain('Needs Bob *Lindqvist*');
    expect(faultsOf(message)).toEqual([]);
  });
});
