import { PersonProhibited20Regular } from '@fluentui/react-icons/svg/person-prohibited';
import { PlugDisconnected20Regular } from '@fluentui/react-icons/svg/plug-disconnected';
import { useUserDetails } from '../api/client/queries.ts';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { RouterLink } from '../ui/display/RouterLink.tsx';
import { useWords } from '../ui/text/words.ts';

/**
 * For readers who see no team: the product is not yet installed in any of their teams in Microsoft Teams, or an admin switched them
 * off.
 */
export const NotConnected = () => {
  const words = useWords();
  const { data: me, isPending } = useUserDetails();
  if (isPending) return null;
  if (me?.isSwitchedOff === true)
    return (
      <EmptyState
        icon={<PersonProhibited20Regular />}
        text={words('notConnected.switchedOff')}
        detail={words('notConnected.switchedOffHow', { organization: me.orgName })}
      />
    );
  return (
    <EmptyState icon={<PlugDisconnected20Regular />} text={words('notConnected.text', { product: words('product') })}>
      <RouterLink to="/teams/setup">{words('notConnected.how')}</RouterLink>
    </EmptyState>
  );
};
