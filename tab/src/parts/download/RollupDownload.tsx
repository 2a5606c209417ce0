import { useRef } from 'react';
import type { ReactNode } from 'react';
import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger, ProgressBar } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download';
import type { RollupFileFormat } from '#contracts/rollup/rollupFileCalls.ts';
import type { RollupInput } from '../../api/rollup/rollupQuery.ts';
import { sizeText } from '../../ui/display/saveFileAndSizeText.ts';
import { useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './RollupDownload.module.css';
import { useRollupDownload } from './useRollupDownload.ts';
import type { Downloading } from './useRollupDownload.ts';

// A copy of the contract's list, because an import would add the contract's schemas to the bundle.
const formats: readonly RollupFileFormat[] = ['XLSX', 'PDF', 'CSV', 'MARKDOWN'];

interface DownloadProps {
  /** The roll-up that the file contains. */
  readonly query: RollupInput;
  /** True if the roll-up has no content. The button is then disabled. */
  readonly isEmpty: boolean;
  /** True if the menu is open when it appears, because the reader has already pressed its button. */
  readonly isInitiallyOpen: boolean;
}

interface NoticeProps {
  readonly downloading: Downloading;
  /**
   * Called when the reader presses Cancel or Close, so that the focus returns to the button of the menu: the pressed
   * button leaves the page.
   */
  readonly onEnd: () => void;
}

const Running = ({ bytes }: { readonly bytes: number }) => {
  const t = useTranslate();
  const { locale } = useReader();
  return (
    <span className={css.said}>
      <ProgressBar aria-label={t('download.preparing')} />
      {bytes === 0 ? t('download.preparing') : t('download.received', { size: sizeText(bytes, locale) })}
    </span>
  );
};

const Notice = ({ downloading: { state, start, cancel, dismiss }, onEnd }: NoticeProps): ReactNode => {
  const t = useTranslate();
  const close = (
    <Button
      size="small"
      onClick={() => {
        dismiss();
        onEnd();
      }}
    >
      {t('common.close')}
    </Button>
  );
  switch (state.kind) {
    case 'idle':
      return null;
    case 'running':
      return (
        <div className={css.notice}>
          <Running bytes={state.bytes} />
          <Button
            size="small"
            onClick={() => {
              cancel();
              onEnd();
            }}
          >
            {t('common.cancel')}
          </Button>
        </div>
      );
    case 'cancelled':
    case 'done':
      return (
        <div className={css.notice}>
          <span className={css.said}>
            {state.kind === 'done' ? t('download.done', { name: state.name }) : t('download.cancelled')}
          </span>
          {close}
        </div>
      );
    case 'failed':
      return (
        <div className={css.notice} role="alert">
          <span className={css.said}>{state.text}</span>
          <Button
            size="small"
            onClick={() => {
              start(state.format);
            }}
          >
            {t('common.retry')}
          </Button>
          {close}
        </div>
      );
  }
};

/** Shows the menu "Download" with the formats, and the progress of the download. */
export const RollupDownload = ({ query, isEmpty, isInitiallyOpen }: DownloadProps) => {
  const t = useTranslate();
  const place = useRef<HTMLDivElement>(null);
  const downloading = useRollupDownload(query);
  const isRunning = downloading.state.kind === 'running';
  return (
    <div ref={place} className={css.place}>
      <Menu defaultOpen={isInitiallyOpen}>
        <MenuTrigger disableButtonEnhancement>
          <Button icon={<ArrowDownload20Regular />} disabledFocusable={isEmpty || isRunning}>
            {t('common.download')}
          </Button>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {formats.map((format) => (
              <MenuItem
                key={format}
                onClick={() => {
                  downloading.start(format);
                }}
              >
                {t(`download.format${format}`)}
              </MenuItem>
            ))}
          </MenuList>
        </MenuPopover>
      </Menu>
      {isEmpty && <span className={css.empty}>{t('download.empty')}</span>}
      <div role="status">
        <Notice downloading={downloading} onEnd={() => place.current?.querySelector('button')?.focus()} />
      </div>
    </div>
  );
};
