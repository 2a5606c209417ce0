import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { Button } from '@fluentui/react-components';
import type { SearchHit, SearchResult } from '#contracts/search/searchAnswers.ts';
import { AppLink } from '../../ui/display/AppLink.tsx';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import card from '../../ui/display/ListCard.module.css';
import { useSurface } from '../../ui/display/pageHostContext.ts';
import { useDayText } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { targetOf } from '../../parts/searchAndFocusMemberRows.ts';
import css from './SearchScreen.module.css';

interface HitProps {
  readonly hit: SearchHit;
  readonly hasTeamName: boolean;
}

/**
 * Returns the path of the page with the answer: the report on that day, or the page of the person if the report was
 * deleted.
 */
export const pageOfHit = ({ meetingId, memberId, date, isReportDeleted }: SearchHit, base: string): string =>
  isReportDeleted
    ? `${base}/reports/person/${memberId}?from=${date}&to=${date}`
    : `${base}/reports/${meetingId}?date=${date}&member=${memberId}`;

const Hit = ({ hit, hasTeamName }: HitProps) => {
  const t = useTranslate();
  const dayText = useDayText();
  const { embedded } = useSurface();
  const name = hit.name === '' ? t('search.formerMember') : hit.name;
  const day = dayText(hit.date);
  return (
    <article className={[card.card, card.withPicture].join(' ')}>
      <Avatar name={name} imageUrl={null} />
      <div className={card.body}>
        <h2 className={card.name}>
          <AppLink
            to={pageOfHit(hit, embedded ? '/teams' : '')}
            label={t('search.hitLabel', { name, date: day, report: hit.meetingName })}
          >
            {name}
          </AppLink>
        </h2>
        <p className={css.facts}>
          {[
            day,
            hit.isReportDeleted ? `${hit.meetingName} (${t('search.deleted')})` : hit.meetingName,
            ...(hasTeamName ? [hit.teamName] : []),
          ].join(' · ')}
        </p>
        <dl className={css.answers}>
          {hit.answers.map(({ questionId, question, parts }) => (
            <div key={questionId}>
              <dt className={css.question} data-own-words>
                {question}
              </dt>
              <dd className={css.answer} data-own-words>
                {parts.map(({ text, isFound }, index) =>
                  isFound ? (
                    // The parts of a text never change their order, so the index can be the key.
                    <mark key={index} className={css.found}>
                      {text}
                    </mark>
                  ) : (
                    text
                  ),
                )}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </article>
  );
};

interface ResultsProps {
  readonly pages: readonly SearchResult[];
  readonly isMore: boolean;
  readonly isLoadingMore: boolean;
  readonly hasTeamNames: boolean;
  readonly onMore: () => void;
}

/** When an arrow key, Home or End is pressed, moves the focus to another result. */
const moveFocus = (event: KeyboardEvent, list: HTMLElement | null): void => {
  const links = [...(list?.querySelectorAll<HTMLElement>('h2 a') ?? [])];
  const at = links.findIndex((link) => link === document.activeElement);
  const target = at === -1 ? undefined : targetOf(event.key, at, links.length);
  if (target === undefined) return;
  event.preventDefault();
  links[target]?.focus();
};

export const SearchResults = ({ pages, isMore, isLoadingMore, hasTeamNames, onMore }: ResultsProps) => {
  const t = useTranslate();
  const dayText = useDayText();
  const list = useRef<HTMLUListElement>(null);
  const hits = pages.flatMap((page) => page.hits);
  const searchedTo = pages.at(-1)?.searchedTo ?? null;
  const count = hits.length;
  return (
    <>
      <p className={css.shown} role="status">
        {searchedTo === null
          ? t('search.count', { count })
          : t('search.countSoFar', { count, date: dayText(searchedTo) })}
      </p>
      {pages.at(-1)?.isIndexing === true && <p className={css.facts}>{t('search.indexing')}</p>}
      {count === 0 && !isMore && <EmptyState text={t('search.none')} detail={t('search.noneDetail')} />}
      <ul
        ref={list}
        className={css.list}
        aria-label={t('search.results')}
        onKeyDown={(event) => {
          moveFocus(event, list.current);
        }}
      >
        {hits.map((hit) => (
          <li key={`${hit.date} ${hit.meetingId} ${hit.memberId}`}>
            <Hit hit={hit} hasTeamName={hasTeamNames} />
          </li>
        ))}
      </ul>
      {isMore && (
        <Button
          disabledFocusable={isLoadingMore}
          onClick={() => {
            if (!isLoadingMore) onMore();
          }}
        >
          {isLoadingMore ? t('common.loading') : t('search.more')}
        </Button>
      )}
    </>
  );
};
