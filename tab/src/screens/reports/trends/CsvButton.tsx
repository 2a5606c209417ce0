import { Button } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download';
import { saveFile } from '../../../ui/display/saveFileAndSizeText.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import css from './TrendsTab.module.css';

interface DownloadProps {
  /** Name of the file without its ending `.csv`. */
  readonly name: string;
  readonly label: string;
  readonly content: () => string;
}

export const CsvButton = ({ name, label, content }: DownloadProps) => {
  const t = useTranslate();
  return (
    <div className={css.download}>
      <Button
        size="small"
        icon={<ArrowDownload20Regular />}
        aria-label={t('trends.csvOf', { name: label })}
        onClick={() => {
          saveFile(`${name}.csv`, 'text/csv;charset=utf-8', content());
        }}
      >
        {t('trends.csv')}
      </Button>
    </div>
  );
};
