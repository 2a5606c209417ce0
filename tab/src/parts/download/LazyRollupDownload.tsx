import { Suspense, lazy, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download';
import type { RollupInput } from '../../api/rollup/rollupQuery.ts';
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
 * The download menu of a roll-up. The page first has only its button: few readers download a file, and the code of the
 * menu has 20 files, which delayed the reports. It loads at the first press and then opens the menu.
 */
export const LazyRollupDownload = ({ query, isEmpty = false }: LazyDownloadProps) => {
  const t = useTranslate();
  const [isWanted, setWanted] = useState(false);
  const button = (
    <Button
      icon={<ArrowDownload20Regular />}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => {
        setWanted(true);
      }}
    >
      {t('common.download')}
    </Button>
  );
  if (!isWanted && !isEmpty) return button;
  return (
    <Suspense fallback={isWanted && button}>
      <RollupDownload query={query} isEmpty={isEmpty} isOpenFirst={isWanted} />
    </Suspense>
  );
};
