import type { Installation } from '../../api/organisations/installation.ts';
import { useWords } from '../../ui/text/words.ts';
import { Contact, LegalPage } from './LegalPage.tsx';
import type { Part } from './LegalPage.tsx';

const yes = (is: boolean): string => (is ? 'yes' : 'no');

/** Describes the personal data: its kinds, its place, who sees it, how long it is stored, and how people get or erase it. */
export const PrivacyScreen = () => {
  const words = useWords();
  const parts = ({ operator, isInAzure, sendsMail, isMeasured, hasInvoices }: Installation): readonly Part[] => [
    {
      title: 'legal.who',
      texts: [words('legal.whoText', { product: words('product'), operator: operator ?? words('legal.operator') })],
    },
    {
      title: 'legal.what',
      texts: [
        ...[words('legal.whatAccount'), words('legal.whatTeams'), words('legal.whatWork'), words('legal.whatLog')],
        ...(hasInvoices ? [words('legal.whatInvoices')] : []),
        words('legal.never'),
      ],
    },
    {
      title: 'legal.where',
      texts: [
        words(isInAzure ? 'legal.whereAzure' : 'legal.whereServer'),
        words('legal.whereSent', { mail: yes(sendsMail), measured: yes(isMeasured) }),
      ],
    },
    { title: 'legal.sees', texts: [words('legal.seesText')] },
    { title: 'legal.long', texts: [words('legal.longText')] },
    { title: 'legal.rights', texts: [words('legal.rightsText')] },
  ];
  return (
    <LegalPage titleKey="page.privacy" parts={parts}>
      {(installation) => <Contact contact={installation.contact} />}
    </LegalPage>
  );
};
