import { blockerCardData } from '#contracts/blockers/blockerCard.ts';
import type { BlockerModel } from '../../bot/src/services/core/cardPresenter.ts';
import { createCardSigner } from '../../bot/src/services/core/cardSigner.ts';
import { translateFor } from '../../bot/src/translate.ts';
import { awkwardNames } from '../support/data/awkwardNames.ts';
import { aDate, aMeetingId, aMemberId, anOrgId, aTeamId } from '../support/data/builders.ts';
import { aReader } from '../support/data/cardModels.ts';
import { buttonsOf, faultsOf, ofType, partsOf, textOf } from '../support/data/cards.ts';
import { readablePresenter } from '../support/data/readableMessages.ts';

const presenter = readablePresenter({ translateFor, publicUrl: 'https://rollcall.example' });
const signer = createCardSigner(['a secret of these tests of 32 bytes and more']);
const data = signer.signBlocker({
  ...{ O: anOrgId(), T: aTeamId(), meetingId: aMeetingId(), memberId: aMemberId('bob'), since: aDate('2026-11-18') },
  ...{ neededId: aMemberId('cy'), number: 1 },
});

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
    expect(ofType(card, 'Input.Text')).toMatchObject([{ id: 'note', maxLength: 500 }]);
  });

  it('sends the signed data by Execute, and the same by Submit where there is no Execute', () => {
    const [onIt, resolved, notMe] = ofType(draw(), 'Action.Execute');
    expect(onIt).toMatchObject({ verb: 'blockerOnIt', data, associatedInputs: 'none' });
    expect(resolved).toMatchObject({ fallback: { type: 'Action.Submit', data: { ...data, verb: 'blockerResolved' } } });
    expect(notMe).toMatchObject({ verb: 'blockerNotMe' });
    expect(notMe).not.toHaveProperty('associatedInputs');
  });

  it('offers no second "On it" once the reader is on it', () => {
    expect(buttonsOf(draw({ state: 'ACKNOWLEDGED' }))).toEqual(['Resolved', 'Not me', 'Open the blockers']);
    expect(textOf(draw({ state: 'ACKNOWLEDGED' }))).toContain('You are on it.');
  });

  it.each<[Partial<BlockerModel>, string]>([
    [{ state: 'RESOLVED', changedBy: 'Ann' }, 'Resolved by Ann.'],
    [{ state: 'RESOLVED', changedBy: null }, 'Resolved by an admin.'],
    [{ standing: 'NOT_NEEDED' }, 'Bob does not need you for this any more.'],
    [{ standing: 'OVER', text: '' }, 'This blocker is over.'],
  ])('asks for nothing any more if %j', (change, text) => {
    const card = draw(change);
    expect(faultsOf(card)).toEqual([]);
    expect(textOf(card)).toContain(text);
    expect(buttonsOf(card)).toEqual(['Open the blockers']);
    expect(ofType(card, 'Input.Text')).toEqual([]);
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
