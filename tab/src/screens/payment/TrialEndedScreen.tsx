import { Text } from '@fluentui/react-components';
import { RouterLink } from '../../ui/RouterLink.tsx';
import { useWords } from '../../ui/words.ts';

/** Where signing in leads when the trial is over (warning ORG_TRIAL_ENDED): what still works, and whom to ask. */
export const TrialEndedScreen = () => {
  const words = useWords();
  return (
    <>
      <Text as="h1" size={600} weight="semibold">
        {words('trial.title')}
      </Text>
      <p>{words('trial.text', { product: words('product') })}</p>
      <RouterLink to="/">{words('trial.toDashboard')}</RouterLink>
    </>
  );
};
