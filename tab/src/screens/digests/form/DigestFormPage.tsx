import { useEffect, useRef, useState } from 'react';
import { Button } from '@fluentui/react-components';
import type { DigestView } from '#contracts/digests/digestCalls.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { useSaveDigest } from '../../../api/digests/digestQueriesAndMutations.ts';
import type { SavedDigest } from '../../../api/digests/digestQueriesAndMutations.ts';
import { Form } from '../../../ui/forms/Form.tsx';
import { TextField } from '../../../ui/forms/TextField.tsx';
import { useReader, useToday } from '../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { DigestContentFields, FaultNote } from './ContentFieldsAndFaultNote.tsx';
import { digestFault, faultAt } from './digestFaults.ts';
import { formOf, inputOf, newForm } from './digestFormValues.ts';
import type { DigestForm } from './digestFormValues.ts';
import { DigestPreview } from './DigestPreview.tsx';
import { DigestRecipientFields } from './DigestRecipientFields.tsx';
import { DigestScheduleFields } from './DigestScheduleFields.tsx';
import css from '../DigestsScreen.module.css';

export interface DigestFormPageProps {
  /** The digest to change; null for a new one. */
  readonly digest: DigestView | null;
  readonly isOrganisation: boolean;
  readonly teamId: string;
  readonly myId: string | null;
  /** The report that a new digest covers at first; null = all reports. */
  readonly reportId: string | null;
  readonly canUseWebhook: boolean;
  readonly onSaved: (saved: SavedDigest) => void;
  readonly onCancel: () => void;
}

/**
 * Returns a reference for the form. After an error, moves the focus to the first invalid field; if no field is invalid,
 * scrolls to the text of the error.
 */
const useShownFault = (error: unknown) => {
  const page = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error === null) return;
    const invalid = page.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalid == null) page.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' });
    else invalid.focus();
  }, [error]);
  return page;
};

/**
 * The form of a digest, with a preview. The server checks the values, and the form shows the fault that the server
 * names.
 */
export const DigestFormPage = (props: DigestFormPageProps) => {
  const { digest, isOrganisation, teamId, myId, reportId, canUseWebhook, onSaved, onCancel } = props;
  const t = useTranslate();
  const { zone } = useReader();
  const today = useToday();
  const [form, setForm] = useState<DigestForm>(() =>
    digest === null ? newForm({ zone, today, myId, reportId }) : formOf(digest, today),
  );
  const change = (fields: Partial<DigestForm>): void => {
    setForm((before) => ({ ...before, ...fields }));
  };
  const save = useSaveDigest();
  const fault = digestFault(save.error, save.variables, t);
  const page = useShownFault(save.error);
  const place = isOrganisation ? null : teamId;
  const newKey = isOrganisation ? 'digests.newOrganisation' : 'digests.new';
  const headingKey = digest === null ? newKey : 'digests.edit';
  return (
    <Form
      ref={page}
      className={css.form}
      isRunning={save.isPending}
      aria-label={t(headingKey)}
      onSubmit={() => {
        const input = inputOf(form, place);
        save.mutate(digest === null ? input : { ...input, id: digest.id, rev: digest.rev }, { onSuccess: onSaved });
      }}
    >
      <h2 className={css.heading}>{t(headingKey)}</h2>
      <TextField
        name="digest-name"
        label={t('digests.name')}
        value={form.name}
        autoComplete="off"
        maxLength={limits.nameLength}
        isMarked
        fault={faultAt(fault, 'name')}
        onChange={(name) => {
          change({ name });
        }}
      />
      <DigestContentFields {...{ form, change, fault }} teamId={place} />
      <DigestScheduleFields {...{ form, change, fault, isOrganisation }} />
      <DigestRecipientFields
        {...{ form, change, fault, teamId, isOrganisation, canUseWebhook }}
        webhookHost={digest?.webhookHost}
      />
      <DigestPreview form={form} teamId={place} digestId={digest?.id} />
      {fault?.field === null && <FaultNote text={fault.text} />}
      <div className={css.buttons}>
        <Button type="submit" appearance="primary" disabledFocusable={save.isPending}>
          {t('digests.save')}
        </Button>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
      </div>
    </Form>
  );
};
