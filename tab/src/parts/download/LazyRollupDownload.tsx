import { Suspense, lazy } from 'react';
import { Button } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download';
import type { RollupInput } from '../../api/rollup/rollupQuery.ts';
import { useMenuAtFirstPress } from '../../ui/lazy/useMenuAtFirstPress.ts';
import { loadTexts } from '../../ui/text/loadLazyTextsAndLanguage.ts';
import { useTranslate } from '../../ui/text/translate.ts';

const load = async () => {
  const [{ RollupDownload: Loaded }] = await Promise.all([import('./RollupDownload.tsx'), loadTexts('download')]);
  return { default: Loaded };
};
const EmptyDownload = lazy(load);

interface LazyDownloadProps {
  /** The roll-up that the file contains. */
  readonly query: RollupInput;
  /** True if the roll-up has no content. The button is then disabled, and a text gives the reason. */
  readonly isEmpty?: boolean;
}

/**
 * The download menu of a roll-up. Its code loads at the first press of the button, because few readers download a file.
 */
export const LazyRollupDownload = ({ query, isEmpty = false }: LazyDownloadProps) => {
  const t = useTranslate();
  const { Menu, button } = useMenuAtFirstPress(load);
  if (Menu) return <Menu query={query} isEmpty={isEmpty} isInitiallyOpen />;
  if (isEmpty)
    return (
      <Suspense>
        <EmptyDownload query={query} isEmpty isInitiallyOpen={false} />
      </Suspense>
    );
  return (
    <>
      <Button icon={<ArrowDownload20Regular />} {...button}>
        {t('common.download')}
      </Button>
      {Menu === null && <span role="alert">{t('error.INTERNAL')}</span>}
    </>
  );
};
