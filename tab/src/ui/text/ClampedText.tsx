import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from '@fluentui/react-components';
import { EmailAddressText } from './EmailAddressText.tsx';
import css from './ClampedText.module.css';
import { useTranslate } from './translate.ts';

// Number of characters that fit into six lines even in the narrowest card. A text that is not longer and has at most
// six lines is neither measured nor observed.
const charactersThatFit = 150;
const linesShown = 6;
const mayOverflow = (text: string): boolean => text.length > charactersThatFit || text.split('\n').length > linesShown;

interface ClampedTextProps {
  readonly text: string;
  readonly children?: ReactNode;
}

/** Shows a member's text with its line breaks. If it is longer than six lines, cuts it and adds a "more" button. */
export const ClampedText = ({ text, children }: ClampedTextProps) => {
  const t = useTranslate();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [isOverflowing, setOverflows] = useState(false);
  const isWatched = mayOverflow(text);
  useEffect(() => {
    const element = box.current;
    if (!isWatched || open || element === null) return undefined;
    const observer = new ResizeObserver(() => {
      setOverflows(element.scrollHeight > element.clientHeight + 1);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [isWatched, open]);
  return (
    <>
      <div ref={box} id={id} data-own-words className={isWatched && !open ? css.clamped : css.text}>
        {children ?? <EmailAddressText text={text} />}
      </div>
      {isWatched && (isOverflowing || open) && (
        <Link
          as="button"
          aria-expanded={open}
          aria-controls={id}
          className={css.more}
          onClick={() => {
            setOpen(!open);
          }}
        >
          {t(open ? 'common.less' : 'common.more')}
        </Link>
      )}
    </>
  );
};
