import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { Member } from '#contracts/organisations/teamAndMemberCalls.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { useBound } from './formContextAndFieldBinding.ts';
import css from './ReportObservers.module.css';

interface ObserversProps {
  readonly members: readonly Member[];
  readonly choose: (others: readonly Member[]) => ReactNode;
}

export const ReportObservers = ({ members, choose }: ObserversProps) => {
  const t = useTranslate();
  const { value } = useBound('observers');
  const asked = useBound('members').value;
  const [isOpen, setIsOpen] = useState(value.length > 0);
  const others = useMemo(() => members.filter(({ id }) => !asked.includes(id)), [members, asked]);
  return (
    <details
      className={css.observers}
      open={isOpen}
      onToggle={(event) => {
        setIsOpen(event.currentTarget.open);
      }}
    >
      <summary className={css.summary}>
        {t('form.observers')}
        {value.length > 0 && ` (${String(value.length)})`}
      </summary>
      <p className={css.text}>{t('form.observersText')}</p>
      {isOpen && choose(others)}
    </details>
  );
};
