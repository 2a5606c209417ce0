import { Suspense, lazy } from 'react';
import { Button } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download';
import type { RollupInput } from '../../api/rollup/rollupQuery.ts';
import { useMenuAtFirstPress } from '../../ui/lazy/useMenuAtFirstPress.ts';
import { loadTexts } from '../../ui/text/loadLazyTextsAndLanguage.ts';
import { useTranslate } from '../../ui/text/translate.ts';

const RollupDownload = lazy(async () => {
  const [{ RollupDownload: Loaded }] = await Promise.all([import('./RollupDownload.tsx'), loadTexts('download')]);
  return { default: Loaded };
});

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
  const { isWanted, button } = useMenuAtFirstPress();
  return (
    <Suspense>
      {isWanted || isEmpty ? (
        <RollupDownload query={query} isEmpty={isEmpty} isInitiallyOpen={isWanted} />
      ) : (
        <Button icon={<ArrowDownload20Regular />} {...button}>
          {t('common.download')}
        </Button>
      )}
    </Suspense>
  );
};
