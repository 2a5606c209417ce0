import { memo, useId, useMemo } from 'react';
import { Select } from '@fluentui/react-components';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { TimesheetTotals } from '#contracts/timesheets/timesheetTaskCalls.ts';
import type { MeetingName } from '../../api/meetings/meetingNamesQuery.ts';
import { useMembers } from '../../api/organisations/teamMembersAndChannelsQueries.ts';
import { DateRangeForm } from '../../parts/DateRangeForm.tsx';
import { lastDays } from '../../parts/dateRangeInUrl.ts';
import type { Range } from '../../parts/dateRangeInUrl.ts';
import { MultiChoice } from '../../parts/SearchableMultiChoice.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import type { SheetAddress } from './timesheetUrlFilters.ts';
import css from './TimesheetFilterBar.module.css';
import { presetOf, presets, rangeOf } from './dateRangePresets.ts';

interface FilterBarProps {
  readonly teamId: string;
  readonly address: SheetAddress;
  readonly meetings: readonly MeetingName[];
  readonly totals: TimesheetTotals | undefined;
  readonly today: LocalDate;
}

type PresetsProps = Pick<FilterBarProps, 'address' | 'today'> & { readonly range: Range };

// New rows of the table render the filter bar again. With `memo`, React skips the fields that have not changed.
const RangeForm = memo(DateRangeForm);

const Presets = memo(({ address, range, today }: PresetsProps) => {
  const t = useTranslate();
  const id = useId();
  const chosen = address.range === undefined ? 'usual' : (presetOf(range, today) ?? 'other');
  return (
    <div className={css.field}>
      <label htmlFor={id}>{t('timesheet.preset')}</label>
      <Select
        id={id}
        value={chosen}
        onChange={(_, { value }) => {
          const preset = presets.find((item) => item === value);
          address.setRange(preset === undefined ? undefined : rangeOf(preset, today));
        }}
      >
        <option value="usual">{t('timesheet.usual')}</option>
        {presets.map((item) => (
          <option key={item} value={item}>
            {t(`timesheet.${item}`)}
          </option>
        ))}
        {chosen === 'other' && <option value="other">{t('timesheet.otherDays')}</option>}
      </Select>
    </div>
  );
});
Presets.displayName = 'Presets';

const Users = ({ teamId, address, totals }: Pick<FilterBarProps, 'teamId' | 'address' | 'totals'>) => {
  const t = useTranslate();
  const { data: members = [] } = useMembers(teamId);
  const former = t('timesheet.formerMember');
  const named = new Map(members.map(({ id, name }): [string, string] => [id, name]));
  for (const { memberId, user } of totals?.byMember ?? [])
    if (!named.has(memberId)) named.set(memberId, user === '' ? former : user);
  for (const id of address.users) if (!named.has(id)) named.set(id, former);
  return (
    <MultiChoice
      label={t('timesheet.users')}
      choices={[...named].map(([id, text]) => ({ id, text }))}
      chosen={address.users}
      most={limits.filterUsers}
      all={t('timesheet.everybody')}
      search={t('timesheet.searchUsers')}
      nothingFound={t('timesheet.nothingFound')}
      count={(count) => t('timesheet.chosen', { count })}
      more={(count) => t('timesheet.moreChoices', { count })}
      onChange={address.setUsers}
    />
  );
};

const Reports = memo(({ address, meetings }: Pick<FilterBarProps, 'address' | 'meetings'>) => {
  const t = useTranslate();
  return (
    <MultiChoice
      label={t('timesheet.reports')}
      choices={meetings.map(({ id, name }) => ({ id, text: name }))}
      chosen={address.meetingIds}
      most={limits.filterMeetings}
      all={t('timesheet.allReports')}
      search={t('timesheet.searchReports')}
      nothingFound={t('timesheet.nothingFound')}
      count={(count) => t('timesheet.chosen', { count })}
      more={(count) => t('timesheet.moreChoices', { count })}
      onChange={address.setMeetings}
    />
  );
});
Reports.displayName = 'Reports';

export const TimesheetFilterBar = ({ teamId, address, meetings, totals, today }: FilterBarProps) => {
  const range = useMemo(() => address.range ?? lastDays(today), [address, today]);
  return (
    <div className={css.bar}>
      <Presets address={address} range={range} today={today} />
      <RangeForm
        key={`${range.from} ${range.to}`}
        range={range}
        mostDays={limits.timesheetDays}
        firstDay="monday"
        onSearch={address.setRange}
      />
      <Users teamId={teamId} address={address} totals={totals} />
      {(meetings.length > 1 || address.meetingIds.length > 0) && <Reports address={address} meetings={meetings} />}
    </div>
  );
};
