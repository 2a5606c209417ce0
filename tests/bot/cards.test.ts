import { answerParts, noLinks } from '#contracts/core/answerParts.ts';
import type { SummaryModel } from '../../bot/src/domain/reports/dailyReport.ts';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { questionId } from '#contracts/core/ids.ts';
import { readablePresenter } from '../support/data/readableMessages.ts';
import { translateFor } from '../../bot/src/translate.ts';
import { awkwardNames } from '../support/data/awkwardNames.ts';
import {
  aDate,
  aMeetingId,
  aMemberId,
  anInstant,
  anOrgId,
  aQuestion,
  aTeamId,
  aZone,
  standupQuestions,
} from '../support/data/builders.ts';
import {
  aGoal,
  anAnswered,
  anAsk,
  aPerson,
  aReader,
  aRun,
  aSummary,
  optionQuestion,
  someData,
} from '../support/data/cardModels.ts';
import { buttonsOf, faultsOf, ofType, partsOf, textOf } from '../support/data/cards.ts';

const presenter = readablePresenter({ translateFor: translateFor, publicUrl: 'https://rollcall.example' });
const budget = 25_000;
const sizeOf = (message: { readonly card: object }): number => Buffer.byteLength(JSON.stringify(message.card));
const reportUrl = 'https://rollcall.example/reports/1?date=2026-11-20';

