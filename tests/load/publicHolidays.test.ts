import { holidayCountries } from '../../bot/src/services/daysOff/publicHolidays.ts';
import { bothSources } from '../support/fakes/holidaySources.ts';

it('the file of public holidays equals the output of scripts/publicHolidays.ts for every country', () => {
  const { theirs, ours } = bothSources(holidayCountries.map(({ code }) => code));
  expect(ours).toEqual(theirs);
});
