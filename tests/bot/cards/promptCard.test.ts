import { questionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { aQuestion, aZone, standupQuestions } from '../../support/data/idDateAndRecordBuilders.ts';
import { aGoal, anAsk, aReader, optionQuestion, someData } from '../../support/data/cardModelBuilders.ts';
import { buttonsOf, faultsOf, ofType, textOf } from '../../support/data/readAndCheckCards.ts';
import { presenter, inputsOf } from '../../support/data/drawAndMeasureCards.ts';

describe('the card that asks', () => {
  it('shows in its first line the topic, the deadline and the duration', () => {
    const message = presenter.ask(anAsk(), aReader());
    expect(message.summary).toBe('Daily stand-up – due 12:00, takes a minute');
    expect(textOf(message).split('\n')[0]).toBe(message.summary);
    expect(textOf(message)).toContain('because you take part in this report. It is for Friday 20 November.');
    expect(faultsOf(message)).toEqual([]);
  });

  it('shows the time in the reader’s zone, and the day if it differs there', () => {
    expect(presenter.ask(anAsk(), aReader({ timezone: aZone('America/New_York') })).summary).toContain('due 06:00,');
    expect(presenter.ask(anAsk(), aReader({ timezone: aZone('Pacific/Auckland') })).summary).toContain(
      'due Sat 00:00,',
    );
  });

  it('asks every question by its type, in order, with label and error, and cuts no text', () => {
    const message = presenter.ask(anAsk({ questions: standupQuestions().reverse() }), aReader());
    expect(inputsOf(message)).toEqual([
      expect.objectContaining({
        type: 'Input.Text',
        id: 'q:done',
        label: 'What did you get done?',
        isMultiline: true,
        isRequired: true,
        errorMessage: 'Please answer this question.',
      }),
      expect.objectContaining({
        id: 'q:plan',
        isRequired: true,
        placeholder: expect.stringContaining('One task a line') as string,
      }),
      expect.objectContaining({
        type: 'Input.ChoiceSet',
        id: 'q:blocked',
        style: 'expanded',
        isRequired: true,
        choices: [
          { title: 'No', value: 'No' },
          { title: 'Yes', value: 'Yes' },
        ],
      }),
      expect.objectContaining({ type: 'Input.ChoiceSet', id: 'n:' }),
      expect.objectContaining({ id: 'q:what', placeholder: 'Optional' }),
    ]);
    expect(inputsOf(message)[3]).not.toHaveProperty('isRequired');
  });

  it('folds more than four options into a list', () => {
    const styles = [4, 5].map((count) => {
      const options = Array.from({ length: count }, (_, index) => `Option ${index}`);
      const message = presenter.ask(anAsk({ questions: [optionQuestion(options)] }), aReader());
      expect(faultsOf(message)).toEqual([]);
      return inputsOf(message)[0]?.['style'];
    });
    expect(styles).toEqual(['expanded', 'compact']);
  });

  it('brings the goals back as check boxes', () => {
    const message = presenter.ask(
      anAsk({ goals: [aGoal('Write tests'), aGoal('Ship', true, 'fedcba9876543210')] }),
      aReader(),
    );
    expect(ofType(message, 'Input.Toggle')).toEqual([
      expect.objectContaining({ id: 'g:0123456789abcdef', title: 'Write tests', value: 'false' }),
      expect.objectContaining({ id: 'd:0123456789abcdef', title: 'Drop', value: 'false' }),
      expect.objectContaining({ id: 'g:fedcba9876543210', title: 'Ship', value: 'true' }),
      expect.objectContaining({ id: 'd:fedcba9876543210', title: 'Drop', value: 'false' }),
    ]);
    expect(faultsOf(message)).toEqual([]);
  });

  it('shows the age of a carried goal, and the goal that is dropped', () => {
    const goal = { ...aGoal('Write tests'), state: 'DROPPED' as const, day: 3 };
    const message = presenter.ask(anAsk({ goals: [goal] }), aReader());
    expect(ofType(message, 'Input.Toggle')).toMatchObject([
      { title: 'Write tests (day 3)', value: 'false' },
      { title: 'Drop', value: 'true' },
    ]);
    expect(faultsOf(message)).toEqual([]);
  });

  it('fits with twenty long goals, and offers Same as last time beside Send, but not while editing', () => {
    const goals = Array.from({ length: 20 }, (_, index) => ({
      ...aGoal('W'.repeat(200), false, `${String(index).padStart(2, '0')}23456789abcdef`),
      day: 12,
    }));
    const message = presenter.ask(anAsk({ goals }), aReader());
    expect(message.card['actions']).toMatchObject([
      { verb: 'submit', title: 'Send' },
      { verb: 'sameAsLast', title: 'Same as last time', associatedInputs: 'none' },
    ]);
    expect(faultsOf(message)).toEqual([]);
    const editing = presenter.ask(anAsk({ isEdit: true }), aReader());
    expect(editing.card['actions']).toMatchObject([{ verb: 'submit', title: 'Save changes' }]);
  });

  it('names the draft and the earlier answer that fill it, or states that there is none', () => {
    const from = (change: object): string => textOf(presenter.ask(anAsk(change), aReader()));
    expect(from({ draftFrom: '2026-11-20T08:05:00.000Z', values: { done: 'Half' } })).toContain(
      'This is your draft from',
    );
    expect(from({ filledFrom: '2026-11-19' })).toContain('Filled in with your answers of');
    expect(from({ filledFrom: null })).toContain('You have not answered this report before');
    expect(from({})).not.toMatch(/draft|Filled in|not answered/);
  });

  it('prefills the answer, without options that no longer exist', () => {
    const values = { done: 'A lot\nof things', blocked: 'Maybe' };
    const [done, , blocked] = inputsOf(presenter.ask(anAsk({ values, isEdit: true }), aReader()));
    expect(done).toHaveProperty('value', 'A lot\nof things');
    expect(blocked).not.toHaveProperty('value');
  });

  it('shows why an answer was not saved, and keeps the typed text', () => {
    const problem = 'Please answer “What is *planned*?”.';
    const message = presenter.ask(anAsk({ problem, values: { done: 'A lot' } }), aReader());
    expect(textOf(message).split('\n')[1]).toBe(problem);
    expect(inputsOf(message)[0]).toHaveProperty('value', 'A lot');
    expect(faultsOf(message)).toEqual([]);
  });

  it('never reads a property of the object prototype as an answer', () => {
    const questions = ['constructor', '__proto__'].map((id, index) =>
      aQuestion({ id: questionId.parse(id), sequence: index + 1 }),
    );
    for (const input of inputsOf(presenter.ask(anAsk({ questions }), aReader())))
      expect(input).not.toHaveProperty('value');
  });

  it('sends the signed data by Execute, and the same by Submit where there is no Execute', () => {
    const [execute] = ofType(presenter.ask(anAsk(), aReader()), 'Action.Execute');
    expect(execute).toMatchObject({ verb: 'submit', data: someData });
    expect(execute?.['data']).toEqual(someData);
    expect(execute?.['fallback']).toMatchObject({ type: 'Action.Submit', data: { ...someData, verb: 'submit' } });
  });

  it.each([
    [{ isAhead: true }, 'Daily stand-up – opens 10:00, you can answer ahead'],
    [{ isLate: true }, 'Daily stand-up – closed 12:00, your answer still counts as late'],
    [{ isEdit: true }, 'Daily stand-up – change your answer'],
    [{ type: 'RETRO', meetingName: 'Retro' }, 'Retro – due 12:00, takes a few minutes'],
  ] as const)('begins differently when %j', (change, first) => {
    expect(presenter.ask(anAsk(change), aReader()).summary).toBe(first);
  });

  it('keeps the whole text of a long answer while it is edited', () => {
    const values = { done: 'é'.repeat(2000), plan: 'b'.repeat(2000), blocked: 'Yes', what: 'c'.repeat(2000) };
    const message = presenter.ask(anAsk({ values, isEdit: true }), aReader());
    const questions = inputsOf(message).filter(({ id }) => String(id).startsWith('q:'));
    expect(questions.map((item) => item['value'])).toEqual(Object.values(values));
  });

  it('points to the browser when the form is too large for a chat', () => {
    const questions = Array.from({ length: 20 }, (_, index) =>
      aQuestion({
        id: questionId.parse(`q${index}`),
        sequence: index + 1,
        type: 'OPTIONS',
        options: Array.from({ length: 20 }, (_unused, option) => `${option}`.padEnd(100, 'x')),
      }),
    );
    const message = presenter.ask(anAsk({ questions }), aReader());
    expect(faultsOf(message)).toEqual([]);
    expect(buttonsOf(message)).toEqual(['Open in browser']);
    expect(inputsOf(message)).toEqual([]);
  });
});
