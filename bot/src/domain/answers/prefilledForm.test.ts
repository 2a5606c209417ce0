import fc from 'fast-check';
import type { QuestionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { firstValues, mergeGoals } from './prefilledForm.ts';

const ids = ['done', 'plan', 'blocked', '__proto__'] as QuestionId[];
const questions = ids.map((id) => ({ id }));
const source = fc.dictionary(fc.constantFrom(...ids, 'gone'), fc.constantFrom('', ' ', 'A', 'B', 'C'));
const isGiven = (text: string | undefined): boolean => text !== undefined && text.trim() !== '';
const own = (values: Readonly<Record<string, string>>, id: string) =>
  Object.hasOwn(values, id) ? values[id] : undefined;

describe('the values of a filled form', () => {
  it('takes each value from the first source that has one, and asks nothing else', () => {
    fc.assert(
      fc.property(fc.array(source, { maxLength: 4 }), (sources) => {
        const filled = firstValues(questions, sources);
        expect(Object.keys(filled).every((id) => (ids as string[]).includes(id))).toBe(true);
        for (const id of ids) expect(own(filled, id)).toBe(sources.map((values) => own(values, id)).find(isGiven));
      }),
    );
  });

  it('stays the same when it is filled again', () => {
    fc.assert(
      fc.property(source, source, (typed, last) => {
        const once = firstValues(questions, [typed, last]);
        expect(firstValues(questions, [once, last])).toEqual(once);
      }),
    );
  });
});

it('keeps the goals of the form, except those that the client has sent', () => {
  const form = [
    { id: 'a', text: 'A', ticked: true, state: 'DONE' as const },
    { id: 'b', text: 'B', ticked: false, state: 'DROPPED' as const },
    { id: 'c', text: 'C', ticked: false },
  ];
  expect(mergeGoals(form, { goals: [] })).toEqual(form);
  expect(mergeGoals(form, { goals: [], goalStates: { b: 'CARRIED' } }).map(({ state }) => state)).toEqual([
    'DONE',
    'CARRIED',
    undefined,
  ]);
});
