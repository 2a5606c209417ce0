import { Button } from '@fluentui/react-components';
import { ChevronLeft20Regular } from '@fluentui/react-icons/svg/chevron-left';
import { ChevronRight20Regular } from '@fluentui/react-icons/svg/chevron-right';
import type { SheetPage } from '../../api/timesheet.ts';
import { useWords } from '../../ui/words.ts';
import css from './Timesheet.module.css';

interface PagingProps {
  readonly page: SheetPage;
  readonly toNext: (next: string) => void;
  /** Undefined on the first page. */
  readonly toPrevious: (() => void) | undefined;
}

/** Nothing when everything is on one page. */
export const Paging = ({ page: { pageNumber, pageCount, next }, toNext, toPrevious }: PagingProps) => {
  const words = useWords();
  if (pageCount <= 1 && toPrevious === undefined) return null;
  return (
    <nav className={css.paging} aria-label={words('timesheet.pages')}>
      <Button
        icon={<ChevronLeft20Regular data-mirrored />}
        disabledFocusable={toPrevious === undefined}
        onClick={() => {
          toPrevious?.();
        }}
      >
        {words('timesheet.previous')}
      </Button>
      <span role="status">{words('timesheet.page', { page: pageNumber, pages: pageCount })}</span>
      <Button
        icon={<ChevronRight20Regular data-mirrored />}
        iconPosition="after"
        disabledFocusable={next === null}
        onClick={() => {
          if (next !== null) toNext(next);
        }}
      >
        {words('timesheet.next')}
      </Button>
    </nav>
  );
};
