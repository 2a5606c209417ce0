import { Button } from '@fluentui/react-components';
import { ApiError } from '../../api/client/apiClient.ts';
import { errorText } from '../../api/client/errorText.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import type { SheetAddress } from './timesheetUrlFilters.ts';

interface FailedProps {
  readonly error: unknown;
  readonly retry: () => void;
  readonly address: SheetAddress;
}

export const TimesheetLoadFailed = ({ error, retry, address }: FailedProps) => {
  const t = useTranslate();
  // NOT_FOUND means that the link is outdated or belongs to another team, so a retry would fail too.
  const isGone = error instanceof ApiError && error.code === 'NOT_FOUND';
  return (
    <EmptyState role="alert" text={isGone ? t('timesheet.notFound') : errorText(error, t)}>
      {isGone ? (
        <Button onClick={address.clear}>{t('timesheet.clear')}</Button>
      ) : (
        <Button onClick={retry}>{t('common.retry')}</Button>
      )}
    </EmptyState>
  );
};
