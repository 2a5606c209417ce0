import { Button, Select } from '@fluentui/react-components';
import { ChevronLeft20Regular } from '@fluentui/react-icons/svg/chevron-left';
import { ChevronRight20Regular } from '@fluentui/react-icons/svg/chevron-right';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { useMembers } from '../../../api/organisations/teamMembersAndChannelsQueries.ts';
import { addDays, mondayOf } from '../../../ui/text/calculateAndFormatDates.ts';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import type { SheetProps } from '../timesheetViewProps.ts';
import css from '../Timesheet.module.css';
import { weekDates } from '../formatHoursAndWeekDates.ts';

interface WeekNavProps extends Pick<SheetProps, 'teamId' | 'address' | 'meId'> {
  readonly memberId: string;
  readonly monday: LocalDate;
  readonly today: LocalDate;
  readonly user: string | undefined;
}

export const WeekNavigation = ({ teamId, address, meId, memberId, monday, today, user }: WeekNavProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const { data: members = [] } = useMembers(teamId);
  const thisWeek = mondayOf(today);
  const open = (week: LocalDate, who: string): void => {
    address.openWeek(week, who === meId ? undefined : who);
  };
  const isListed = members.some(({ id }) => id === memberId);
  return (
    <div className={css.nav}>
      <Button
        appearance="subtle"
        icon={<ChevronLeft20Regular data-mirrored />}
        aria-label={t('timesheet.previousWeek')}
        onClick={() => {
          open(addDays(monday, -7), memberId);
        }}
      />
      <h2 id="timesheet-week" className={css.sectionTitle}>
        {weekDates(monday, { locale, today })}
      </h2>
      <Button
        appearance="subtle"
        icon={<ChevronRight20Regular data-mirrored />}
        aria-label={t('timesheet.nextWeek')}
        disabledFocusable={monday >= thisWeek}
        onClick={() => {
          if (monday < thisWeek) open(addDays(monday, 7), memberId);
        }}
      />
      {monday !== thisWeek && (
        <Button
          onClick={() => {
            open(thisWeek, memberId);
          }}
        >
          {t('timesheet.thisWeek')}
        </Button>
      )}
      <Select
        className={css.person}
        aria-label={t('timesheet.user')}
        value={memberId}
        onChange={(_, { value }) => {
          open(monday, value);
        }}
      >
        {!isListed && (
          <option value={memberId}>{user === undefined || user === '' ? t('timesheet.formerMember') : user}</option>
        )}
        {members.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  );
};
