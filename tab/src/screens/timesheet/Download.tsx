import { useState } from 'react';
import { Button, ProgressBar, Select } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download';
import type { ExportFormat } from '#contracts/timesheet.ts';
import { sizeText } from '../../ui/download.ts';
import { useReader } from '../../ui/reader.ts';
import { useWords } from '../../ui/words.ts';
import type { Downloading } from './downloading.ts';
import css from './Timesheet.module.css';

// The contract's own list would bring its schemas along.
const formats: readonly ExportFormat[] = ['XLSX', 'CSV', 'PDF'];

export const DownloadButton = ({ downloading }: { readonly downloading: Downloading }) => {
  const words = useWords();
  const [format, setFormat] = useState<ExportFormat>('XLSX');
  return (
    <div className={css.pair}>
      <Select
        className={css.format}
        aria-label={words('timesheet.format')}
        value={format}
        onChange={(_, { value }) => {
          setFormat(formats.find((one) => one === value) ?? 'XLSX');
        }}
      >
        {formats.map((one) => (
          <option key={one} value={one}>
            {one}
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
        {words('timesheet.download')}
      </Button>
    </div>
  );
};

/** How the download goes, below the line it was asked from. */
export const DownloadProgress = ({ downloading }: { readonly downloading: Downloading }) => {
  const words = useWords();
  const { locale } = useReader();
  const { state, start, dismiss } = downloading;
  switch (state.kind) {
    case 'idle':
      return null;
    case 'running':
      return (
        <div className={css.notice} role="status">
          <ProgressBar aria-label={words('timesheet.downloading')} />
          {state.bytes === 0
            ? words('timesheet.downloading')
            : words('timesheet.received', { size: sizeText(state.bytes, locale) })}
        </div>
      );
    case 'done':
      return (
        <div className={css.notice} role="status">
          <span className={css.said}>{words('timesheet.downloaded', { name: state.name })}</span>
          <Button size="small" onClick={dismiss}>
            {words('common.close')}
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
            {words(state.offer === 'csv' ? 'timesheet.downloadCsv' : 'common.retry')}
          </Button>
          <Button size="small" onClick={dismiss}>
            {words('common.close')}
          </Button>
        </div>
      );
  }
};
