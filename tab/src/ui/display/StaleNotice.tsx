import { Button } from '@fluentui/react-components';
import type { WebKey } from '../text/words.ts';
import { useWords } from '../text/words.ts';
import css from './StaleNotice.module.css';

interface StaleNoticeProps {
  readonly text: WebKey;
  readonly retry: () => unknown;
}

/** One part of the page did not load while the rest is shown: says so, with a retry button. */
export const StaleNotice = ({ text, retry }: StaleNoticeProps) => {
  const words = useWords();
  return (
    <div className={css.stale} role="status">
      {words(text)}
      <Button size="small" onClick={() => void retry()}>
        {words('common.retry')}
      </Button>
    </div>
  );
};
