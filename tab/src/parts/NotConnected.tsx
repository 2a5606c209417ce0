import { PlugDisconnected20Regular } from '@fluentui/react-icons/svg/plug-disconnected';
import { EmptyState } from '../ui/EmptyState.tsx';
import { RouterLink } from '../ui/RouterLink.tsx';
import { useWords } from '../ui/words.ts';

/** Who belongs to no team has not brought the product into Microsoft Teams yet. */
export const NotConnected = () => {
  const words = useWords();
  return (
    <EmptyState icon={<PlugDisconnected20Regular />} text={words('notConnected.text', { product: words('product') })}>
      <RouterLink to="/teams/setup">{words('notConnected.how')}</RouterLink>
    </EmptyState>
  );
};
