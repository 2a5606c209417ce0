import { answerOf, withColleagues, withValues } from './fillCardAndReadAnswer.ts';

const run = { meetingId: 'm', date: '2026-11-20' };

describe('answerOf', () => {
  it('takes questions by id and the ticked goals', () => {
    const inputs = {
      'q:done': 'Tests',
      'q:blocked': 'No',
      'g:0123456789abcdef': 'true',
      'g:fedcba9876543210': 'false',
    };
    expect(answerOf(run, inputs)).toEqual({
      ...run,
      values: { done: 'Tests', blocked: 'No' },
      goals: ['0123456789abcdef'],
    });
  });

  it('takes the state of each goal that the card can drop', () => {
    const inputs = { 'g:a': 'true', 'd:a': 'true', 'g:b': 'false', 'd:b': 'true', 'g:c': 'false', 'd:c': 'false' };
    expect(answerOf(run, inputs)).toMatchObject({
      goals: ['a'],
      goalStates: { a: 'DONE', b: 'DROPPED', c: 'CARRIED' },
    });
  });

  it('sends the choice about the open blocker, and nothing if the member chose nothing', () => {
    const of = (value: string) => answerOf(run, { 'q:done': 'Things', 'b:2026-11-18': value });
    expect(of('STILL').openBlocker).toEqual({ since: '2026-11-18', is: 'STILL' });
    expect(of('')).not.toHaveProperty('openBlocker');
  });

  it('keeps an emptied answer, so that editing can clear it', () => {
    expect(answerOf(run, { 'q:done': '' }).values).toEqual({ done: '' });
  });

  it('drops fields that are neither question nor goal', () => {
    expect(answerOf(run, { sig: 'x', verb: 'submit', 'x:q:done': 'y' })).toEqual({ ...run, values: {}, goals: [] });
  });
});

describe('withValues', () => {
  const card = {
    type: 'AdaptiveCard',
    body: [
      { type: 'Container', items: [{ type: 'Input.Text', id: 'q:done', value: 'old' }] },
      { type: 'Input.Toggle', id: 'g:1', value: 'false' },
      { type: 'TextBlock', id: 'q:plan', text: 'no input' },
    ],
  };

  it('puts typed values back into the inputs, at any depth', () => {
    expect(withValues(card, { 'q:done': 'new', 'g:1': 'true', 'q:plan': 'x' })).toEqual({
      ...card,
      body: [
        { type: 'Container', items: [{ type: 'Input.Text', id: 'q:done', value: 'new' }] },
        { type: 'Input.Toggle', id: 'g:1', value: 'true' },
        { type: 'TextBlock', id: 'q:plan', text: 'no input' },
      ],
    });
  });

  it('puts a number back as a number, because a card refuses another value there', () => {
    const number = { type: 'Input.Number', id: 'q:hours', value: 1 };
    expect(withValues(number, { 'q:hours': '4.5' })).toEqual({ ...number, value: 4.5 });
    expect(withValues(number, { 'q:hours': '' })).toEqual({ ...number, value: null });
  });

  it('changes nothing without a draft, and never the given card', () => {
    const before = JSON.stringify(card);
    expect(withValues(card, {})).toEqual(card);
    withValues(card, { 'q:done': 'new' });
    expect(JSON.stringify(card)).toBe(before);
  });
});

describe('withColleagues', () => {
  const search = { type: 'Data.Query', dataset: 'graph.microsoft.com/users' };
  const picker = { type: 'Input.ChoiceSet', id: 'n:', 'choices.data': search };
  const cardWith = (input: object) => ({ type: 'AdaptiveCard', body: [{ type: 'Container', items: [input] }] });
  const colleagues = [
    { memberId: 'm-cy', name: 'Cy' },
    { memberId: 'm-dan', name: 'Dan' },
  ];
  const offered = [
    { title: 'Cy', value: 'm-cy' },
    { title: 'Dan', value: 'm-dan' },
  ];

  it('offers the colleagues in place of the search of the directory, at any depth', () => {
    const { type, id } = picker;
    expect(withColleagues(cardWith(picker), colleagues)).toEqual(cardWith({ type, id, choices: offered }));
  });

  it('keeps the choice of no one and of a member who is no colleague, and names no colleague twice', () => {
    const own = [
      { title: 'No one', value: '' },
      { title: 'Cy of old', value: 'm-cy' },
      { title: 'Eve, who left', value: 'm-eve' },
    ];
    const { type, id } = picker;
    expect(withColleagues(cardWith({ ...picker, choices: own }), colleagues)).toEqual(
      cardWith({ type, id, choices: [own[0], own[2], ...offered] }),
    );
  });

  it('leaves a person alone with the choices of the card', () => {
    const { type, id } = picker;
    expect(withColleagues(cardWith(picker), [])).toEqual(cardWith({ type, id, choices: [] }));
  });

  it('changes no other choices, and never the given card', () => {
    const plain = cardWith({ type: 'Input.ChoiceSet', id: 'q:blocked', choices: [{ title: 'Yes', value: 'Yes' }] });
    expect(withColleagues(plain, colleagues)).toEqual(plain);
    const card = cardWith(picker);
    const before = JSON.stringify(card);
    withColleagues(card, colleagues);
    expect(JSON.stringify(card)).toBe(before);
  });
});
