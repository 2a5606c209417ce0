import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import { Button, Input, Link } from '@fluentui/react-components';
import { errorText } from '../../api/client/errorText.ts';
import { useChangeFeed, useFeed } from '../../api/daysOff/calendarFeedQueryAndMutation.ts';
import type { Feed } from '../../api/daysOff/calendarFeedQueryAndMutation.ts';
import { dateIn } from '../../ui/text/calculateAndFormatDates.ts';
import { useDayText, useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { Section } from '../../ui/display/Section.tsx';
import { useLazyDialog } from '../../ui/dialogs/useLazyDialog.ts';
import { CopyButton } from '../../ui/display/CopyButton.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import { LoadedData } from '../LoadedData.tsx';
import css from './CalendarFeedPanel.module.css';

const ConfirmDialog = lazy(() =>
  import('../../ui/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

/** Shows a new address of the calendar feed, which the server returns only once. */
const Address = ({ url }: { readonly url: string }) => {
  const t = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The button that had the focus has left the page, so the field with the new address takes the focus.
    input.current?.focus();
  }, []);
  return (
    <div className={css.address}>
      <p role="status">{t('feed.made')}</p>
      <div className={css.line}>
        <Input
          input={{ ref: input }}
          className={css.url}
          readOnly
          value={url}
          aria-label={t('feed.address')}
          onFocus={(event) => {
            event.target.select();
          }}
        />
        <CopyButton appearance="primary" text={url} label={t('feed.copy')} copiedLabel={t('feed.copied')} />
        <Link href={url.replace(/^https?:/, 'webcal:')}>{t('feed.open')}</Link>
      </div>
      <p className={css.how}>{t('feed.how')}</p>
    </div>
  );
};

type Action = 'RENEW' | 'END';

interface AskProps {
  readonly action: Action;
  readonly dialog: Omit<ReturnType<typeof useLazyDialog>, 'place' | 'round' | 'open'>;
  readonly change: ReturnType<typeof useChangeFeed>;
  readonly onDone: (feed: Feed) => void;
}

/**
 * Asks for confirmation before the address is replaced or removed, because every calendar program that uses the current
 * address then loses access.
 */
const Ask = ({ action, dialog, change, onDone }: AskProps) => {
  const t = useTranslate();
  const key = action === 'RENEW' ? 'renew' : 'end';
  return (
    <ConfirmDialog
      {...dialog}
      question={t(`feed.${key}Question`)}
      confirm={t(`feed.${key}Yes`)}
      isRunning={change.isPending}
      failure={change.error === null ? null : errorText(change.error, t)}
      onConfirm={() => {
        change.mutate(action, { onSuccess: onDone });
      }}
      onClose={dialog.close}
    >
      <p>{t('feed.after')}</p>
    </ConfirmDialog>
  );
};

interface ButtonsProps {
  readonly onAsk: (action: Action) => void;
}

const Buttons = ({ onAsk }: ButtonsProps) => {
  const t = useTranslate();
  return (
    <div className={css.line}>
      <Button
        onClick={() => {
          onAsk('RENEW');
        }}
      >
        {t('feed.renew')}
      </Button>
      <Button
        onClick={() => {
          onAsk('END');
        }}
      >
        {t('feed.end')}
      </Button>
    </div>
  );
};

const Standing = ({ feed }: { readonly feed: Feed }) => {
  const t = useTranslate();
  const { zone } = useReader();
  const dayText = useDayText();
  const change = useChangeFeed();
  const { place, round, open, ...dialog } = useLazyDialog();
  const [asked, setAsked] = useState<Action>('RENEW');
  const [url, setUrl] = useState<string | null>(null);
  const done = (created: Feed): void => {
    setUrl(created.url);
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
          {t('feed.make')}
        </Button>
        {change.error !== null && <p role="alert">{errorText(change.error, t)}</p>}
      </div>
    );
  return (
    <div ref={place} tabIndex={-1} className={css.box}>
      {url === null ? (
        <p>{t('feed.since', { date: dayText(dateIn(Date.parse(createdAt), zone)) })}</p>
      ) : (
        <Address url={url} />
      )}
      <Buttons onAsk={ask} />
      {round > 0 && (
        <Suspense>
          <Ask action={asked} dialog={dialog} change={change} onDone={done} />
        </Suspense>
      )}
    </div>
  );
};

/**
 * Creates, replaces or removes the address of the reader's calendar feed. The feed contains the reader's prompts and
 * days off.
 */
export const CalendarFeedPanel = () => {
  const t = useTranslate();
  const query = useFeed();
  return (
    <Section title={t('feed.title')} text={t('feed.text')}>
      <LoadedData query={query}>{(feed) => <Standing feed={feed} />}</LoadedData>
    </Section>
  );
};
