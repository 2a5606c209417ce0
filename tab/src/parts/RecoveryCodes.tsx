import { useEffect, useRef } from 'react';
import { Button } from '@fluentui/react-components';
import { CopyButton } from '../ui/display/CopyButton.tsx';
import { useTranslate } from '../ui/text/translate.ts';
import css from './RecoveryCodes.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
  /** Level of the heading: h1 if the codes fill the page, h3 if they are a section of it. */
  readonly heading?: 'h1' | 'h3';
}

/** Shows new recovery codes, which the server returns only once. */
export const RecoveryCodes = ({ codes, onDone, heading: Heading = 'h1' }: RecoveryCodesProps) => {
  const t = useTranslate();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The element that had the focus has left the page. A screen reader announces the codes only if the focus moves to
    // their heading.
    title.current?.focus();
  }, []);
  return (
    <div className={css.page}>
      <Heading ref={title} tabIndex={-1} className={css.title}>
        {t('factor.codesTitle')}
      </Heading>
      <p>{t('factor.codesText')}</p>
      <ul className={css.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={css.copy}>
        <CopyButton text={codes.join('\n')} label={t('factor.copy')} copiedLabel={t('factor.copied')} />
      </div>
      <Button appearance="primary" onClick={onDone}>
        {t('factor.done')}
      </Button>
    </div>
  );
};
