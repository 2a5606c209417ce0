import type { LocalDate, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { holiday } from '../../store/kinds/daysOff/vacationsAndHolidays.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';

/** Returns the team's holidays between two dates, both included. */
export const listHolidays = async (
  records: Records<OrgId>,
  teamId: TeamId,
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
): Promise<LocalDate[]> =>
  (await records.list(holiday, { teamId }, { from: `H|${from}`, to: `H|${to}}` })).map(({ value }) => value.date);
