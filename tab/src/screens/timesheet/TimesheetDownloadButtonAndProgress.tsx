import { useState } from 'react';
import { Button, ProgressBar, Select } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download';
import type { ExportFormat } from '#contracts/timesheets/timesheetDownloadCalls.ts';
import { sizeText } from '../../ui/display/saveFileAndSizeText.ts';
import { useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import type { Downloading } from './useTimesheetDownload.ts';
import css from './Timesheet.module.css';

// A copy of the contract's list, because an import would add the contract's schemas to the bundle.
const formats: readonly ExportFormat[] = ['XLSX', 'CSV', 'PDF'];

export const DownloadButton = ({ downloading }: { readonly downloading: Downloading }) => {
  const t = useTranslate();
  const [format, setFormat] = useState<ExportFormat>('XLSX');
  return (
    <div className={css.pair}>
      <Select
        className={css.format}
        aria-label={t('timesheet.format')}
        value={format}
        onChange={(_, { value }) => {
          setFormat(formats.find((item) => item === value) ?? 'XLSX');
        }}
      >
        {formats.map((item) => (
          <option key={item} value={item}>
            {item}
          </option>
        ))}
      </Select>
      <Button
        icon={<ArrowDownload20Regular />}
        disabledFocusable={downloading.state.kind === 'running'}
        onClick={() => {
          downloading.start(format);
        }}
      >
        {t('timesheet.download')}
      </Button>
    </div>
  );
};

export const DownloadProgress = ({ downloading }: { readonly downloading: Downloading }) => {
  const t = useTranslate();
  const { locale } = useReader();
  const { state, start, dismiss } = downloading;
  switch (state.kind) {
    case 'idle':
      return null;
    case 'running':
      return (
        <div className={css.notice} role="status">
          <ProgressBar aria-label={t('timesheet.downloading')} />
          {state.bytes === 0
            ? t('timesheet.downloading')
            : t('timesheet.received', { size: sizeText(state.bytes, locale) })}
        </div>
      );
    case 'done':
      return (
        <div className={css.notice} role="status">
          <span className={css.said}>{t('timesheet.downloaded', { name: state.name })}</span>
          <Button size="small" onClick={dismiss}>
            {t('common.close')}
          </Button>
        </div>
      );
    case 'failed':
      return (
        <div className={css.notice} role="alert">
          <span className={css.said}>{state.text}</span>
          <Button
            size="small"
            onClick={() => {
              start(state.offer === 'csv' ? 'CSV' : state.format);
            }}
          >
            {t(state.offer === 'csv' ? 'timesheet.downloadCsv' : 'common.retry')}
          </Button>
          <Button size="small" onClick={dismiss}>
            {t('common.close')}
          </Button>
        </div>
      );
  }
};
