import { Nav, NavItem } from '@fluentui/react-components';
import { useLocation, useNavigate } from 'react-router-dom';
import { useHasBilling } from '../../api/billing/billingFlag.ts';
import { useWords } from '../../ui/text/words.ts';
import { entriesFor, entryOf, navTable } from './navTable.tsx';
import type { NavEntry } from './navTable.tsx';
import css from './Sidebar.module.css';

interface EntriesProps {
  readonly isNarrow: boolean;
  readonly onLeave?: () => void;
}

export const NavEntries = ({ isNarrow, onLeave }: EntriesProps) => {
  const words = useWords();
  const navigate = useNavigate();
  const go = (event: React.MouseEvent, { path, external }: NavEntry): void => {
    onLeave?.();
    const opensElsewhere = external === true || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
    if (opensElsewhere) return;
    event.preventDefault();
    void navigate(path);
  };
  const hasBilling = useHasBilling() === true;
  return entriesFor(navTable, hasBilling).map((entry) => (
    <NavItem
      key={entry.path}
      as="a"
      href={entry.path}
      value={entry.path}
      icon={entry.icon}
      className={isNarrow ? css.iconOnly : undefined}
      {...(isNarrow ? { 'aria-label': words(entry.labelKey), title: words(entry.labelKey) } : {})}
      {...(entry.external === true ? { target: '_blank', rel: 'noreferrer' } : {})}
      onClick={(event: React.MouseEvent) => {
        go(event, entry);
      }}
    >
      {isNarrow ? null : words(entry.labelKey)}
    </NavItem>
  ));
};

export const useSelectedEntry = (): string => entryOf(navTable, useLocation().pathname);

/** The wide page's sidebar: 240 px, or icons only at 48 px with their names as tooltips. */
export const Sidebar = ({ isNarrow }: { readonly isNarrow: boolean }) => {
  const words = useWords();
  return (
    <nav className={isNarrow ? css.narrow : css.wide} aria-label={words('nav.main')}>
      <Nav selectedValue={useSelectedEntry()} density="medium" className={css.list ?? ''}>
        <NavEntries isNarrow={isNarrow} />
      </Nav>
    </nav>
  );
};
