import { MenuDivider, MenuGroup, MenuGroupHeader, MenuItemRadio } from '@fluentui/react-components';
import { useApi, useSession } from '../../api/client/apiContextAndSessionHooks.ts';
import { errorText } from '../../api/client/errorText.ts';
import { enterOrganisation, useOwnOrganisations } from '../../api/identity/listAndSwitchOrganisations.ts';
import { useNotices } from '../../ui/dialogs/noticeQueue.ts';
import { useNavigate } from '../../ui/router/routerHooks.ts';
import { useTranslate } from '../../ui/text/translate.ts';

export const orgChoice = 'organisation';

/**
 * Lists the reader's organisations and switches the session to the chosen one. Shown only to readers with at least two
 * organisations.
 */
export const OrganisationSwitcher = () => {
  const t = useTranslate();
  const api = useApi();
  const notices = useNotices();
  const navigate = useNavigate();
  const { data: organisations = [] } = useOwnOrganisations();
  const session = useSession();
  const here = session.status === 'signedIn' ? session.orgId : null;
  if (organisations.length < 2) return null;
  const enter = async (orgId: string): Promise<void> => {
    if (orgId === here) return;
    try {
      await enterOrganisation(api, orgId);
      // The current page belongs to the previous organisation, so the start page opens.
      void navigate('/');
    } catch (error) {
      notices.push('failure', errorText(error, t));
    }
  };
  return (
    <>
      <MenuGroup>
        <MenuGroupHeader>{t('nav.switchOrg')}</MenuGroupHeader>
        {organisations.map(({ id, name }) => (
          <MenuItemRadio key={id} name={orgChoice} value={id} onClick={() => void enter(id)}>
            {name}
          </MenuItemRadio>
        ))}
      </MenuGroup>
      <MenuDivider />
    </>
  );
};
