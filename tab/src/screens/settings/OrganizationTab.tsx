import { useOrganisation } from '../../api/organisation.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { useWords } from '../../ui/words.ts';
import { AuditExport } from './AuditExport.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { OrgEnd } from './OrgEnd.tsx';
import { OrgName } from './OrgName.tsx';
import { OrgSignIn } from './OrgSignIn.tsx';
import { Retention } from './Retention.tsx';
import { Section, Sections } from '../../ui/Section.tsx';
import { useMayInOrg } from './standing.ts';

/** Whether a Microsoft tenant belongs to it, and the way to one. */
const Connection = ({ isConnected }: { readonly isConnected: boolean }) => {
  const words = useWords();
  return (
    <Section
      title={words('organizationTab.connection')}
      text={words(isConnected ? 'organizationTab.connected' : 'organizationTab.notConnected')}
    >
      {!isConnected && <ButtonLink to="/settings/connect">{words('organizationTab.connect')}</ButtonLink>}
    </Section>
  );
};

/** The organisation: of its admins to change, of everybody to see. */
export const OrganizationTab = () => {
  const words = useWords();
  const query = useOrganisation();
  const mayManage = useMayInOrg('org.manage');
  const mayConnect = useMayInOrg('org.connect');
  return (
    <Sections>
      <Loaded query={query}>
        {(organisation) =>
          mayManage ? (
            <>
              <OrgName organisation={organisation} />
              {mayConnect && <Connection isConnected={organisation.isConnected} />}
              <OrgSignIn organisation={organisation} />
              <Retention organisation={organisation} />
              <AuditExport />
              <OrgEnd organisation={organisation} />
            </>
          ) : (
            <Section
              title={organisation.name}
              text={words(organisation.isActive ? 'organizationTab.readOnly' : 'organizationTab.readOnlyPaused')}
            />
          )
        }
      </Loaded>
    </Sections>
  );
};
