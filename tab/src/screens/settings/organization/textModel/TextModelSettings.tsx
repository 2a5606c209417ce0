import { useState } from 'react';
import type { TextModelSettings as Page } from '#contracts/generatedSummaries/textModelSettings.ts';
import { errorText } from '../../../../api/client/errorText.ts';
import { useKeptForm } from '../../../../api/client/useFormWithStoredDraft.ts';
import {
  textModelConflictOf,
  useSaveTextModel,
  useTextModel,
} from '../../../../api/generatedSummaries/textModelQueriesAndMutations.ts';
import { LoadedData } from '../../../../parts/LoadedData.tsx';
import { useNotices } from '../../../../ui/dialogs/noticeQueue.ts';
import { Section } from '../../../../ui/display/Section.tsx';
import { useTranslate } from '../../../../ui/text/translate.ts';
import { OrganisationConflictNote } from '../OrganisationConflictNote.tsx';
import { SettingsFormWithSaveBar } from '../../SettingsFormWithSaveBar.tsx';
import { useTypedSecret } from '../../typedSecretContext.ts';
import { faultsOf, formOf, inputOf } from './textModelFormValuesAndFaults.ts';
import { Choices, CostFields, KeyField, ModelFields } from './TextModelFields.tsx';
import type { TextModelForm } from './textModelFormValuesAndFaults.ts';
import { ConnectionTest, StoredTextModel, TextModelUsage } from './TextModelUsageAndConnectionTest.tsx';

const useTextModelForm = (page: Page) => {
  const t = useTranslate();
  const notices = useNotices();
  const form = useKeptForm('textModel', formOf(page));
  const save = useSaveTextModel();
  const [key, setKey] = useState('');
  useTypedSecret(key !== '');
  const [isChecked, setChecked] = useState<object>();
  const found = faultsOf(form.values);
  const discard = (): void => {
    form.drop();
    save.reset();
    setKey('');
    setChecked(undefined);
  };
  // Stores all fields together, because a draft with only some fields would mix with a later change by another admin.
  const change = (part: Partial<TextModelForm>): void => {
    form.set({ ...form.values, ...part });
  };
  const saveOver = (version: string): void => {
    setChecked({});
    if (Object.keys(found).length > 0) return;
    save.mutate(inputOf({ ...form.values, version }, key), {
      onSuccess: () => {
        discard();
        notices.push('success', t('modelSettings.saved'));
      },
    });
  };
  return {
    form,
    change,
    save,
    key,
    setKey,
    isChecked,
    faults: isChecked === undefined ? {} : found,
    saveOver,
    discard,
  };
};

const Settings = ({ page }: { readonly page: Page }) => {
  const t = useTranslate();
  const { form, change, save, key, setKey, isChecked, faults, saveOver, discard } = useTextModelForm(page);
  const fields = { form: form.values, faults, onChange: change };
  const theirs = textModelConflictOf(save.error);
  return (
    <>
      <SettingsFormWithSaveBar
        onSubmit={() => {
          if (theirs === undefined) saveOver(form.values.version);
        }}
        submit={t('modelSettings.save')}
        isRunning={save.isPending}
        failure={save.error === null || theirs !== undefined ? null : errorText(save.error, t)}
        faults={isChecked}
        unsaved={{ isDirty: form.isDirty || key !== '', discard }}
      >
        <Choices form={form.values} onChange={change} />
        <ModelFields {...fields} />
        <KeyField source={page.key} typed={key} onType={setKey} />
        <CostFields {...fields} />
        {theirs !== undefined && (
          <OrganisationConflictNote
            onMine={() => {
              saveOver(theirs.version);
            }}
            onTheirs={discard}
          >
            <StoredTextModel settings={theirs.settings} />
          </OrganisationConflictNote>
        )}
      </SettingsFormWithSaveBar>
      {page.settings !== null && (
        <>
          <ConnectionTest />
          <TextModelUsage page={page} stored={page.settings} />
        </>
      )}
    </>
  );
};

/**
 * Lets an admin name the text model that writes summaries. Also shows the calls, tokens and cost of the model in this
 * month.
 */
export const TextModelSettings = () => {
  const t = useTranslate();
  const query = useTextModel();
  return (
    <Section title={t('modelSettings.title')} text={t('modelSettings.text')}>
      <LoadedData query={query}>{(page) => <Settings page={page} />}</LoadedData>
    </Section>
  );
};
