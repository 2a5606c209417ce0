import { useEffect, useRef, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { useWords } from '../ui/words.ts';
import css from './RecoveryCodes.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
  /** They are the page, or part of one. */
  readonly heading?: 'h1' | 'h3';
}

/** The one time they are shown. */
export const RecoveryCodes = ({ codes, onDone, heading: Heading = 'h1' }: RecoveryCodesProps) => {
  const words = useWords();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // What had the focus is gone; without this a screen reader would not say that they are here.
    title.current?.focus();
  }, []);
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setCopied(true);
    } catch {
      // The browser does not allow it here; the codes can be marked and copied by hand.
      setCopied(false);
    }
  };
  return (
    <div className={css.page}>
      <Heading ref={title} tabIndex={-1} className={css.title}>
        {words('factor.codesTitle')}
      </Heading>
      <p>{words('factor.codesText')}</p>
      <ul className={css.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={css.copy}>
        <Button onClick={() => void copy()}>{words('factor.copy')}</Button>
        <span role="status">{isCopied ? words('factor.copied') : ''}</span>
      </div>
      <Button appearance="primary" onClick={onDone}>
        {words('factor.done')}
      </Button>
    </div>
  );
};
