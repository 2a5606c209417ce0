import { PersonProhibited20Regular } from '@fluentui/react-icons/svg/person-prohibited';
import { PlugDisconnected20Regular } from '@fluentui/react-icons/svg/plug-disconnected';
import { useUserDetails } from '../api/client/userDetailsAndOrgPauseCheck.ts';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { AppLink } from '../ui/display/AppLink.tsx';
import { useTranslate } from '../ui/text/translate.ts';

/**
 * Shown to readers without a team. Either the product is not installed in any of their teams in Microsoft Teams, or an
 * admin has disabled them.
 */
export const NoTeamOrDisabledNotice = () => {
  const t = useTranslate();
  const { data: me, isPending } = useUserDetails();
  if (isPending) return null;
  if (me?.isSwitchedOff === true)
    return (
      <EmptyState
        icon={<PersonProhibited20Regular />}
        text={t('notConnected.switchedOff')}
        detail={t('notConnected.switchedOffHow', { organisation: me.orgName })}
      />
    );
  return (
    <EmptyState icon={<PlugDisconnected20Regular />} text={t('notConnected.text', { product: t('product') })}>
      <AppLink to="/teams/setup">{t('notConnected.how')}</AppLink>
    </EmptyState>
  );
};
