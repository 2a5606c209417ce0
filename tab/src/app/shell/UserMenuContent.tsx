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
import { useNavigate } from '../../ui/router/routerHooks.ts';
import { EmailAddressText } from '../../ui/text/EmailAddressText.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import { OrganisationSwitcher, orgChoice } from './OrganisationSwitcher.tsx';
import css from './UserMenuContent.module.css';

interface UserMenuOpenProps {
  readonly trigger: ReactElement;
  readonly name: string;
  readonly detail: string;
  /** The organisation of the session; null until it is known. */
  readonly orgId: string | null;
}

export const UserMenuContent = ({ trigger, name, detail, orgId }: UserMenuOpenProps) => {
  const t = useTranslate();
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
                  <EmailAddressText text={name} />
                </div>
                {detail !== name && (
                  <div className={css.detail}>
                    <EmailAddressText text={detail} />
                  </div>
                )}
              </div>
            </MenuGroupHeader>
          </MenuGroup>
          <MenuDivider />
          <OrganisationSwitcher />
          <MenuGroup>
            <MenuItem icon={<SignOut20Regular data-mirrored />} onClick={() => void navigate('/logout')}>
              {t('nav.logout')}
            </MenuItem>
          </MenuGroup>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
};
