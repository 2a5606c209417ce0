import { CardLink } from '../../ui/CardLink.tsx';
import { useWords } from '../../ui/words.ts';

/** Where an invitation leads somebody who has an account. */
export const ExistingUserScreen = () => {
  const words = useWords();
  return (
    <>
      <h1>{words('page.existingUser')}</h1>
      <p>{words('register.existing')}</p>
      <CardLink to="/login">{words('register.signIn')}</CardLink>
      <CardLink to="/forgot-password">{words('register.forgot')}</CardLink>
    </>
  );
};
