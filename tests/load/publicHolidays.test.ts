import { holidayCountries } from '../../bot/src/services/daysOff/publicHolidays.ts';
import { bothHolidaySources } from '../support/data/bothHolidaySources.ts';

it('the file of public holidays equals the output of scripts/publicHolidays.ts for every country', () => {
  const { theirs, ours } = bothHolidaySources(holidayCountries.map(({ code }) => code));
  expect(ours).toEqual(theirs);
});
