import { Button } from '@fluentui/react-components';
import { ApiError } from '../../api/client/client.ts';
import { errorText } from '../../api/client/errorText.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { useWords } from '../../ui/text/words.ts';
import type { SheetAddress } from './sheetAddress.ts';

interface FailedProps {
  readonly error: unknown;
  readonly retry: () => void;
  readonly address: SheetAddress;
}

export const Failed = ({ error, retry, address }: FailedProps) => {
  const words = useWords();
  // An old link, or a link of another team: a retry would not help.
  const isGone = error instanceof ApiError && error.code === 'NOT_FOUND';
  return (
    <EmptyState role="alert" text={isGone ? words('timesheet.notFound') : errorText(error, words)}>
      {isGone ? (
        <Button onClick={address.clear}>{words('timesheet.clear')}</Button>
      ) : (
        <Button onClick={retry}>{words('common.retry')}</Button>
      )}
    </EmptyState>
  );
};