const inputsOf = (message: Parameters<typeof ofType>[0]) =>
  ofType(message, 'Input.Text', 'Input.ChoiceSet', 'Input.Toggle');

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

  it('names the draft and the earlier answer that fill it, or says that there is none', () => {
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

  it('the card that asks never reads a property of the object prototype as an answer', () => {
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
  ] as const)('the card that asks begins differently when %j', (change, first) => {
    expect(presenter.ask(anAsk(change), aReader()).summary).toBe(first);
  });

  it('keeps the whole text of a long answer while it is edited', () => {
    const values = { done: 'é'.repeat(2000), plan: 'b'.repeat(2000), blocked: 'Yes', what: 'c'.repeat(2000) };
    const message = presenter.ask(anAsk({ values, isEdit: true }), aReader());
    expect(inputsOf(message).map((item) => item['value'])).toEqual(Object.values(values));
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
    expect(text).toContain('A draft with other text is kept. Edit shows it.');
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
  // Thursday evening in Berlin; the run opens on Friday at 10:00.
  const ahead = { answeredAt: anInstant('2026-11-19T17:30:00Z'), standing: 'AHEAD' } as const;

  it('shows its time, and that the member gets no prompt', () => {
    const message = presenter.answered(anAnswered(ahead), aReader());
    expect(textOf(message)).toContain('Answered Thu 18:30');
    expect(textOf(message)).toContain('Given ahead. The report opens 10:00 and will not ask you again.');
    expect(faultsOf(message)).toEqual([]);
  });

  it.each([
    ['CHANGED', 'Some questions have changed since you answered.'],
    ['HOLIDAY', 'It was a team holiday, so this run asked nobody.'],
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

describe('the other cards', () => {
  it('closes a run', () => {
    const closed = presenter.closed({ ...aRun, reason: 'CLOSED' }, aReader());
    const cancelled = presenter.closed({ ...aRun, reason: 'CANCELLED' }, aReader());
    expect(textOf(closed)).toContain('This run is closed');
    const notAsked = presenter.closed({ ...aRun, reason: 'NOT_ASKED' }, aReader());
    expect(textOf(notAsked)).toContain('You are not asked in this run');
    expect(textOf(cancelled)).toContain('This run was cancelled');
    for (const readableMessage of [closed, cancelled, notAsked]) {
      expect(faultsOf(readableMessage)).toEqual([]);
      expect(buttonsOf(readableMessage)).toEqual([]);
    }
  });

  it("posts the meeting's text, else the default", () => {
    const model = { ...aRun, url: reportUrl, cancelled: null };
    const own = presenter.broadcast({ ...model, message: '**Good** morning\nall' }, aReader());
    const ours = presenter.broadcast({ ...model, message: ' \n' }, aReader());
    expect(own.summary).toBe('Daily stand-up of Friday 20 November is open until 12:00');
    expect(textOf(own)).toContain('**Good** morning\nall');
    expect(ofType(own, 'TextBlock')).toEqual([]);
    expect(textOf(ours)).toContain('Everybody who takes part has a card');
    expect([...faultsOf(own), ...faultsOf(ours)]).toEqual([]);
    expect(ofType(own, 'Action.OpenUrl')).toEqual([expect.objectContaining({ url: reportUrl })]);
  });

  it.each([
    ['HOLIDAY', 'because the day became a team holiday'],
    ['DEACTIVATED', 'because the report or its organization was deactivated'],
    ['DELETED', 'because the report was deleted'],
    ['CANCELLED_TODAY', 'cancelled by hand'],
    [null, 'This run was cancelled.'],
  ] as const)('replaces the announcement of a run that was cancelled (%s) by the reason', (reason, why) => {
    const message = 'Good morning';
    const card = presenter.broadcast({ ...aRun, message, url: reportUrl, cancelled: { reason } }, aReader());
    expect(textOf(card)).toContain(why);
    expect(card.summary).toContain('Daily stand-up');
    expect(`${card.summary} ${textOf(card)}`).not.toMatch(/is open|Good morning/);
    expect(faultsOf(card)).toEqual([]);
    expect(buttonsOf(card)).toHaveLength(1);
  });

  it('has at most six buttons on a notice', () => {
    const button = { kind: 'COMMAND', title: 'bot.help', command: 'help' } as const;
    const model = { title: { key: 'bot.help' }, lines: [], buttons: Array.from({ length: 7 }, () => button) } as const;
    expect(presenter.notice(model, aReader()).card['actions']).toHaveLength(6);
  });

  it('names meeting, team and date on a button about a run', () => {
    const data = {
      v: 1,
      O: anOrgId(),
      T: aTeamId(),
      meetingId: aMeetingId(),
      date: aDate('2026-11-22'),
      memberId: aMemberId('ann'),
      sig: 's'.repeat(43),
    } as const;
    const run = { meeting: 'Retro [x](https://evil.example)', date: data.date, team: 'Sales' } as const;
    const message = presenter.notice(
      {
        title: { key: 'start.started', values: { meeting: 'Retro' }, date: data.date },
        lines: [{ key: 'start.started', values: { meeting: 'Retro' }, date: data.date }],
        buttons: [
          { kind: 'ANSWER', ...run, data },
          { kind: 'START', ...run, meetingId: data.meetingId },
        ],
      },
      aReader(),
    );
    expect(faultsOf(message)).toEqual([]);
    expect(textOf(message)).toBe('Retro of Sunday 22 November has started\nRetro of Sunday 22 November has started');
    const [answer, start] = message.card['actions'] as Record<string, unknown>[];
    expect(answer).toMatchObject({
      type: 'Action.Submit',
      associatedInputs: 'none',
      data: { ...data, verb: 'answerRun' },
    });
    expect(start).toMatchObject({ data: { verb: 'command', command: `start ${data.meetingId} 2026-11-22` } });
    for (const { title } of [answer ?? {}, start ?? {}]) {
      expect(title).toContain('(Sales, Sun 22 Nov)');
      expect(title).not.toContain('](');
    }
  });

  it('sends commands and opens pages by the buttons of a notice', () => {
    const message = presenter.notice(
      {
        title: { key: 'answer.required', values: { question: '[x](https://evil.example)' } },
        lines: [{ key: 'bot.welcomePersonalNext' }],
        buttons: [
          {
            kind: 'COMMAND',
            title: 'card.meetingOn',
            values: { meeting: '[x](https://evil.example)', date: 'today' },
            command: 'start 1',
          },
          { kind: 'LINK', title: 'bot.openDashboard', url: '/teams/home' },
          { kind: 'LINK', title: 'bot.openDashboard', url: 'javascript:alert(1)' },
          { kind: 'COMMAND', title: 'bot.help', command: 'help' },
        ],
      },
      aReader(),
    );
    expect(faultsOf(message)).toEqual([]);
    expect(textOf(message)).toContain('“[x](https://evil.example)”');
    const [command, link, ...others] = message.card['actions'] as Record<string, unknown>[];
    expect(others).toMatchObject([{ type: 'Action.Submit', data: { command: 'help' } }]);
    expect(command).toMatchObject({ type: 'Action.Submit', data: { verb: 'command', command: 'start 1' } });
    expect(command?.['title']).not.toContain('](');
    expect(link).toMatchObject({ type: 'Action.OpenUrl', url: 'https://rollcall.example/teams/home' });
  });

  it('is drawn in English for an unknown language', () => {
    expect(presenter.ask(anAsk(), aReader({ locale: 'xx-not a locale' })).summary).toContain('due 12:00');
  });
});

describe('the summary', () => {
  const blocker = (name: string, text: string, age = 0) => ({
    memberId: aMemberId(name),
    name,
    text,
    since: aDate('2026-11-20'),
    age,
    isCarried: false,
  });
  const many = (count: number, change: (at: number) => Parameters<typeof aPerson>[1] = () => ({})) =>
    Array.from({ length: count }, (_, index) => aPerson(`Person ${index}`, change(index)));
  const nobody = aSummary().people;
  const factsWith = (change: Partial<SummaryModel['facts']>, attention: SummaryModel['attention'] = []) => {
    const model = aSummary({ attention, facts: { ...aSummary().facts, ...change } });
    const drawn = presenter.summary(model, aReader(), reportUrl);
    return [textOf(drawn).split('\n')[1], drawn.summary];
  };

  it('shows no goals without offered ones, and no blockers without a question', () => {
    expect(factsWith({ goals: 0, goalsTicked: 0, goalsOffered: 0, blockers: 0, newBlockers: 0 })).toEqual([
      'Answered 7/9 · No goals to reach yet · Blockers 0',
      'Daily stand-up: 7 of 9 answered, no blockers',
    ]);
    expect(factsWith({ hasGoals: false, hasBlockers: false, blockers: 0 })).toEqual([
      'Answered 7/9',
      'Daily stand-up: 7 of 9 answered',
    ]);
  });

  it('counts separately the blockers of earlier days that the list contains', () => {
    const carried = { ...blocker('Eve', 'Still no access', 4), isCarried: true };
    expect(factsWith({ goals: 0, goalsTicked: 0, goalsOffered: 3 }, [blocker('Bob', 'No key'), carried])[0]).toBe(
      'Answered 7/9 · Goals 0/9 (0 of 3 ticked) · Blockers 2 (1 new) · 1 more from earlier days',
    );
  });

  it('reads in the order that reads best', () => {
    const tokyo = {
      state: 'OPEN',
      closesAt: anInstant('2026-11-20T09:00:00Z'),
      timezone: aZone('Asia/Tokyo'),
    } as const;
    const message = presenter.summary(
      aSummary({
        attention: [blocker('Bob', 'No access to the **build**', 3), blocker('Cem', 'New one')],
        people: {
          blocked: [aPerson('Bob', { state: 'BLOCKED', isLate: true })],
          answered: [aPerson('Ann', { goalsTicked: 2, goalsOffered: 3 })],
          open: [aPerson('Eve', { state: 'OPEN', closesAt: aRun.closesAt }), aPerson('Kei', tokyo)],
          away: [aPerson('Zoe', { state: 'AWAY' })],
          missing: [aPerson('Max', { state: 'MISSING' })],
        },
      }),
      aReader(),
      reportUrl,
    );
    expect(faultsOf(message)).toEqual([]);
    expect(textOf(message).split('\n')).toEqual([
      'Daily stand-up – Friday 20 November · Ongoing',
      'Answered 7/9 · Goals 5/9 (11 of 14 ticked) · Blockers 2 (1 new)',
      'Needs attention',
      'Bob (for 3 working days): No access to the **build**',
      'Cem (new today): New one',
      'Blocked',
      'Bob (late)',
      'What did you get done? Bob did a lot',
      'Answered',
      'Ann (2 of 3 goals)',
      'What did you get done? Ann did a lot',
      'Still open',
      'Eve (until 12:00), Kei (until 18:00, Tokyo)',
      'Away',
      'Zoe',
      'No answer this time',
      'Max',
      translateFor('en')('summary.footer', { zone: 'Europe/Berlin' }),
    ]);
    expect(message.summary).toBe('Daily stand-up: 7 of 9 answered, 2 blockers');
    expect(buttonsOf(message)).toEqual(['Open report']);
  });

  it.each(['OPEN', 'COMPLETED', 'CANCELLED', 'MISSED'] as const)('names the state %s in words', (state) => {
    const header = { ...aSummary().header, state };
    const first = textOf(presenter.summary(aSummary({ header }), aReader(), reportUrl)).split('\n')[0];
    expect(first).toMatch(/ · (Ongoing|Completed|Cancelled|Not held)$/);
  });

  const longAnswers = [{ question: 'Done?', answer: 'word '.repeat(400), isBlocking: false }];

  it('shortens answers first, and keeps the texts of blocked members complete', () => {
    const words = 'I cannot go on '.repeat(130);
    const model = aSummary({
      attention: [blocker('Bob', words)],
      people: { ...nobody, answered: many(30, () => ({ answers: longAnswers })) },
    });
    const message = presenter.summary(model, aReader(), reportUrl);
    expect(sizeOf(message)).toBeLessThanOrEqual(budget);
    expect(textOf(message)).toContain(words.trim());
    expect(textOf(message)).toContain('Long answers are shortened here');
    expect(textOf(message)).toContain('Person 29');
    expect(textOf(message)).toContain('…');
  });

  it('then shows counts and names alone', () => {
    const model = aSummary({
      attention: [blocker('Bob', 'I cannot go on')],
      people: { ...nobody, answered: many(200, () => ({ answers: longAnswers })) },
    });
    const message = presenter.summary(model, aReader(), reportUrl);
    expect(sizeOf(message)).toBeLessThanOrEqual(budget);
    expect(textOf(message)).toContain('Person 0, Person 1,');
    expect(textOf(message)).toContain('Person 199');
    expect(textOf(message)).toContain('The report has them all.');
    expect(textOf(message)).toContain('I cannot go on');
  });

  it('shortens the texts of blocked members last, and counts the omitted ones', () => {
    const model = aSummary({
      attention: many(200).map((summaryPerson) => blocker(summaryPerson.name, 'why '.repeat(500))),
      people: { ...nobody, blocked: many(200, () => ({ answers: longAnswers })) },
    });
    const message = presenter.summary(model, aReader(), reportUrl);
    expect(sizeOf(message)).toBeLessThanOrEqual(budget);
    expect(textOf(message)).toMatch(/and \d+ more/);
    expect(textOf(message)).toContain('why why');
  });

  it('keeps its size limit for every input', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    const person = fc.record({ name: text, answer: text, repeat: fc.integer({ min: 1, max: 40 }) });
    fc.assert(
      fc.property(
        fc.array(person, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 80 }),
        (people, times) => {
          const crowd = Array.from({ length: times }, () => people).flat();
          const shown = crowd.map((item) =>
            aPerson(item.name, {
              answers: [{ question: 'q', answer: item.answer.repeat(item.repeat).slice(0, 2000), isBlocking: false }],
            }),
          );
          const model = aSummary({
            attention: crowd.map((item) => blocker(item.name, item.answer.repeat(item.repeat).slice(0, 2000))),
            people: { blocked: shown, answered: shown, open: shown, away: shown, missing: shown },
          });
          const message = presenter.summary(model, aReader(), reportUrl);
          expect(sizeOf(message)).toBeLessThanOrEqual(budget);
          expect(JSON.stringify(message.card)).not.toContain('\\ud800');
        },
      ),
      { numRuns: 40 },
    );
  });
});

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
    presenter.broadcast({ ...aRun, meetingName: name, message: name, url: reportUrl, cancelled: null }, aReader()),
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

  /** Addresses in the text, which an answer shows as links. */
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
      fc.property(fc.string({ unit: 'binary', minLength: 4, maxLength: 80 }), (name) => {
        fc.pre(!'Needs attention Blocked Answered Still open Away'.includes(name));
        expect(dangers(name)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
