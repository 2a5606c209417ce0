import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { useWords } from '../../ui/words.ts';
import css from './SetUpFactor.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** The one time they are shown. */
export const RecoveryCodes = ({ codes, onDone }: RecoveryCodesProps) => {
  const words = useWords();
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
      <h1>{words('factor.codesTitle')}</h1>
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
