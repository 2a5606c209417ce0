import { useTranslate } from '../../ui/text/translate.ts';
import { Contact, LegalPage } from './LegalPageAndContact.tsx';
import type { Part } from './LegalPageAndContact.tsx';

const securityFile = '/.well-known/security.txt';

/**
 * Lists the people whom the reader can ask for help. The server redirects /support to this page if the operator has
 * named no support page.
 */
export const HelpScreen = () => {
  const t = useTranslate();
  const parts = (): readonly Part[] => [
    { title: null, texts: [t('legal.helpAdmins')] },
    { title: null, texts: [t('legal.helpBot')] },
  ];
  return (
    <LegalPage titleKey="page.help" parts={parts}>
      {({ contact }) => (
        <>
          <Contact contact={contact} />
          <p>{t('legal.holes', { address: new URL(securityFile, window.location.origin).href })}</p>
        </>
      )}
    </LegalPage>
  );
};
