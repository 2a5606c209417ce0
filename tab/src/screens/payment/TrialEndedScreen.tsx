import { RouterLink } from '../../ui/RouterLink.tsx';
import { useWords } from '../../ui/words.ts';

/** Where signing in leads when the trial is over (warning ORG_TRIAL_ENDED): what still works, and whom to ask. */
export const TrialEndedScreen = () => {
  const words = useWords();
  return (
    <>
      <h1>{words('trial.title')}</h1>
      <p>{words('trial.text', { product: words('product') })}</p>
      <RouterLink to="/">{words('trial.toDashboard')}</RouterLink>
    </>
  );
};
