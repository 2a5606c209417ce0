import { Button, Link } from '@fluentui/react-components';
import { useWords } from '../ui/words.ts';
import { MessageCard } from './MessageCard.tsx';
import { useServices } from './services.ts';

/** The page is framed and whoever frames it says nothing. Should they answer after all, the page goes on by itself. */
export const HostSilent = () => {
  const words = useWords();
  const { reloadPage } = useServices();
  return (
    <MessageCard
      title={words('teamsGate.silentTitle')}
      text={words('teamsGate.silentText', { product: words('product') })}
    >
      <Button appearance="primary" onClick={reloadPage}>
        {words('teamsGate.again')}
      </Button>
      <Link href="/" target="_blank" rel="noreferrer" title={words('nav.leaves')}>
        {words('nav.openApp')}
      </Link>
    </MessageCard>
  );
};
