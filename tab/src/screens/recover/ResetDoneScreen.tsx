import { Button } from '@fluentui/react-components';
import { useNavigate } from 'react-router-dom';
import { useWords } from '../../ui/text/words.ts';

export const ResetDoneScreen = () => {
  const words = useWords();
  const navigate = useNavigate();
  return (
    <>
      <h1>{words('page.resetSuccess')}</h1>
      <p role="status">{words('recover.setText')}</p>
      <Button appearance="primary" onClick={() => void navigate('/login')}>
        {words('register.signIn')}
      </Button>
    </>
  );
};
