import { questionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { aDate, anInstant, aQuestion, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { aGoal, anAnswered, aReader, someData } from '../../support/data/cardModelBuilders.ts';
import { buttonsOf, faultsOf, ofType, textOf } from '../../support/data/readAndCheckCards.ts';
import { presenter, budget, sizeOf } from '../../support/data/drawAndMeasureCards.ts';

describe('the card that was answered', () => {
  it('shows what became of each goal, and a draft that is kept', () => {
    const goal = (state: 'DONE' | 'CARRIED' | 'DROPPED', id: string) => ({
      ...aGoal(`Goal ${id}`, state === 'DONE', id.repeat(16)),
      state,
    });
    const goals = [
      goal('DONE', 'a'),
      goal('CARRIED', 'b'),
      goal('DROPPED', 'c'),
      aGoal('Goal d', false, 'd'.repeat(16)),
    ];
    const text = textOf(presenter.answered(anAnswered({ goals, hasDraft: true, canEdit: true }), aReader()));
    expect(text).toContain('Done: Goal a');
    expect(text).toContain('Carried over: Goal b');
    expect(text).toContain('Dropped: Goal c');
    expect(text).toContain('Not done: Goal d');
    expect(text).toContain('A draft with other content is kept. Edit shows it.');
  });

  it('counts the plan lines that carried goals leave no room for', () => {
    const goals = Array.from({ length: 19 }, (_, index) => ({
      ...aGoal(`Old ${index}`, false, `${String(index).padStart(2, '0')}23456789abcdef`),
      state: 'CARRIED' as const,
    }));
    const values = { plan: 'One\nTwo\nThree' };
    expect(textOf(presenter.answered(anAnswered({ goals, values }), aReader()))).toContain(
      '2 lines of your plan did not fit: the next card offers 20 goals.',
    );
  });

  it('counts the tasks that the timesheet rejected', () => {
    const plan = Array.from({ length: 22 }, (_, index) => `Task ${String(index)} 1h`).join('\n');
    const model = anAnswered();
    const planned = model.questions.find((question) => question.isTimesheetQuestion);
    const logged = Array.from({ length: 20 }, (_, index) => ({ task: `Task ${String(index)}`, minutes: 60 }));
    const message = presenter.answered(
      { ...model, values: { ...model.values, [planned?.id ?? '']: plan }, logged },
      aReader(),
    );
    expect(textOf(message)).toContain('2 more tasks are not in your timesheet, which takes the first 20.');
  });

  it('shows when it was answered and the answers, and offers Edit', () => {
    const message = presenter.answered(
      anAnswered({
        goals: [aGoal('Plan', true), aGoal('Rest', false, 'fedcba9876543210')],
        logged: [
          { task: 'Write tests', minutes: 120 },
          { task: 'Review', minutes: 45 },
          { task: 'Think', minutes: 0 },
          { task: 'Meet', minutes: 90 },
        ],
      }),
      aReader(),
    );
    expect(faultsOf(message)).toEqual([]);
    expect(textOf(message)).toBe(
      [
        'Answered 09:41',
        'Daily stand-up – Friday 20 November',
        '1 of 2 goals done',
        'Done: Plan',
        'Not done: Rest',
        'What did you get done?',
        'Shipped the login',
        'What is planned?',
        'Write tests 2h',
        'Are you blocked?',
        'No',
        'In your timesheet',
        '1 of 1 line with a duration, 2 h in total.',
        'Write tests – 2 h',
        'Review – 45 min',
        'Think – no time given',
        'Meet – 1 h 30 min',
      ].join('\n'),
    );
    expect(ofType(message, 'Action.Execute')).toEqual([
      expect.objectContaining({ verb: 'edit', title: 'Edit', data: someData, associatedInputs: 'none' }),
    ]);
    expect(message.summary).toBe('Daily stand-up – answered 09:41');
  });

  it('shows that it was edited, came late, or wrote no hours, and that it can no longer be changed', () => {
    const message = presenter.answered(
      anAnswered({ isEdited: true, isLate: true, hoursRefused: true, canEdit: false }),
      aReader(),
    );
    expect(textOf(message)).toContain('Answered 09:41 · edited · late');
    expect(textOf(message)).toContain('so nothing was changed in your timesheet');
    expect(buttonsOf(message)).toEqual([]);
  });

  it('shortens long texts to stay small, and shows that it did', () => {
    const questions = Array.from({ length: 20 }, (_, index) =>
      aQuestion({ id: questionId.parse(`q${index}`), sequence: index + 1 }),
    );
    const values = Object.fromEntries(questions.map((question) => [question.id, 'word '.repeat(400)]));
    const message = presenter.answered(anAnswered({ questions, values }), aReader());
    expect(sizeOf(message)).toBeLessThanOrEqual(budget);
    expect(textOf(message)).toContain('Long texts are shortened here');
    expect(textOf(presenter.answered(anAnswered(), aReader()))).not.toContain('shortened');
  });
});

describe('an answer ahead', () => {
  // Answered on Thursday at 18:30 in Berlin; the run opens on Friday at 10:00.
  const ahead = { answeredAt: anInstant('2026-11-19T17:30:00Z'), standing: 'AHEAD' } as const;

  it('shows its time, and that the member gets no prompt', () => {
    const message = presenter.answered(anAnswered(ahead), aReader());
    expect(textOf(message)).toContain('Answered Thu 18:30');
    expect(textOf(message)).toContain('Given ahead. The report opens 10:00 and will not ask you again.');
    expect(faultsOf(message)).toEqual([]);
  });

  it.each([
    ['CHANGED', 'Some questions have changed since you answered.'],
    ['HOLIDAY', 'It was a team holiday, so this run sent no questions.'],
    ['CANCELLED', 'This run was cancelled. Your answer is kept.'],
    ['MISSED', 'This run did not take place. Your answer is kept.'],
    ['NOT_RUN', 'The report does not run on this date any more. Your answer is kept.'],
  ] as const)('shows its result: %s', (standing, text) => {
    expect(textOf(presenter.answered(anAnswered({ standing }), aReader()))).toContain(text);
  });

  it('is offered beside Edit, by a button that names the run and leaves the card where it is', () => {
    const data = { ...anAnswered().data, date: aDate('2026-11-23') };
    const next = { date: data.date, data };
    const message = presenter.answered(anAnswered({ next }), aReader());
    expect(buttonsOf(message)).toEqual(['Edit', 'Answer Daily stand-up (Mon 23 Nov)']);
    expect(ofType(message, 'Action.Submit')).toContainEqual(
      expect.objectContaining({ associatedInputs: 'none', data: { ...data, verb: 'answerRun' } }),
    );
    expect(faultsOf(message)).toEqual([]);
    const closed = presenter.answered(anAnswered({ next, canEdit: false }), aReader());
    expect(buttonsOf(closed)).toEqual(['Answer Daily stand-up (Mon 23 Nov)']);
  });

  it('shows when it is possible, in the reader’s day and time', () => {
    const opens = { date: aDate('2026-11-23'), at: anInstant('2026-11-23T09:00:00Z') };
    const model = {
      title: { key: 'tomorrow.notYet' },
      lines: [
        { key: 'tomorrow.opens', values: { meeting: 'Daily stand-up' }, opens },
        { key: 'tomorrow.away', values: { meeting: 'Daily stand-up', away: 'VACATION' }, opens },
      ],
      buttons: [],
    } as const;
    const berlin = textOf(presenter.notice(model, aReader()));
    expect(berlin).toContain('Daily stand-up opens on Monday 23 November at 10:00.');
    expect(berlin).toContain('Daily stand-up does not ask you on Monday 23 November: you are on vacation.');
    const honolulu = textOf(presenter.notice(model, aReader({ timezone: aZone('Pacific/Honolulu') })));
    expect(honolulu).toContain('Daily stand-up opens on Monday 23 November at Sun 23:00.');
  });
});
