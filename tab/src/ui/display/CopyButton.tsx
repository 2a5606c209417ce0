import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import type { ButtonProps } from '@fluentui/react-components';

interface CopyButtonProps extends Pick<ButtonProps, 'appearance'> {
  readonly text: string;
  readonly label: string;
  /** Message after the copy. Screen readers read it aloud. */
  readonly copiedLabel: string;
}

/** Copies a text that the page also shows, and confirms the copy. */
export const CopyButton = ({ text, label, copiedLabel, ...buttonProps }: CopyButtonProps) => {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // The browser does not allow this page to copy, so readers must select and copy the text by hand.
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
