import { useOrganisation } from '../../../api/organisations/organisation.ts';
import { ButtonLink } from '../../../ui/display/ButtonLink.tsx';
import { useWords } from '../../../ui/text/words.ts';
import { AuditExport } from './AuditExport.tsx';
import { Loaded } from '../../../parts/Loaded.tsx';
import { OrgEnd } from './OrgEnd.tsx';
import { OrgName } from './OrgName.tsx';
import { OrgSignIn } from './OrgSignIn.tsx';
import { Retention } from './Retention.tsx';
import { Section, Sections } from '../../../ui/display/Section.tsx';
import { useMayInOrg } from '../orgPermission.ts';

/** Shows the connection to a Microsoft tenant, or a link to make one. */
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

/** The organisation's settings for its admins; other members see only its name and state. */
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
