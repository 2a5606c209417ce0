import { useState } from 'react';
import type { TextModelSettings as Page } from '#contracts/organisations/textModelSettings.ts';
import { errorText } from '../../../../api/client/errorText.ts';
import { useKeptForm } from '../../../../api/client/unsavedForm.ts';
import { useSaveTextModel, useTextModel } from '../../../../api/organisations/textModelQueries.ts';
import { LoadedData } from '../../../../parts/LoadedData.tsx';
import { useNotices } from '../../../../ui/dialogs/noticeQueue.ts';
import { Section } from '../../../../ui/display/Section.tsx';
import { useTranslate } from '../../../../ui/text/translate.ts';
import { SettingsForm } from '../../SettingsForm.tsx';
import { faultsOf, formOf, inputOf } from './textModelForm.ts';
import { Choices, CostFields, KeyField, ModelFields } from './TextModelFields.tsx';
import { ConnectionTest, TextModelUsage } from './TextModelUsage.tsx';

const useTextModelForm = (page: Page) => {
  const t = useTranslate();
  const notices = useNotices();
  const form = useKeptForm('textModel', formOf(page));
  const save = useSaveTextModel();
  const [key, setKey] = useState('');
  const [isChecked, setChecked] = useState<object>();
  const found = faultsOf(form.values);
  const discard = (): void => {
    form.drop();
    save.reset();
    setKey('');
    setChecked(undefined);
  };
  const submit = (): void => {
    setChecked({});
    if (Object.keys(found).length > 0) return;
    save.mutate(inputOf(form.values, key), {
      onSuccess: () => {
        discard();
        notices.push('success', t('modelSettings.saved'));
      },
    });
  };
  return { form, save, key, setKey, isChecked, faults: isChecked === undefined ? {} : found, submit, discard };
};

const Settings = ({ page }: { readonly page: Page }) => {
  const t = useTranslate();
  const { form, save, key, setKey, isChecked, faults, submit, discard } = useTextModelForm(page);
  const fields = { form: form.values, faults, onChange: form.set };
  return (
    <>
      <SettingsForm
        onSubmit={submit}
        submit={t('modelSettings.save')}
        isRunning={save.isPending}
        failure={save.error === null ? null : errorText(save.error, t)}
        faults={isChecked}
        unsaved={{ isDirty: form.isDirty || key !== '', discard }}
      >
        <Choices form={form.values} onChange={form.set} />
        <ModelFields {...fields} />
        <KeyField source={page.key} typed={key} onType={setKey} />
        <CostFields {...fields} />
      </SettingsForm>
      {page.settings !== null && (
        <>
          <ConnectionTest />
          <TextModelUsage page={page} stored={page.settings} />
        </>
      )}
    </>
  );
};

/** Lets an admin name the text model that writes summaries, and shows what it used in this month. */
export const TextModelSettings = () => {
  const t = useTranslate();
  const query = useTextModel();
  return (
    <Section title={t('modelSettings.title')} text={t('modelSettings.text')}>
      <LoadedData query={query}>{(page) => <Settings page={page} />}</LoadedData>
    </Section>
  );
};
