import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import { Button, Input, Link } from '@fluentui/react-components';
import { errorText } from '../../api/errorText.ts';
import { useChangeFeed, useFeed } from '../../api/feed.ts';
import type { Feed } from '../../api/feed.ts';
import { dateIn, mediumDate } from '../../ui/dates.ts';
import { useReader } from '../../ui/reader.ts';
import { Section } from '../../ui/Section.tsx';
import { useDialog } from '../../ui/useDialog.ts';
import { useWords } from '../../ui/words.ts';
import { Loaded } from '../Loaded.tsx';
import css from './FeedBox.module.css';

const ConfirmDialog = lazy(() => import('../../ui/ConfirmDialog.tsx').then((it) => ({ default: it.ConfirmDialog })));

/** The one time the address is shown. */
const Address = ({ url }: { readonly url: string }) => {
  const words = useWords();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // What had the focus is gone.
    input.current?.focus();
  }, []);
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      // The browser does not allow it here; the address can be marked and copied by hand.
      setCopied(false);
    }
  };
  return (
    <div className={css.address}>
      <p role="status">{words('feed.made')}</p>
      <div className={css.line}>
        <Input
          input={{ ref: input }}
          className={css.url}
          readOnly
          value={url}
          aria-label={words('feed.address')}
          onFocus={(event) => {
            event.target.select();
          }}
        />
        <Button appearance="primary" onClick={() => void copy()}>
          {words('feed.copy')}
        </Button>
        <Link href={url.replace(/^https?:/, 'webcal:')}>{words('feed.open')}</Link>
        <span role="status">{isCopied ? words('feed.copied') : ''}</span>
      </div>
      <p className={css.how}>{words('feed.how')}</p>
    </div>
  );
};

type Action = 'RENEW' | 'END';

interface AskProps {
  readonly action: Action;
  readonly dialog: Omit<ReturnType<typeof useDialog>, 'place' | 'round' | 'open'>;
  readonly change: ReturnType<typeof useChangeFeed>;
  readonly onDone: (feed: Feed) => void;
}

/** Whoever reads the address now will read nothing any more. */
const Ask = ({ action, dialog, change, onDone }: AskProps) => {
  const words = useWords();
  const key = action === 'RENEW' ? 'renew' : 'end';
  return (
    <ConfirmDialog
      {...dialog}
      question={words(`feed.${key}Question`)}
      confirm={words(`feed.${key}Yes`)}
      isRunning={change.isPending}
      failure={change.error === null ? null : errorText(change.error, words)}
      onConfirm={() => {
        change.mutate(action, { onSuccess: onDone });
      }}
      onClose={dialog.close}
    >
      <p>{words('feed.after')}</p>
    </ConfirmDialog>
  );
};

const Standing = ({ feed }: { readonly feed: Feed }) => {
  const words = useWords();
  const { zone, locale } = useReader();
  const change = useChangeFeed();
  const { place, round, open, ...dialog } = useDialog();
  const [asked, setAsked] = useState<Action>('RENEW');
  const [url, setUrl] = useState<string | null>(null);
  const done = (made: Feed): void => {
    setUrl(made.url);
    dialog.close();
  };
  const ask = (action: Action): void => {
    change.reset();
    setAsked(action);
    open();
  };
  const { createdAt } = feed;
  if (createdAt === null)
    return (
      <div ref={place} tabIndex={-1} className={css.box}>
        <Button
          disabledFocusable={change.isPending}
          onClick={() => {
            change.mutate('RENEW', { onSuccess: done });
          }}
        >
          {words('feed.make')}
        </Button>
        {change.error !== null && <p role="alert">{errorText(change.error, words)}</p>}
      </div>
    );
  return (
    <div ref={place} tabIndex={-1} className={css.box}>
      {url === null ? (
        <p>{words('feed.since', { date: mediumDate(dateIn(Date.parse(createdAt), zone), locale) })}</p>
      ) : (
        <Address url={url} />
      )}
      <div className={css.line}>
        <Button
          onClick={() => {
            ask('RENEW');
          }}
        >
          {words('feed.renew')}
        </Button>
        <Button
          onClick={() => {
            ask('END');
          }}
        >
          {words('feed.end')}
        </Button>
      </div>
      {round > 0 && (
        <Suspense>
          <Ask action={asked} dialog={dialog} change={change} onDone={done} />
        </Suspense>
      )}
    </div>
  );
};

/** The reader's own prompts and days off, for a calendar program. */
export const FeedBox = () => {
  const words = useWords();
  const query = useFeed();
  return (
    <Section title={words('feed.title')} text={words('feed.text')}>
      <Loaded query={query}>{(feed) => <Standing feed={feed} />}</Loaded>
    </Section>
  );
};
