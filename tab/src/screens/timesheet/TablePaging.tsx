import { useState } from 'react';
import { Button, Input } from '@fluentui/react-components';
import { ChevronLeft20Regular } from '@fluentui/react-icons/svg/chevron-left';
import { ChevronRight20Regular } from '@fluentui/react-icons/svg/chevron-right';
import type { SheetPage } from '../../api/timesheets/timesheetQueriesAndMutations.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './Timesheet.module.css';

interface PagingProps {
  readonly page: SheetPage;
  readonly goTo: (page: number) => void;
}

/** Shows a field for a page number, and opens that page. A number that is too large opens the last page. */
const Jump = ({ page: { pageCount }, goTo }: PagingProps) => {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  const jump = (): void => {
    if (typed === '') return;
    goTo(Math.min(Math.max(Number(typed), 1), pageCount));
    setTyped('');
  };
  return (
    <div className={css.jump}>
      <Input
        className={css.jumpField}
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        aria-label={t('timesheet.goToPage')}
        placeholder={t('timesheet.goToPage')}
        value={typed}
        onKeyDown={({ key }) => {
          if (key === 'Enter') jump();
        }}
        onChange={(_, { value }) => {
          setTyped(value.replaceAll(/\D/g, ''));
        }}
      />
      <Button onClick={jump}>{t('timesheet.go')}</Button>
    </div>
  );
};

/** Shows the buttons that open the other pages. Renders nothing if there is only one page. */
export const TablePaging = ({ page, goTo }: PagingProps) => {
  const t = useTranslate();
  const { pageNumber, pageCount, next } = page;
  if (pageCount <= 1) return null;
  return (
    <nav className={css.paging} aria-label={t('timesheet.pages')}>
      <Button
        icon={<ChevronLeft20Regular data-mirrored />}
        disabledFocusable={pageNumber <= 1}
        onClick={() => {
          if (pageNumber > 1) goTo(pageNumber - 1);
        }}
      >
        {t('timesheet.previous')}
      </Button>
      <span role="status">{t('timesheet.page', { page: pageNumber, pages: pageCount })}</span>
      <Button
        icon={<ChevronRight20Regular data-mirrored />}
        iconPosition="after"
        disabledFocusable={next === null}
        onClick={() => {
          if (next !== null) goTo(pageNumber + 1);
        }}
      >
        {t('timesheet.next')}
      </Button>
      {pageCount > 2 && <Jump page={page} goTo={goTo} />}
    </nav>
  );
};
