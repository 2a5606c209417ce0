import { useNavigate } from 'react-router-dom';
import { Button } from '@fluentui/react-components';
import { CardLink } from '../../ui/CardLink.tsx';
import { useWords } from '../../ui/words.ts';

/** Where an invitation leads somebody who has an account. */
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
