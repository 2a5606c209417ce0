import { useEffect, useId, useRef, useState } from 'react';
import { Link } from '@fluentui/react-components';
import { AddressText } from './AddressText.tsx';
import css from './ClampedText.module.css';
import { useWords } from './words.ts';

// Shorter texts cannot fill six lines of the narrowest card, so they are neither measured nor observed.
const charactersThatFit = 150;
const linesShown = 6;
const mayOverflow = (text: string): boolean => text.length > charactersThatFit || text.split('\n').length > linesShown;

/** Text by members, with its line breaks, cut after six lines with a "more" button. */
export const ClampedText = ({ text }: { readonly text: string }) => {
  const words = useWords();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [overflows, setOverflows] = useState(false);
  const watched = mayOverflow(text);
  useEffect(() => {
    const element = box.current;
    if (!watched || open || element === null) return undefined;
    const observer = new ResizeObserver(() => {
      setOverflows(element.scrollHeight > element.clientHeight + 1);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [watched, open]);
  return (
    <>
      <div ref={box} id={id} data-own-words className={watched && !open ? css.clamped : css.text}>
        <AddressText text={text} />
      </div>
      {watched && (overflows || open) && (
        <Link
          as="button"
          aria-expanded={open}
          aria-controls={id}
          className={css.more}
          onClick={() => {
            setOpen(!open);
          }}
        >
          {words(open ? 'common.less' : 'common.more')}
        </Link>
      )}
    </>
  );
};
