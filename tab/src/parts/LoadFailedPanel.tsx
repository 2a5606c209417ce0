import { Button } from '@fluentui/react-components';
import { errorText } from '../api/client/errorText.ts';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { useTranslate } from '../ui/text/translate.ts';

/** Shows the error of a page or a part that could not be loaded, and a button that loads it again. */
export const LoadFailedPanel = ({ error, retry }: { readonly error: unknown; readonly retry: () => void }) => {
  const t = useTranslate();
  return (
    <EmptyState role="alert" text={errorText(error, t)}>
      <Button onClick={retry}>{t('common.retry')}</Button>
    </EmptyState>
  );
};
