import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import type { ButtonProps } from '@fluentui/react-components';

interface CopyButtonProps extends Pick<ButtonProps, 'appearance'> {
  readonly text: string;
  readonly label: string;
  /** Message that appears after the copy. Screen readers announce it. */
  readonly copiedLabel: string;
}

/**
 * Shows a button that copies a text and then confirms the copy. The page must also show the text, because the browser
 * may refuse to copy.
 */
export const CopyButton = ({ text, label, copiedLabel, ...buttonProps }: CopyButtonProps) => {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // The browser does not allow this page to copy, so the reader must copy the text by hand.
      setCopied(false);
    }
  };
  return (
    <>
      <Button {...buttonProps} onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status">{isCopied ? copiedLabel : ''}</span>
    </>
  );
};
