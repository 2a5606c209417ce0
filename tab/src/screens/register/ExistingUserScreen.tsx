import { useNavigate } from 'react-router-dom';
import { Button } from '@fluentui/react-components';
import { CardLink } from '../../ui/display/CardLink.tsx';
import { useWords } from '../../ui/text/words.ts';

/** The page to which an invitation leads if its member has an account already. */
export const ExistingUserScreen = () => {
  const words = useWords();
  const navigate = useNavigate();
  return (
    <>
      <h1>{words('page.existingUser')}</h1>
      <p>{words('register.existing')}</p>
      <Button appearance="primary" onClick={() => void navigate('/login')}>
        {words('register.signIn')}
      </Button>
      <CardLink to="/forgot-password">{words('register.forgot')}</CardLink>
    </>
  );
};
