import { blockerCardData } from '#contracts/blockers/blockerCardDataAndVerbs.ts';
import type { BlockerModel } from '../../bot/src/services/core/cardPresenterPort.ts';
import { createCardSigner } from '../../bot/src/services/core/cardSigner.ts';
import { translateFor } from '../../bot/src/translate.ts';
import { awkwardNames } from '../support/data/awkwardNames.ts';
import { aDate, aMeetingId, aMemberId, anOrgId, aTeamId } from '../support/data/idDateAndRecordBuilders.ts';
import { aReader } from '../support/data/cardModelBuilders.ts';
import { buttonsOf, faultsOf, ofType, partsOf, textOf } from '../support/data/readAndCheckCards.ts';
import { readablePresenter } from '../support/data/messagesWithReadableCards.ts';

const presenter = readablePresenter({ translateFor, publicUrl: 'https://rollcall.example' });
const signer = createCardSigner(['a secret of these tests of 32 bytes and more']);
const data = signer.signBlocker({
  ...{ O: anOrgId(), T: aTeamId(), meetingId: aMeetingId(), memberId: aMemberId('bob'), since: aDate('2026-11-18') },
  ...{ neededId: aMemberId('cy'), number: 1 },
});

const all = ['ACKNOWLEDGE', 'RESOLVE', 'HAND_BACK'] as const;

const draw = (change: Partial<BlockerModel> = {}, locale = 'en') =>
  presenter.blocker(
    {
      ...{
        data,
        owner: 'Bob',
        meetingName: 'Daily',
        text: 'No keys\nand no desk',
        since: aDate('2026-11-18'),
        days: 2,
      },
      ...{ reader: 'NEEDED', isReminder: false, needed: 'Cy', isTakenByOther: false, actions: all },
      ...{ state: 'OPEN', standing: 'NEEDED', changedBy: 'Bob', url: 'https://rollcall.example/blockers?team=t' },
      ...change,
    },
    { ...aReader(), locale },
  );

describe('the card to a needed member', () => {
  it('names who is blocked, by what and since when, and has a button for each reply', () => {
    const card = draw();
    expect(faultsOf(card)).toEqual([]);
    expect(card.summary).toBe('Bob is blocked and needs you.');
    expect(textOf(card)).toContain('No keys');
    expect(textOf(card)).toContain('2 working days. Report: Daily');
    expect(buttonsOf(card)).toEqual(['On it', 'Resolved', 'Not me', 'Open the blockers']);
    const inputs = ofType(card, 'Input.Text');
    expect(inputs).toMatchObject([{ id: 'note' }]);
    expect(inputs[0]).not.toHaveProperty('maxLength');
    expect(inputs[0]).not.toHaveProperty('value');
  });

  it('shows a refused note again in the input, with the refusal', () => {
    const typedNote = 'x'.repeat(10_240);
    const card = draw({ problem: 'blocker.noteTooLong', typedNote });
    expect(faultsOf(card)).toEqual([]);
    expect(ofType(card, 'Input.Text')).toMatchObject([{ id: 'note', value: typedNote }]);
    expect(textOf(card)).toContain('It may have at most 500 characters.');
    expect(presenter.isWithinBudget(card)).toBe(true);
    expect(presenter.isWithinBudget(draw({ typedNote: 'あ'.repeat(10_240) }))).toBe(false);
  });

  it('sends the signed data by Execute, and the same by Submit where there is no Execute', () => {
    const [onIt, resolved, notMe] = ofType(draw(), 'Action.Execute');
    expect(onIt).toMatchObject({ verb: 'blockerOnIt', data, associatedInputs: 'none' });
    expect(resolved).toMatchObject({ fallback: { type: 'Action.Submit', data: { ...data, verb: 'blockerResolved' } } });
    expect(notMe).toMatchObject({ verb: 'blockerNotMe' });
    expect(notMe).not.toHaveProperty('associatedInputs');
  });

  it('offers no second "On it" once the reader is on it', () => {
    expect(buttonsOf(draw({ state: 'ACKNOWLEDGED', actions: ['RESOLVE', 'HAND_BACK'] }))).toEqual([
      'Resolved',
      'Not me',
      'Open the blockers',
    ]);
    expect(textOf(draw({ state: 'ACKNOWLEDGED' }))).toContain('You are on it.');
  });

  it.each<[Partial<BlockerModel>, string]>([
    [{ state: 'RESOLVED', changedBy: 'Ann' }, 'Resolved by Ann.'],
    [{ state: 'RESOLVED', changedBy: null }, 'Resolved by an admin.'],
    [{ standing: 'NOT_NEEDED' }, 'Bob does not need you for this any more.'],
    [{ standing: 'OVER', text: '' }, 'This blocker is no longer open'],
  ])('asks for nothing any more if %j', (change, text) => {
    const card = draw({ ...change, actions: [] });
    expect(faultsOf(card)).toEqual([]);
    expect(textOf(card)).toContain(text);
    expect(buttonsOf(card)).toEqual(['Open the blockers']);
    expect(ofType(card, 'Input.Text')).toEqual([]);
  });

  it('does not state that the reader is needed once the blocker needs no reaction', () => {
    const ends: readonly Partial<BlockerModel>[] = [
      { state: 'RESOLVED' },
      { standing: 'NOT_NEEDED' },
      { standing: 'OVER' },
      { state: 'ACKNOWLEDGED', isTakenByOther: true },
    ];
    for (const end of ends)
      for (const isReminder of [false, true]) {
        const card = draw({ ...end, isReminder });
        expect(textOf(card)).toContain('The blocker of Bob');
        expect(textOf(card)).not.toContain('needs you.');
      }
    expect(draw({ state: 'RESOLVED', changedBy: 'Ann' }).summary).toBe('The blocker of Bob – Resolved by Ann.');
  });

  it('names the other person who is on it', () => {
    expect(textOf(draw({ state: 'ACKNOWLEDGED', isTakenByOther: true, changedBy: 'Ann' }))).toContain('Ann is on it.');
  });

  it.each([
    [0, 'Lasted less than a working day. Report: Daily'],
    [1, 'Lasted 1 working day. Report: Daily'],
    [3, 'Lasted 3 working days. Report: Daily'],
  ])('shows that a resolved blocker lasted %d working days', (days, text) => {
    const card = draw({ state: 'RESOLVED', actions: [], days });
    expect(textOf(card)).toContain(text);
    expect(textOf(card)).not.toContain('Since');
  });

  it.each(awkwardNames)('cannot be disturbed by the name %j, in any language', (name) => {
    for (const locale of ['en', 'de', 'es', 'fr', 'ja', 'ar']) {
      const card = draw({ owner: name, meetingName: name, text: name, changedBy: name }, locale);
      expect(faultsOf(card)).toEqual([]);
      expect(partsOf(card.card).filter((part) => part['type'] === 'TextBlock')).toEqual([]);
    }
  });

  it('stays within the size limit with the longest text', () => {
    expect(faultsOf(draw({ text: '語'.repeat(2000), owner: 'N'.repeat(200) }, 'ja'))).toEqual([]);
  });
});

