import { Badge } from '@fluentui/react-components';
import type { BadgeProps } from '@fluentui/react-components';
import type { BlockerItem } from '#contracts/blockers/blockerCalls.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { AppLink } from '../../ui/display/AppLink.tsx';
import card from '../../ui/display/ListCard.module.css';
import { useSurface } from '../../ui/display/pageHostContext.ts';
import { ClampedText } from '../../ui/text/ClampedText.tsx';
import { useDayText } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import type { WebTranslate } from '../../ui/text/translate.ts';
import { BlockerActions } from './BlockerActions.tsx';
import css from './BlockersScreen.module.css';

interface RowProps {
  readonly item: BlockerItem;
  readonly hasTeamName: boolean;
}

const colours = {
  OPEN: 'warning',
  REOPENED: 'warning',
  ACKNOWLEDGED: 'informative',
  RESOLVED: 'success',
} as const satisfies Record<BlockerItem['state'], BadgeProps['color']>;

const personName = ({ name, hasLeft }: { readonly name: string; readonly hasLeft: boolean }, t: WebTranslate): string =>
  hasLeft ? t('blockers.hasLeft', { name }) : name;

const Needed = ({ item: { needed, note } }: Pick<RowProps, 'item'>) => {
  const t = useTranslate();
  return (
    <>
      {needed !== null && <p className={css.facts}>{t('blockers.needs', { name: personName(needed, t) })}</p>}
      {note !== null && (
        <p className={css.note}>
          {t('blockers.noteBy', { name: note.by ?? t('blockers.formerMember') })} <q>{note.text}</q>
        </p>
      )}
    </>
  );
};

/**
 * Shows one blocker with its owner, text, beginning, report and needed member, and the actions that the reader may
 * take.
 */
export const BlockerRow = ({ item, hasTeamName }: RowProps) => {
  const t = useTranslate();
  const dayText = useDayText();
  const { embedded } = useSurface();
  const { owner, meetingName, meetingId, since, days, state } = item;
  const name = personName(owner, t);
  const page = `${embedded ? '/teams' : ''}/reports/${meetingId}?date=${since}`;
  return (
    <article
      className={[card.card, card.withPicture].join(' ')}
      aria-label={t('blockers.rowLabel', { name, report: meetingName })}
    >
      <Avatar name={owner.name} imageUrl={owner.thumbnailUrl} />
      <div className={card.body}>
        <div className={card.line}>
          <h2 className={card.name}>{name}</h2>
          <Badge appearance="tint" color={colours[state]}>
            {t(`blockers.state${state}`)}
          </Badge>
          <span className={css.age}>
            {state === 'RESOLVED'
              ? t('common.blockerLasted', { days })
              : t('blockers.ageDays', { days, date: dayText(since) })}
          </span>
        </div>
        {item.text === '' ? null : <ClampedText text={item.text} />}
        <p className={css.facts}>
          <AppLink to={page}>{meetingName}</AppLink>
          {hasTeamName && ` · ${item.teamName}`}
        </p>
        <Needed item={item} />
        <BlockerActions item={item} />
      </div>
    </article>
  );
};
