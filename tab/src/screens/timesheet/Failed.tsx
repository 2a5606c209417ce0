import { Button } from '@fluentui/react-components';
import { ApiError } from '../../api/client.ts';
import { errorText } from '../../api/errorText.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useWords } from '../../ui/words.ts';
import type { SheetAddress } from './address.ts';

interface FailedProps {
  readonly error: unknown;
  readonly retry: () => void;
  readonly address: SheetAddress;
}

export const Failed = ({ error, retry, address }: FailedProps) => {
  const words = useWords();
  // An old link, or one of another team's: asking again would not help.
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
