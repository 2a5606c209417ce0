import { useState } from 'react';
import { Link } from '@fluentui/react-components';
import { Flag16Regular } from '@fluentui/react-icons/svg/flag';
import { Prohibited16Regular } from '@fluentui/react-icons/svg/prohibited';
import type { MeetingReport } from '#contracts/report.ts';
import { ClampedText } from '../../ui/ClampedText.tsx';
import { shortDate } from '../../ui/dates.ts';
import { useReader } from '../../ui/reader.ts';
import { useWords } from '../../ui/words.ts';
import type { WebWords } from '../../ui/words.ts';
import { attentionOf } from './attention.ts';
import type { Attention } from './attention.ts';
import css from './AttentionList.module.css';

// More would push the people off the first screen.
const firstItems = 5;

const blockedText = (
  { name, since, age }: Extract<Attention, { kind: 'blocked' }>,
  words: WebWords,
  locale: string,
): string => {
  if (since === null) return words('attention.blocked', { name });
  const date = shortDate(since, locale);
  // Of today the date says it all.
  return age === null || age === 0
    ? words('attention.blockedSince', { name, date })
    : words('attention.blockedFor', { name, date, days: age });
};

const Item = ({ item }: { readonly item: Attention }) => {
  const words = useWords();
  const { locale } = useReader();
  if (item.kind === 'slipped')
    return (
      <li className={css.item}>
        <Flag16Regular className={css.slipped ?? ''} aria-hidden="true" />
        <div className={css.words}>
          <strong>{words('attention.slipped', { name: item.name, count: item.goals.length })}</strong>
          <ClampedText text={item.goals.join('\n')} />
        </div>
      </li>
    );
  return (
    <li className={css.item}>
      <Prohibited16Regular className={css.blocked ?? ''} aria-hidden="true" />
      <div className={css.words}>
        <strong>{blockedText(item, words, locale)}</strong>
        {item.text !== '' && <ClampedText text={item.text} />}
      </div>
    </li>
  );
};

/** Blocked people with their own words, then goals that slipped. */
export const AttentionList = ({ report }: { readonly report: MeetingReport }) => {
  const words = useWords();
  const [isWhole, setWhole] = useState(false);
  const items = attentionOf(report);
  const shown = isWhole ? items : items.slice(0, firstItems);
  return (
    <div className={css.list}>
      <h3 className={css.title}>{words('attention.title')}</h3>
      {items.length === 0 ? (
        <p className={css.none}>{words('attention.none')}</p>
      ) : (
        <ul className={css.items}>
          {shown.map((item) => (
            <Item key={`${item.kind} ${item.memberId}`} item={item} />
          ))}
        </ul>
      )}
      {shown.length < items.length && (
        <Link
          as="button"
          onClick={() => {
            setWhole(true);
          }}
        >
          {words('attention.all', { count: items.length })}
        </Link>
      )}
    </div>
  );
};
