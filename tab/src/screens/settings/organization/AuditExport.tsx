import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { csvOf } from '#contracts/core/csvText.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useAudit } from '../../../api/organisations/organisationQueriesAndMutations.ts';
import type { Audit } from '../../../api/organisations/organisationQueriesAndMutations.ts';
import { daysIn, lastDays } from '../../../parts/dateRangeInUrl.ts';
import { DateField } from '../../../ui/forms/DateField.tsx';
import { saveFile } from '../../../ui/display/saveFileAndSizeText.ts';
import { useToday } from '../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import type { WebTranslate } from '../../../ui/text/translate.ts';
import css from './OrganizationTab.module.css';
import { Section } from '../../../ui/display/Section.tsx';
import { Failure } from '../SettingsFormWithSaveBar.tsx';

/**
 * Returns the activity log as the content of a CSV file, oldest entry first. Instants are in UTC, because people in any
 * time zone may read the file.
 */
export const auditCsv = ({ items }: Audit, t: WebTranslate): string => {
  const head = (['csvAt', 'csvBy', 'csvTeam', 'csvWhat', 'csvBefore', 'csvAfter'] as const).map((key) =>
    t(`organizationTab.${key}`),
  );
  const lines = items
    .toReversed()
    .map(({ createdOn, username, teamName, text, before, after }) => [
      createdOn,
      username,
      teamName ?? '',
      text,
      before ?? '',
      after ?? '',
    ]);
  return csvOf([head, ...lines]);
};

export const AuditExport = () => {
  const t = useTranslate();
  const today = useToday();
  const audit = useAudit();
  const [range, setRange] = useState(() => lastDays(today));
  const isBackwards = daysIn(range) === 0;
  const download = (): void => {
    if (isBackwards || audit.isPending) return;
    audit.mutate(range, {
      onSuccess: (entries) => {
        saveFile(`audit-${range.from}-${range.to}.csv`, 'text/csv', auditCsv(entries, t));
      },
    });
  };
  const statusText = (): string => {
    if (audit.data === undefined) return '';
    const count = audit.data.items.length;
    return t(audit.data.isComplete ? 'organizationTab.auditDone' : 'organizationTab.auditCut', { count });
  };
  return (
    <Section title={t('organizationTab.audit')} text={t('organizationTab.auditText')}>
      <div className={css.range}>
        {(['from', 'to'] as const).map((end) => (
          <div key={end} className={css.field}>
            <span aria-hidden="true">{t(`range.${end}`)}</span>
            <DateField
              date={range[end]}
              today={today}
              label={t(`range.${end}`)}
              onChange={(date) => {
                setRange({ ...range, [end]: date });
              }}
            />
          </div>
        ))}
        <Button disabledFocusable={audit.isPending || isBackwards} onClick={download}>
          {t(audit.isPending ? 'organizationTab.auditRunning' : 'organizationTab.auditDownload')}
        </Button>
      </div>
      <Failure text={isBackwards ? t('range.backwards') : null} />
      <Failure text={audit.error === null ? null : errorText(audit.error, t)} />
      <span role="status">{statusText()}</span>
    </Section>
  );
};
