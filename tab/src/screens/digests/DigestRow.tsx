import { Badge, Button } from '@fluentui/react-components';
import type { DigestView } from '#contracts/digests/digestCalls.ts';
import { errorText } from '../../api/client/errorText.ts';
import { usePauseDigest, useSendDigestNow } from '../../api/digests/digestQueriesAndMutations.ts';
import { useNotices } from '../../ui/dialogs/noticeQueue.ts';
import card from '../../ui/display/ListCard.module.css';
import { useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { momentText, scheduleText } from './formatDigestScheduleAndMoment.ts';
import css from './DigestsScreen.module.css';

interface RowProps {
  readonly digest: DigestView;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

const badgeColors = { ACTIVE: 'success', PAUSED: 'informative', STOPPED: 'danger' } as const;

/** Shows whether the digest that the reader sent to themselves is on its way, has arrived or has failed. */
const SentToMe = ({ digest: { sentToMe, schedule } }: Pick<RowProps, 'digest'>) => {
  const t = useTranslate();
  const { locale } = useReader();
  if (sentToMe === null) return null;
  const { at, sent, waiting, undelivered } = sentToMe;
  const state = waiting > 0 ? 'WAITING' : sent > 0 ? 'SENT' : 'FAILED';
  const reasons = undelivered.map(
    ({ way, reason }) => `${t('digests.way', { way })}: ${t('digests.reason', { reason })}`,
  );
  return (
    <p className={state === 'FAILED' ? css.stopped : css.facts} role="status">
      {[t('digests.sentToMe', { state, when: momentText(at, schedule.timezone, locale) }), ...reasons].join(' · ')}
    </p>
  );
};

/** Shows when the digest was last sent, and each message that was not delivered, with the reason. */
const LastSending = ({ digest }: Pick<RowProps, 'digest'>) => {
  const t = useTranslate();
  const { locale } = useReader();
  const { last, schedule } = digest;
  if (last === null) return <p className={css.facts}>{t('digests.never')}</p>;
  const moment = (at: string): string => momentText(at, schedule.timezone, locale);
  const { sent, waiting, undelivered } = last;
  const values = { when: moment(last.at), from: moment(last.from), to: moment(last.to), sent, waiting };
  return (
    <>
      <p className={css.facts}>{t('digests.last', values)}</p>
      {undelivered.length > 0 && (
        <details className={css.details}>
          <summary>{t('digests.undelivered', { count: undelivered.length })}</summary>
          <ul>
            {undelivered.map(({ way, name, reason }) => (
              <li key={`${way} ${name}`}>
                {[t('digests.way', { way }), name].filter((part) => part !== '').join(' · ')}:{' '}
                {t('digests.reason', { reason })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
};

/**
 * Lists the digest's email addresses that have not agreed. Leaves out addresses of members, of people who agreed, and
 * addresses that an admin approved.
 */
const Addresses = ({ digest: { addresses } }: Pick<RowProps, 'digest'>) => {
  const t = useTranslate();
  const shown = addresses.filter(({ state }) => state !== 'MEMBER' && state !== 'AGREED' && state !== 'APPROVED');
  if (shown.length === 0) return null;
  return (
    <ul className={css.addresses}>
      {shown.map(({ email, state }) => (
        <li key={email}>
          {email}: {t('digests.addressState', { state })}
        </li>
      ))}
    </ul>
  );
};

const SendNowButton = ({ digest: { id, name } }: Pick<RowProps, 'digest'>) => {
  const t = useTranslate();
  const notices = useNotices();
  const send = useSendDigestNow();
  return (
    <Button
      aria-label={t('digests.sendNowOf', { name })}
      disabledFocusable={send.isPending}
      onClick={() => {
        if (send.isPending) return;
        send.mutate(id, {
          onSuccess: ({ way }) => {
            notices.push('success', t('digests.sentNow', { way }));
          },
          onError: (error) => {
            notices.push('failure', errorText(error, t));
          },
        });
      }}
    >
      {t('digests.sendNow')}
    </Button>
  );
};

const PauseButton = ({ digest: { id, name, state } }: Pick<RowProps, 'digest'>) => {
  const t = useTranslate();
  const notices = useNotices();
  const pause = usePauseDigest();
  const isPaused = state === 'ACTIVE';
  return (
    <Button
      aria-label={t(isPaused ? 'digests.pauseOf' : 'digests.resumeOf', { name })}
      disabledFocusable={pause.isPending}
      onClick={() => {
        if (pause.isPending) return;
        pause.mutate(
          { digestId: id, isPaused },
          {
            onSuccess: () => {
              notices.push('success', t(isPaused ? 'digests.paused' : 'digests.resumed'));
            },
            onError: (error) => {
              notices.push('failure', errorText(error, t));
            },
          },
        );
      }}
    >
      {t(isPaused ? 'digests.pause' : 'digests.resume')}
    </Button>
  );
};

export const DigestRow = ({ digest, onEdit, onDelete }: RowProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const { name, state, stopReason, schedule, nextAt, ownerName, canChange } = digest;
  return (
    <article className={card.card} aria-label={name}>
      <div className={card.line}>
        <h3 className={card.name}>{name}</h3>
        <Badge appearance="tint" color={badgeColors[state]}>
          {t('digests.state', { state })}
        </Badge>
      </div>
      <p className={css.facts}>{scheduleText(schedule, t, locale)}</p>
      {nextAt !== null && (
        <p className={css.facts}>{t('digests.next', { when: momentText(nextAt, schedule.timezone, locale) })}</p>
      )}
      {stopReason !== null && <p className={css.stopped}>{t(`digests.stop${stopReason}`)}</p>}
      {ownerName !== null && <p className={css.facts}>{t('digests.owner', { name: ownerName })}</p>}
      <LastSending digest={digest} />
      <Addresses digest={digest} />
      <SentToMe digest={digest} />
      <div className={css.buttons}>
        {state !== 'STOPPED' && <SendNowButton digest={digest} />}
        {canChange && (
          <>
            <Button aria-label={t('digests.changeOf', { name })} onClick={onEdit}>
              {t('digests.change')}
            </Button>
            <PauseButton digest={digest} />
            <Button aria-label={t('digests.deleteOf', { name })} onClick={onDelete}>
              {t('digests.delete')}
            </Button>
          </>
        )}
      </div>
    </article>
  );
};
