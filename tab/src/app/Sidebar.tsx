import { Nav, NavItem } from '@fluentui/react-components';
import { useLocation, useNavigate } from 'react-router-dom';
import { useHasBilling } from '../api/billingFlag.ts';
import { usePathExists } from '../ui/surface.ts';
import { useWords } from '../ui/words.ts';
import { navTable } from './navTable.tsx';
import type { NavEntry } from './navTable.tsx';
import css from './Sidebar.module.css';

const useNavEntries = (): readonly NavEntry[] => {
  const exists = usePathExists();
  const hasBilling = useHasBilling() === true;
  return navTable.filter(
    ({ path, external, isBilling }) => (external === true || exists(path)) && (isBilling !== true || hasBilling),
  );
};

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
  return useNavEntries().map((entry) => (
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

/** The entry whose address the page's begins with; both names of the dashboard light the same one. */
export const useSelectedEntry = (): string => {
  const { pathname } = useLocation();
  const above = navTable.filter(({ path }) => path !== '/' && `${pathname}/`.startsWith(`${path}/`)).at(-1);
  return pathname === '/home' ? '/' : (above?.path ?? pathname);
};

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
