import type { ReactElement } from 'react';
import {
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components';
import { SignOut20Regular } from '@fluentui/react-icons/svg/sign-out';
import { useNavigate } from 'react-router-dom';
import { AddressText } from '../ui/AddressText.tsx';
import { useWords } from '../ui/words.ts';
import css from './UserMenuOpen.module.css';

interface UserMenuOpenProps {
  readonly trigger: ReactElement;
  readonly name: string;
  readonly detail: string;
}

export const UserMenuOpen = ({ trigger, name, detail }: UserMenuOpenProps) => {
  const words = useWords();
  const navigate = useNavigate();
  return (
    <Menu defaultOpen positioning="below-end">
      <MenuTrigger disableButtonEnhancement>{trigger}</MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuGroup>
            <MenuGroupHeader className={css.header ?? ''}>
              <div>
                <div>
                  <AddressText text={name} />
                </div>
                {detail !== name && (
                  <div className={css.detail}>
                    <AddressText text={detail} />
                  </div>
                )}
              </div>
            </MenuGroupHeader>
            <MenuDivider />
            <MenuItem icon={<SignOut20Regular data-mirrored />} onClick={() => void navigate('/logout')}>
              {words('nav.logout')}
            </MenuItem>
          </MenuGroup>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
};
