import { Button } from '@fluentui/react-components';
import type { WebKey } from '../text/translate.ts';
import { useTranslate } from '../text/translate.ts';
import css from './PartFailedNotice.module.css';

interface StaleNoticeProps {
  readonly text: WebKey;
  readonly retry: () => unknown;
}

/**
 * Reports that one part of the page could not be loaded, with a button that loads it again. The rest of the page stays
 * visible.
 */
export const PartFailedNotice = ({ text, retry }: StaleNoticeProps) => {
  const t = useTranslate();
  return (
    <div className={css.stale} role="status">
      {t(text)}
      <Button size="small" onClick={() => void retry()}>
        {t('common.retry')}
      </Button>
    </div>
  );
};
