import { Nav, NavItem } from '@fluentui/react-components';
import { useMaySeeBilling } from '../../api/billing/useMaySeeBilling.ts';
import { useLocation, useNavigate } from '../../ui/router/routerHooks.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { entriesFor, entryOf, navTable } from './navigationEntries.tsx';
import type { NavEntry } from './navigationEntries.tsx';
import css from './Sidebar.module.css';

interface EntriesProps {
  readonly isNarrow: boolean;
  readonly onLeave?: () => void;
}

export const NavEntries = ({ isNarrow, onLeave }: EntriesProps) => {
  const t = useTranslate();
  const navigate = useNavigate();
  const go = (event: React.MouseEvent, { path, external }: NavEntry): void => {
    onLeave?.();
    const opensElsewhere = external === true || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
    if (opensElsewhere) return;
    event.preventDefault();
    void navigate(path);
  };
  const hasBilling = useMaySeeBilling() === true;
  return entriesFor(navTable, hasBilling).map((entry) => (
    <NavItem
      key={entry.path}
      as="a"
      href={entry.path}
      value={entry.path}
      icon={entry.icon}
      className={isNarrow ? css.iconOnly : undefined}
      {...(isNarrow ? { 'aria-label': t(entry.labelKey), title: t(entry.labelKey) } : {})}
      {...(entry.external === true ? { target: '_blank', rel: 'noreferrer' } : {})}
      onClick={(event: React.MouseEvent) => {
        go(event, entry);
      }}
    >
      {isNarrow ? null : t(entry.labelKey)}
    </NavItem>
  ));
};

export const useSelectedEntry = (): string => entryOf(navTable, useLocation().pathname);

/** Shows the sidebar of a wide page: 240 px with names, or 48 px with icons whose tooltips are the names. */
export const Sidebar = ({ isNarrow }: { readonly isNarrow: boolean }) => {
  const t = useTranslate();
  return (
    <nav className={isNarrow ? css.narrow : css.wide} aria-label={t('nav.main')}>
      <Nav selectedValue={useSelectedEntry()} density="medium" className={css.list ?? ''}>
        <NavEntries isNarrow={isNarrow} />
      </Nav>
    </nav>
  );
};
