import { Suspense, lazy, useState } from 'react';
import { Field, Input, Radio, RadioGroup } from '@fluentui/react-components';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { OrganisationInfo } from '#contracts/organisations/organisationCalls.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useKeptForm } from '../../../api/client/useFormWithStoredDraft.ts';
import { orgConflictOf, useSaveOrgSettings } from '../../../api/organisations/organisationQueriesAndMutations.ts';
import { useNotices } from '../../../ui/dialogs/noticeQueue.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import { Section } from '../../../ui/display/Section.tsx';
import { SettingsFormWithSaveBar } from '../SettingsFormWithSaveBar.tsx';
import { useLazyDialog } from '../../../ui/dialogs/useLazyDialog.ts';
import { OrganisationConflictNote } from './OrganisationConflictNote.tsx';

const ConfirmDialog = lazy(() =>
  import('../../../ui/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

interface Chosen {
  readonly isLimited: boolean;
  readonly days: string;
  /** The number of days that was stored when the edit began; null = answers were kept for ever. */
  readonly previous: number | null;
}

const chosenOf = ({ retentionDays }: OrganisationInfo): Chosen => ({
  isLimited: retentionDays !== null,
  days: String(retentionDays ?? 365),
  previous: retentionDays,
});

/**
 * Returns the chosen number of days; null = answers are kept for ever. Undefined = the typed text is not an allowed
 * number of days.
 */
const daysOf = ({ isLimited, days }: Chosen): number | null | undefined => {
  if (!isLimited) return null;
  const read = Number(days.trim());
  const isRight = Number.isInteger(read) && read >= limits.retentionDaysMin && read <= limits.retentionDaysMax;
  return isRight ? read : undefined;
};

interface DaysFieldsProps {
  readonly chosen: Chosen;
  readonly isWrong: boolean;
  readonly onChoose: (part: Partial<Chosen>) => void;
}

const DaysFields = ({ chosen, isWrong, onChoose }: DaysFieldsProps) => {
  const t = useTranslate();
  return (
    <>
      <RadioGroup
        aria-label={t('organizationTab.retention')}
        value={chosen.isLimited ? 'days' : 'ever'}
        onChange={(_, { value }) => {
          onChoose({ isLimited: value === 'days' });
        }}
      >
        <Radio value="ever" label={t('organizationTab.keepAll')} />
        <Radio value="days" label={t('organizationTab.keepDays')} />
      </RadioGroup>
      {chosen.isLimited && (
        <Field label={t('organizationTab.days')} validationMessage={isWrong ? t('organizationTab.daysRange') : null}>
          <Input
            id="retentionDays"
            inputMode="numeric"
            maxLength={5}
            value={chosen.days}
            onChange={(_, { value }) => {
              onChoose({ days: value });
            }}
          />
        </Field>
      )}
    </>
  );
};

/**
 * Returns the form's values and the function that saves them. With each save, the server compares the stored setting
 * with the one that the reader saw (`previous`).
 */
const useRetention = (organisation: OrganisationInfo, { open, close }: { open: () => void; close: () => void }) => {
  const t = useTranslate();
  const notices = useNotices();
  const form = useKeptForm('retention', chosenOf(organisation));
  const save = useSaveOrgSettings();
  const [isChecked, setChecked] = useState<object>();
  const days = daysOf(form.values);
  const storeOver = (readDays: number | null): void => {
    if (days === undefined) return;
    save.mutate(
      { retentionDays: days, previousRetentionDays: readDays },
      {
        onError: (error) => {
          // After a conflict, the dialog closes, because the form then shows the other admin's setting and lets the
          // reader choose.
          if (orgConflictOf(error) !== undefined) close();
        },
        onSuccess: () => {
          close();
          form.drop();
          setChecked(undefined);
          notices.push('success', t('organizationTab.saved'));
        },
      },
    );
  };
  const submitOver = (readDays: number | null): void => {
    setChecked({});
    if (days === undefined) return;
    const removes = days !== null && (readDays === null || days < readDays);
    if (removes) {
      save.reset();
      open();
    } else storeOver(readDays);
  };
  return { form, save, isChecked, days, storeOver, submitOver };
};

interface RemovalProps {
  readonly dialog: Pick<ReturnType<typeof useLazyDialog>, 'isOpen' | 'onGone'> & { readonly onClose: () => void };
  readonly days: number | null | undefined;
  readonly isRunning: boolean;
  readonly failure: string | null;
  readonly onConfirm: () => void;
}

const ConfirmRemoval = ({ dialog, days, isRunning, failure, onConfirm }: RemovalProps) => {
  const t = useTranslate();
  return (
    <ConfirmDialog
      {...dialog}
      question={t('organizationTab.retentionQuestion', { days: days ?? 0 })}
      confirm={t('organizationTab.retentionYes')}
      isRunning={isRunning}
      failure={failure}
      onConfirm={onConfirm}
    >
      <p>{t('organizationTab.retentionWarning')}</p>
    </ConfirmDialog>
  );
};

/** Lets an admin set how long answers are kept. Asks for confirmation before a change that deletes answers. */
export const RetentionSettings = ({ organisation }: { readonly organisation: OrganisationInfo }) => {
  const t = useTranslate();
  const { place, round, open, close, ...dialog } = useLazyDialog();
  const { form, save, isChecked, days, storeOver, submitOver } = useRetention(organisation, { open, close });
  const { previous } = form.values;
  const theirs = orgConflictOf(save.error);
  // Stores all fields together, because a draft with only some fields would mix with a later change by another admin.
  const choose = (part: Partial<Chosen>): void => {
    form.set({ ...form.values, ...part });
  };
  const drop = (): void => {
    form.drop();
    save.reset();
  };
  const failure = save.error === null || theirs !== undefined ? null : errorText(save.error, t);
  return (
    <div ref={place} tabIndex={-1}>
      <Section title={t('organizationTab.retention')} text={t('organizationTab.retentionText')}>
        <SettingsFormWithSaveBar
          onSubmit={() => {
            if (theirs === undefined) submitOver(previous);
          }}
          submit={t('organizationTab.save')}
          isRunning={save.isPending}
          failure={dialog.isOpen ? null : failure}
          faults={isChecked}
          unsaved={{ isDirty: form.isDirty, discard: drop }}
        >
          <DaysFields chosen={form.values} isWrong={isChecked !== undefined && days === undefined} onChoose={choose} />
          {theirs !== undefined && (
            <OrganisationConflictNote
              onMine={() => {
                choose({ previous: theirs.retentionDays });
                submitOver(theirs.retentionDays);
              }}
              onTheirs={drop}
            >
              {theirs.retentionDays === null
                ? t('organizationTab.keepAll')
                : t('organizationTab.keptDays', { days: theirs.retentionDays })}
            </OrganisationConflictNote>
          )}
        </SettingsFormWithSaveBar>
      </Section>
      {round > 0 && (
        <Suspense>
          <ConfirmRemoval
            dialog={{ ...dialog, onClose: close }}
            {...{ days, failure, isRunning: save.isPending }}
            onConfirm={() => {
              storeOver(previous);
            }}
          />
        </Suspense>
      )}
    </div>
  );
};
