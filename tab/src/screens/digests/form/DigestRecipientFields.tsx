import { Checkbox, Field, Input, Select, Textarea } from '@fluentui/react-components';
import { digestLimits } from '#contracts/digests/digestLimits.ts';
import { useDigestAdmins } from '../../../api/digests/digestQueriesAndMutations.ts';
import { useChannels, useMembers } from '../../../api/organisations/teamMembersAndChannelsQueries.ts';
import { MultiChoice } from '../../../parts/SearchableMultiChoice.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';
import { FaultNote } from './ContentFieldsAndFaultNote.tsx';
import type { FieldsProps } from './ContentFieldsAndFaultNote.tsx';
import { faultAt } from './digestFaults.ts';
import css from '../DigestsScreen.module.css';

interface RecipientProps extends FieldsProps {
  /** The team whose members can be chosen. */
  readonly teamId: string;
  readonly isOrganisation: boolean;
  readonly canUseWebhook: boolean;
  /** Host of the stored webhook if the reader may not see its URL. */
  readonly webhookHost: string | undefined;
}

interface PeopleProps extends FieldsProps {
  readonly people: readonly { readonly id: string; readonly name: string }[];
}

const People = ({ form, change, people }: PeopleProps) => {
  const t = useTranslate();
  return (
    <div>
      <MultiChoice
        label={t('digests.members')}
        choices={people.map(({ id, name }) => ({ id, text: name }))}
        chosen={form.memberIds}
        most={digestLimits.digestMembers}
        all={t('digests.nobody')}
        search={t('digests.searchMembers')}
        nothingFound={t('digests.notFound')}
        count={(count) => t('digests.chosen', { count })}
        more={(count) => t('digests.moreMatches', { count })}
        onChange={(memberIds) => {
          change({ memberIds });
        }}
      />
      <p className={css.note}>{t('digests.membersNote')}</p>
    </div>
  );
};

const Members = (props: RecipientProps) => {
  const { data = [] } = useMembers(props.teamId);
  return <People {...props} people={data.filter(({ isEnabled }) => isEnabled)} />;
};

const Admins = (props: FieldsProps) => {
  const { data = [] } = useDigestAdmins();
  return <People {...props} people={data} />;
};

const Channel = ({ form, change, teamId }: RecipientProps) => {
  const t = useTranslate();
  const { data = [] } = useChannels(teamId);
  return (
    <>
      <Checkbox
        label={t('digests.inChannel')}
        checked={form.inChannel}
        onChange={(_, { checked }) => {
          change({ inChannel: checked === true });
        }}
      />
      {form.inChannel && data.length > 1 && (
        <Field label={t('digests.channel')}>
          <Select
            value={form.channelId ?? ''}
            onChange={(_, { value }) => {
              change({ channelId: value === '' ? null : value });
            }}
          >
            {data.map(({ id, name, isGeneral }) => (
              <option key={id} value={isGeneral ? '' : id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  );
};

const Webhook = ({ form, change, fault, canUseWebhook, webhookHost }: RecipientProps) => {
  const t = useTranslate();
  if (!canUseWebhook && webhookHost === undefined) return null;
  return (
    <Field
      label={t('digests.webhook')}
      hint={t('digests.webhookNote')}
      validationMessage={faultAt(fault, 'webhookUrl')}
    >
      <Input
        type={canUseWebhook ? 'url' : 'text'}
        readOnly={!canUseWebhook}
        value={canUseWebhook ? form.webhookUrl : (webhookHost ?? '')}
        maxLength={digestLimits.webhookUrlLength}
        onChange={(_, { value }) => {
          change({ webhookUrl: value });
        }}
      />
    </Field>
  );
};

export const DigestRecipientFields = (props: RecipientProps) => {
  const t = useTranslate();
  const { form, change, fault, isOrganisation } = props;
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{t('digests.recipients')}</legend>
      {isOrganisation ? <Admins {...props} /> : <Members {...props} />}
      <FaultNote text={faultAt(fault, 'recipients')} />
      <Field label={t('digests.emails')} hint={t('digests.emailsNote')} validationMessage={faultAt(fault, 'emails')}>
        <Textarea
          value={form.emails}
          onChange={(_, { value }) => {
            change({ emails: value });
          }}
        />
      </Field>
      {!isOrganisation && <Channel {...props} />}
      <Webhook {...props} />
    </fieldset>
  );
};
