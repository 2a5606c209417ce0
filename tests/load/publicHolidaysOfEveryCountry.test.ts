import { holidayCountries } from '../../bot/src/services/daysOff/publicHolidays.ts';
import { holidaysOfLibraryAndOurFile } from '../support/data/holidaysOfLibraryAndOurFile.ts';

it('the file of public holidays equals the output of scripts/generate/generatePublicHolidays.ts for every country', () => {
  const { theirs, ours } = holidaysOfLibraryAndOurFile(holidayCountries.map(({ code }) => code));
  expect(ours).toEqual(theirs);
});
