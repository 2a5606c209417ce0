import fc from 'fast-check';
import { weekCardData } from '#contracts/timesheets/weekApprovalCallsAndCardData.ts';
import type { WeekState } from '#contracts/timesheets/weekState.ts';
import type { WeekModel } from '../../bot/src/services/core/cardPresenterPort.ts';
import { readablePresenter } from '../support/data/messagesWithReadableCards.ts';
import { translateFor } from '../../bot/src/translate.ts';
import { anExecute, aSubmit } from '../support/data/inboundActivities.ts';
import { awkwardNames } from '../support/data/awkwardNames.ts';
import { replies, startBotApp } from '../support/apps/botAppWithRecordingServices.ts';
import type { BotApp } from '../support/apps/botAppWithRecordingServices.ts';
import { aDate, aMemberId, anOrgId, aTeamId } from '../support/data/idDateAndRecordBuilders.ts';
import { aReader } from '../support/data/cardModelBuilders.ts';
import { buttonsOf, faultsOf, ofType, partsOf, textOf } from '../support/data/readAndCheckCards.ts';
import { anyCharacter } from '../support/data/anyCharacter.ts';

const presenter = readablePresenter({ translateFor: translateFor, publicUrl: 'https://rollcall.example' });
const monday = aDate('2026-11-16');
const data = weekCardData.parse({
  ...{ v: 1, O: anOrgId(), T: aTeamId(), memberId: aMemberId('bob'), monday, version: 'v', sig: 's'.repeat(43) },
});
const days = ['16', '17', '18', '19', '20', '21', '22'].map((day) => ({
  ...{ date: aDate(`2026-11-${day}`), minutes: Number(day) < 21 ? 450 : 0 },
}));

const model = (change: Partial<WeekModel> = {}): WeekModel => ({
  ...{ data, user: 'Bob', teamName: 'Platform', monday, days, minutes: 2250, state: 'SUBMITTED', isOld: false },
  ...{ note: null, decidedBy: null, url: 'https://rollcall.example/timesheet?week=2026-11-16', ...change },
});
const draw = (change: Partial<WeekModel> = {}) => presenter.week(model(change), aReader());

describe('the card of a week', () => {
  it('names person, week and hours in its first line, then each day, its reason and the next step', () => {
    const card = draw();
    expect(card.summary).toBe('Bob: week of Monday 16 November, 37 h 30 min');
    expect(faultsOf(card)).toEqual([]);
    expect(textOf(card)).toContain('you are an admin of Platform');
    expect(textOf(card)).toContain('Friday 20 November: 7 h 30 min');
    expect(textOf(card)).not.toContain('Saturday');
    expect(buttonsOf(card)).toEqual(['Approve', 'Send back', 'Open timesheet']);
    expect(ofType(card, 'Input.Text')).toMatchObject([{ id: 'note', label: 'Note (required to send the week back)' }]);
  });

  it('sends the signed data by Execute, and the same by Submit where there is no Execute', () => {
    const [approve, back] = ofType(draw(), 'Action.Execute');
    expect(approve).toMatchObject({ verb: 'approveWeek', data, associatedInputs: 'none' });
    expect(approve).toMatchObject({ fallback: { type: 'Action.Submit', data: { ...data, verb: 'approveWeek' } } });
    expect(back).toMatchObject({ verb: 'returnWeek', fallback: { data: { ...data, verb: 'returnWeek' } } });
    expect(back).not.toHaveProperty('associatedInputs');
  });

  it.each<[WeekState, boolean, string]>([
    ['APPROVED', false, 'Approved by Ann.'],
    ['SENT_BACK', false, 'Sent back by Ann.'],
    ['OPEN', false, 'Opened again by Ann.'],
    ['SUBMITTED', true, 'This week was submitted again. Please use the newer card.'],
  ])('the card of a week that is %s and old: %s asks for nothing any more', (state, isOld, text) => {
    const card = draw({ state, isOld, decidedBy: 'Ann', note: 'Where is Tuesday?' });
    expect(faultsOf(card)).toEqual([]);
    expect(textOf(card)).toContain(text);
    expect(textOf(card)).toContain('Where is Tuesday?');
    expect(buttonsOf(card)).toEqual(['Open timesheet']);
    expect(ofType(card, 'Input.Text')).toEqual([]);
  });

  it('returns why what was pressed did not happen, and decides by a person whose name is gone', () => {
    expect(textOf(draw({ problem: 'error.WEEK_CHANGED' }))).toContain('changed since you opened it');
    expect(textOf(draw({ state: 'APPROVED' }))).toContain('Approved by an admin.');
  });

  const dangers = (name: string): string[] => {
    const states = ['SUBMITTED', 'SENT_BACK'] as const;
    return states.flatMap((state) => {
      const card = draw({ state, user: name, teamName: name, note: name, decidedBy: name });
      const marked = partsOf(card.card).filter((part) => part['type'] === 'TextBlock');
      return [
        ...faultsOf(card),
        ...marked.map(() => 'read as Markdown'),
        ...(/[\n\u202a-\u202e]/u.test(card.summary) ? ['disturbs the notification'] : []),
      ];
    });
  };
  it.each(awkwardNames.map((name) => [name]))('the card of a week is safe with %j', (name) => {
    expect(dangers(name)).toEqual([]);
  });
  it('escapes every text that people write', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 80 }), (name) => {
        expect(dangers(name)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});

describe.each(['approveWeek', 'returnWeek'] as const)('its button %s', (verb) => {
  let app: BotApp;
  beforeEach(async () => {
    app = await startBotApp();
  });
  afterEach(() => app.close());

  it('leads by Execute and by Submit to the same service call and the same card', async () => {
    const filled = { ...data, note: 'Why' };
    const executed = await app.post(anExecute(app.connector.url, verb, filled));
    await app.post(aSubmit(app.connector.url, verb, filled));
    const calls = app.calls.filter(([name]) => name === 'weekAction');
    expect(calls.map(([, , press]) => press)).toEqual([
      { verb, data: filled },
      { verb, data: filled },
    ]);
    expect(executed.body).toMatchObject({ statusCode: 200, value: replies.card.card });
    expect(app.connector.cards()).toEqual([replies.card.card]);
  });
});
