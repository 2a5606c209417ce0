import type { Installation } from '../../api/organisations/readOperatorInfoAndPrice.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { Contact, LegalPage } from './LegalPageAndContact.tsx';
import type { Part } from './LegalPageAndContact.tsx';

const yes = (is: boolean): string => (is ? 'yes' : 'no');

export const PrivacyScreen = () => {
  const t = useTranslate();
  const parts = ({ operator, isInAzure, sendsMail, isMeasured, hasInvoices }: Installation): readonly Part[] => [
    {
      title: 'legal.who',
      texts: [t('legal.whoText', { product: t('product'), operator: operator ?? t('legal.operator') })],
    },
    {
      title: 'legal.what',
      texts: [
        ...[t('legal.whatAccount'), t('legal.whatTeams'), t('legal.whatWork'), t('legal.whatLog')],
        ...(hasInvoices ? [t('legal.whatInvoices')] : []),
        t('legal.never'),
      ],
    },
    {
      title: 'legal.where',
      texts: [
        t(isInAzure ? 'legal.whereAzure' : 'legal.whereServer'),
        t('legal.whereSent', { mail: yes(sendsMail), measured: yes(isMeasured) }),
      ],
    },
    { title: 'legal.sees', texts: [t('legal.seesText')] },
    { title: 'legal.long', texts: [t('legal.longText')] },
    { title: 'legal.rights', texts: [t('legal.rightsText')] },
  ];
  return (
    <LegalPage titleKey="page.privacy" parts={parts}>
      {(installation) => <Contact contact={installation.contact} />}
    </LegalPage>
  );
};
