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
import { AddressText } from '../../ui/text/AddressText.tsx';
import { useWords } from '../../ui/text/words.ts';
import { OrgSwitch, orgChoice } from './OrgSwitch.tsx';
import css from './UserMenuOpen.module.css';

interface UserMenuOpenProps {
  readonly trigger: ReactElement;
  readonly name: string;
  readonly detail: string;
  /** The organisation of the session; null until it is known. */
  readonly orgId: string | null;
}

export const UserMenuOpen = ({ trigger, name, detail, orgId }: UserMenuOpenProps) => {
  const words = useWords();
  const navigate = useNavigate();
  return (
    <Menu defaultOpen positioning="below-end" checkedValues={orgId === null ? {} : { [orgChoice]: [orgId] }}>
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
          </MenuGroup>
          <MenuDivider />
          <OrgSwitch />
          <MenuGroup>
            <MenuItem icon={<SignOut20Regular data-mirrored />} onClick={() => void navigate('/logout')}>
              {words('nav.logout')}
            </MenuItem>
          </MenuGroup>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
};
