import { NavDrawer, NavDrawerBody } from '@fluentui/react-components';
import { Leaving, useModal } from '../../ui/dialogs/restoreFocusAndModalFixes.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import { NavEntries, useSelectedEntry } from './Sidebar.tsx';
import css from './SidebarDrawer.module.css';

interface SidebarDrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

export const SidebarDrawer = ({ isOpen, onClose, onGone }: SidebarDrawerProps) => {
  const t = useTranslate();
  const opening = useModal(isOpen);
  return (
    <NavDrawer
      key={opening}
      open={isOpen}
      type="overlay"
      role="dialog"
      selectedValue={useSelectedEntry()}
      className={css.drawer ?? ''}
      aria-label={t('nav.main')}
      onOpenChange={(_, { open }) => {
        if (!open) onClose();
      }}
    >
      <NavDrawerBody className={css.body ?? ''}>
        <NavEntries isNarrow={false} onLeave={onClose} />
        <Leaving onGone={onGone} />
      </NavDrawerBody>
    </NavDrawer>
  );
};
