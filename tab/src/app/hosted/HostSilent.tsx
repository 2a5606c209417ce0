import { Button, Link } from '@fluentui/react-components';
import { useWords } from '../../ui/text/words.ts';
import { MessageCard } from '../shell/MessageCard.tsx';
import { useServices } from '../runtime/services.ts';

/** Shown in a frame whose parent does not answer. If the parent answers later, the page continues without the reader's action. */
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
