import { Checkbox, Field, Radio, RadioGroup } from '@fluentui/react-components';
import { digestPeople, digestSectionKey, digestSections } from '#contracts/digests/digestCadencesAndSections.ts';
import { digestLimits } from '#contracts/digests/digestLimits.ts';
import { useMeetingNames } from '../../../api/meetings/meetingNamesQuery.ts';
import { MultiChoice } from '../../../parts/SearchableMultiChoice.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';
import { faultAt } from './digestFaults.ts';
import type { DigestFault } from './digestFaults.ts';
import type { DigestForm } from './digestFormValues.ts';
import css from '../DigestsScreen.module.css';

export interface FieldsProps {
  readonly form: DigestForm;
  readonly change: (fields: Partial<DigestForm>) => void;
  readonly fault: DigestFault | null;
}

export const FaultNote = ({ text }: { readonly text: string | null }) =>
  text === null ? null : (
    <p className={css.fault} role="alert">
      {text}
    </p>
  );

const Reports = ({ form, change, teamId }: Omit<FieldsProps, 'fault'> & { readonly teamId: string }) => {
  const t = useTranslate();
  const { data = [] } = useMeetingNames(teamId);
  return (
    <MultiChoice
      label={t('digests.reports')}
      choices={data.map(({ id, name }) => ({ id, text: name }))}
      chosen={form.reportIds}
      most={digestLimits.digestReports}
      all={t('digests.reportsAll')}
      search={t('digests.searchReports')}
      nothingFound={t('digests.notFound')}
      count={(count) => t('digests.chosen', { count })}
      more={(count) => t('digests.moreMatches', { count })}
      onChange={(reportIds) => {
        change({ reportIds });
      }}
    />
  );
};

/**
 * Fields for the content of a digest. `teamId` null = a digest of the organisation, which contains figures but no
 * people.
 */
export const DigestContentFields = ({
  form,
  change,
  fault,
  teamId,
}: FieldsProps & { readonly teamId: string | null }) => {
  const t = useTranslate();
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{t('digests.what')}</legend>
      {teamId === null ? (
        <p className={css.note}>{t('digests.organisationNote')}</p>
      ) : (
        <Reports form={form} change={change} teamId={teamId} />
      )}
      <div role="group" aria-label={t('digests.sections')} className={css.choices}>
        {digestSections.map((section) => (
          <Checkbox
            key={section}
            label={t(digestSectionKey(section, teamId === null))}
            checked={form.sections.includes(section)}
            onChange={(_, { checked }) => {
              const others = form.sections.filter((item) => item !== section);
              change({ sections: checked === true ? [...others, section] : others });
            }}
          />
        ))}
      </div>
      <FaultNote text={faultAt(fault, 'sections')} />
      {teamId !== null && form.sections.includes('PEOPLE') && (
        <Field label={t('digests.people')}>
          <RadioGroup
            value={form.people}
            onChange={(_, { value }) => {
              change({ people: digestPeople.find((item) => item === value) ?? 'COUNTS' });
            }}
          >
            {digestPeople.map((people) => (
              <Radio key={people} value={people} label={t(`digests.people${people}`)} />
            ))}
          </RadioGroup>
        </Field>
      )}
      <Checkbox
        label={t('digests.leavesOutEmpty')}
        checked={form.leavesOutEmpty}
        onChange={(_, { checked }) => {
          change({ leavesOutEmpty: checked === true });
        }}
      />
    </fieldset>
  );
};
