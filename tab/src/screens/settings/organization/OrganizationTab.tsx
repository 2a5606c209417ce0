import { useOrganisation } from '../../../api/organisations/organisationQueriesAndMutations.ts';
import { ButtonLink } from '../../../ui/display/ButtonLink.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';
import { AuditExport } from './AuditExport.tsx';
import { LoadedData } from '../../../parts/LoadedData.tsx';
import { DeactivateOrDeleteOrganisation } from './DeactivateOrDeleteOrganisation.tsx';
import { LinkPatternSettings } from './LinkPatternSettings.tsx';
import { LazyTextModelSettings } from './textModel/LazyTextModelSettings.tsx';
import { OrganisationNameForm } from './OrganisationNameForm.tsx';
import { OrganisationSignInRules } from './OrganisationSignInRules.tsx';
import { RetentionSettings } from './RetentionSettings.tsx';
import { Section, Sections } from '../../../ui/display/Section.tsx';
import { useOrganisationPermission } from '../useOrganisationPermission.ts';

/**
 * Shows whether the organisation is connected to a Microsoft tenant. If not, shows a link to the page that connects it.
 */
const Connection = ({ isConnected }: { readonly isConnected: boolean }) => {
  const t = useTranslate();
  return (
    <Section
      title={t('organizationTab.connection')}
      text={t(isConnected ? 'organizationTab.connected' : 'organizationTab.notConnected')}
    >
      {!isConnected && <ButtonLink to="/settings/connect">{t('organizationTab.connect')}</ButtonLink>}
    </Section>
  );
};

/** Shows the settings of the organisation to its admins. Other members see only its name and its state. */
export const OrganizationTab = () => {
  const t = useTranslate();
  const query = useOrganisation();
  const mayManage = useOrganisationPermission('org.manage');
  const mayConnect = useOrganisationPermission('org.connect');
  return (
    <Sections>
      <LoadedData query={query}>
        {(organisation) =>
          mayManage ? (
            <>
              <OrganisationNameForm organisation={organisation} />
              {mayConnect && <Connection isConnected={organisation.isConnected} />}
              <OrganisationSignInRules organisation={organisation} />
              <LinkPatternSettings organisation={organisation} />
              <LazyTextModelSettings />
              <RetentionSettings organisation={organisation} />
              <AuditExport />
              <DeactivateOrDeleteOrganisation organisation={organisation} />
            </>
          ) : (
            <Section
              title={organisation.name}
              text={t(organisation.isActive ? 'organizationTab.readOnly' : 'organizationTab.readOnlyPaused')}
            />
          )
        }
      </LoadedData>
    </Sections>
  );
};
