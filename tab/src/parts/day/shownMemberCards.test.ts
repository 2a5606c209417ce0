import { aMember } from '../../testing/testDataBuildersAndClock.ts';
import { allPeople, peopleOf } from './shownMemberCards.ts';

const people = [
  aMember('Zofia Wiśniewska', { state: 'ANSWERED' }),
  aMember('Bob'),
  aMember('Cem', { state: 'MISSING' }),
];
const names = (change: object) => peopleOf(people, { ...allPeople, ...change }).map(({ name }) => name);

it('finds a person without the accents of the name', () => {
  expect(names({ search: ' wisn' })).toEqual(['Zofia Wiśniewska']);
});

it('shows only people without an answer when asked to, in the order of the report', () => {
  expect(names({ isOnlyMissing: true })).toEqual(['Bob', 'Cem']);
  expect(names({ isOnlyMissing: true, search: 'c' })).toEqual(['Cem']);
});
