import { Checkbox, Input } from '@fluentui/react-components';
import type { MeetingReport } from '#contracts/reports/dailyReport.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './MemberCards.module.css';
import type { PeopleChoice } from './shownMemberCards.ts';

interface PeopleFilterProps {
  readonly report: MeetingReport;
  readonly found: number;
  readonly choice: PeopleChoice;
  readonly onChange: (choice: PeopleChoice) => void;
}

export const MemberCardFilter = ({ report, found, choice, onChange }: PeopleFilterProps) => {
  const t = useTranslate();
  return (
    <div className={css.filter} role="search" aria-label={t('people.list', { meeting: report.meetingName })}>
      <Input
        type="search"
        aria-label={t('people.search')}
        placeholder={t('people.search')}
        value={choice.search}
        onChange={(_, { value }) => {
          onChange({ ...choice, search: value });
        }}
      />
      <Checkbox
        label={t('people.onlyMissing')}
        checked={choice.isOnlyMissing}
        onChange={(_, { checked }) => {
          onChange({ ...choice, isOnlyMissing: checked === true });
        }}
      />
      <span className={css.count} role="status">
        {t('people.shown', { count: found, total: report.members.length })}
      </span>
    </div>
  );
};