const informed = { standing: 'INFORMED', isReminder: true } as const;

describe('the reminder of a blocker', () => {
  it('has the buttons of the first card for the needed member', () => {
    const card = draw({ isReminder: true });
    expect(card.summary).toBe('Bob is still blocked and needs you.');
    expect(buttonsOf(card)).toEqual(buttonsOf(draw()));
    expect(ofType(card, 'Input.Text')).toHaveLength(1);
  });

  it('lets the blocked member resolve, without a note', () => {
    const card = draw({ ...informed, reader: 'OWNER', needed: null, actions: ['RESOLVE'] });
    expect(card.summary).toBe('You are still blocked.');
    expect(textOf(card)).toContain('Press “Resolved” once it is solved');
    expect(buttonsOf(card)).toEqual(['Resolved', 'Open the blockers']);
    expect(ofType(card, 'Input.Text')).toEqual([]);
  });

  it.each([
    [['ACKNOWLEDGE', 'RESOLVE'] as const, 'Cy', ['On it', 'Resolved', 'Open the blockers'], 'Cy is needed for it.'],
    [[], null, ['Open the blockers'], 'No helper has been named.'],
  ])('has the buttons %j for the creator of the report', (actions, needed, buttons, text) => {
    const card = draw({ ...informed, reader: 'REPORT_OWNER', actions, needed });
    expect(faultsOf(card)).toEqual([]);
    expect(card.summary).toBe('Bob has been blocked for some time.');
    expect(textOf(card)).toContain(text);
    expect(buttonsOf(card)).toEqual(buttons);
  });

  it.each([
    [
      'OWNER',
      'Your blocker – Resolved by Ann.',
      'Your blocker – This blocker is no longer open: you have reported a new one.',
    ],
    [
      'REPORT_OWNER',
      'The blocker of Bob – Resolved by Ann.',
      'The blocker of Bob – This blocker is no longer open: the person has reported a new one.',
    ],
  ] as const)('shows %s the end on an old copy', (reader, resolved, over) => {
    const old = { ...informed, reader, changedBy: 'Ann', actions: [] };
    expect(draw({ ...old, state: 'RESOLVED' }).summary).toBe(resolved);
    expect(draw({ ...old, standing: 'OVER', text: '' }).summary).toBe(over);
  });

  it('fits with long names in every language', () => {
    for (const locale of ['en', 'de', 'es', 'fr', 'ja', 'ar'])
      for (const reader of ['OWNER', 'REPORT_OWNER', 'NEEDED'] as const) {
        const long = { owner: 'N'.repeat(200), needed: 'M'.repeat(200), text: '語'.repeat(2000) };
        expect(faultsOf(draw({ ...informed, reader, ...long }, locale))).toEqual([]);
      }
  });
});

describe('the signature of the card', () => {
  it('covers every field, and is not that of another card', () => {
    expect(signer.isGenuineBlocker(blockerCardData.parse(data))).toBe(true);
    expect(signer.isGenuineBlocker({ ...data, number: 2 })).toBe(false);
    expect(signer.isGenuineBlocker({ ...data, neededId: aMemberId('dan') })).toBe(false);
    expect(signer.isGenuineBlocker({ ...data, since: aDate('2026-11-19') })).toBe(false);
    const { O, T, meetingId, memberId, since: date } = data;
    expect(signer.isGenuine({ v: 1, O, T, meetingId, memberId, date, sig: data.sig })).toBe(false);
  });
});
