import fc from 'fast-check';
import { ApiError } from '../client/apiClient.ts';
import { cardValuesOf } from './fillCardAndReadAnswer.ts';
import { chooseForm, draftBodyOf, draftConflictOf, filledInputs } from './chooseBetweenAnswerDrafts.ts';

const cardWith = (value: string) => ({ body: [{ items: [{ type: 'Input.Text', id: 'q:done', value }] }] });
const draft = (version: string) => ({ values: {}, goals: [], version, savedAt: '2026-11-20T10:00:00.000Z' }) as never;
const kept = (done: string, version: string | null, isSaved = false) => ({
  values: { 'q:done': done },
  version,
  isSaved,
});

describe('the form that a loaded card shows', () => {
  it.each([
    ['the card without a kept form', undefined, draft('2'), 'THEIRS'],
    ['the kept form that continues the stored draft', kept('Mine', '2'), draft('2'), 'MINE'],
    ['the kept form that no device has saved', kept('Mine', null), null, 'MINE'],
    ['the card with the same text', kept(' Theirs ', '1'), draft('2'), 'THEIRS'],
    ['the draft that another device continued', kept('Mine', '1', true), draft('2'), 'THEIRS'],
    ['a choice if a server of an earlier version tells no draft', kept('Mine', '1', true), undefined, 'CONFLICT'],
    ['a choice between two texts', kept('Mine', '1'), draft('2'), 'CONFLICT'],
    ['a choice if another answer was sent', kept('Mine', '1', true), null, 'CONFLICT'],
  ] as const)('the form that a loaded card shows is %s', (_what, form, stored, choice) => {
    expect(chooseForm(form, { card: cardWith('Theirs'), draft: stored })).toBe(choice);
  });

  it('the form that a loaded card shows never drops unsaved text that the card lacks', () => {
    const version = fc.constantFrom('1', '2', null);
    fc.assert(
      fc.property(fc.constantFrom('A', 'B', ''), version, version, (text, own, stored) => {
        const loaded = { card: cardWith('A'), draft: stored === null ? null : draft(stored) };
        const isLost = chooseForm(kept(text, own), loaded) === 'THEIRS' && text !== 'A';
        expect(isLost).toBe(false);
      }),
    );
  });
});

it('the form that a loaded card shows is a choice if only the choice about the open blocker differs', () => {
  const card = { body: [{ type: 'Input.ChoiceSet', id: 'b:2026-11-18', value: 'STILL' }] };
  const mine = (is: string) => ({ values: { 'b:2026-11-18': is }, version: '1', isSaved: false });
  expect(chooseForm(mine('RESOLVED'), { card, draft: draft('2') })).toBe('CONFLICT');
  expect(chooseForm(mine('STILL'), { card, draft: draft('2') })).toBe('THEIRS');
  expect(draftBodyOf({ meetingId: 'm', date: 'd' }, mine('STILL'))).toMatchObject({
    openBlocker: { since: '2026-11-18', is: 'STILL' },
    version: '1',
  });
});

it('reads the values of a card at any depth, and numbers as text', () => {
  const card = {
    body: [{ items: [{ type: 'Input.Number', id: 'q:hours', value: 2 }] }, { id: 'q:x', value: 'no input' }],
  };
  expect(cardValuesOf(card)).toEqual({ 'q:hours': '2' });
});

it('keeps only inputs with a value, so that filling leaves them as they are', () => {
  expect(filledInputs({ 'q:a': 'A', 'q:b': ' ', 'q:c': '', 'g:1': 'false' })).toEqual({ 'q:a': 'A', 'g:1': 'false' });
});

it('distinguishes a conflict from other errors', () => {
  const reply = (data: unknown) => ({ data }) as never;
  expect(draftConflictOf(new ApiError('DRAFT_CHANGED', null, reply({ draft: draft('2') })))).toMatchObject({
    version: '2',
  });
  expect(draftConflictOf(new ApiError('DRAFT_CHANGED', null, reply({ draft: null })))).toBeNull();
  expect(draftConflictOf(new ApiError('RUN_CLOSED', null))).toBeUndefined();
  expect(draftConflictOf(new Error('offline'))).toBeUndefined();
});
