import { Suspense, lazy, useState } from 'react';
import { Field, Input, Radio, RadioGroup } from '@fluentui/react-components';
import { limits } from '#contracts/limits.ts';
import type { OrganisationInfo } from '#contracts/org.ts';
import { errorText } from '../../api/errorText.ts';
import { useKeptForm } from '../../api/keptForm.ts';
import { orgConflictOf, useSaveOrgSettings } from '../../api/organisation.ts';
import { useNotices } from '../../ui/notices.ts';
import { useWords } from '../../ui/words.ts';
import { Section } from '../../ui/Section.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import { useDialog } from '../../ui/useDialog.ts';
import { OrgConflict } from './OrgConflict.tsx';

const ConfirmDialog = lazy(() => import('../../ui/ConfirmDialog.tsx').then((it) => ({ default: it.ConfirmDialog })));

interface Chosen {
  readonly isLimited: boolean;
  readonly days: string;
  /** Days that were kept when choosing began. */
  readonly previous: number | null;
}

const chosenOf = ({ retentionDays }: OrganisationInfo): Chosen => ({
  isLimited: retentionDays !== null,
  days: String(retentionDays ?? 365),
  previous: retentionDays,
});

/** The days meant; null = for ever, undefined = what was typed is no number of days. */
const daysOf = ({ isLimited, days }: Chosen): number | null | undefined => {
  if (!isLimited) return null;
  const read = Number(days.trim());
  const isRight = Number.isInteger(read) && read >= limits.retentionDaysMin && read <= limits.retentionDaysMax;
  return isRight ? read : undefined;
};

/** How long answers are kept. Whatever would be removed by a change is asked about before. */
export const Retention = ({ organisation }: { readonly organisation: OrganisationInfo }) => {
  const words = useWords();
  const notices = useNotices();
  const form = useKeptForm('retention', chosenOf(organisation));
  const save = useSaveOrgSettings();
  const { place, round, open, close, ...dialog } = useDialog();
  const [isChecked, setChecked] = useState<object>();
  const days = daysOf(form.values);
  const { previous } = form.values;
  const theirs = orgConflictOf(save.error);
  // All of it is kept, so that what somebody else saves meanwhile is not mixed with it.
  const choose = (part: Partial<Chosen>): void => {
    form.set({ ...form.values, ...part });
  };
  const storeOver = (readDays: number | null): void => {
    if (days === undefined) return;
    save.mutate(
      { retentionDays: days, previousRetentionDays: readDays },
      {
        onError: (error) => {
          // How it is now is told in the form.
          if (orgConflictOf(error) !== undefined) close();
        },
        onSuccess: () => {
          close();
          form.drop();
          setChecked(undefined);
          notices.push('success', words('organizationTab.saved'));
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
  const drop = (): void => {
    form.drop();
    save.reset();
  };
  const failure = save.error === null || theirs !== undefined ? null : errorText(save.error, words);
  return (
    <div ref={place} tabIndex={-1}>
      <Section title={words('organizationTab.retention')} text={words('organizationTab.retentionText')}>
        <SettingsForm
          onSubmit={() => {
            if (theirs === undefined) submitOver(previous);
          }}
          submit={words('organizationTab.save')}
          isRunning={save.isPending}
          failure={dialog.isOpen ? null : failure}
          faults={isChecked}
          unsaved={{ isDirty: form.isDirty, discard: drop }}
        >
          <RadioGroup
            aria-label={words('organizationTab.retention')}
            value={form.values.isLimited ? 'days' : 'ever'}
            onChange={(_, { value }) => {
              choose({ isLimited: value === 'days' });
            }}
          >
            <Radio value="ever" label={words('organizationTab.keepAll')} />
            <Radio value="days" label={words('organizationTab.keepDays')} />
          </RadioGroup>
          {form.values.isLimited && (
            <Field
              label={words('organizationTab.days')}
              validationMessage={
                isChecked !== undefined && days === undefined ? words('organizationTab.daysRange') : null
              }
            >
              <Input
                id="retentionDays"
                inputMode="numeric"
                maxLength={5}
                value={form.values.days}
                onChange={(_, { value }) => {
                  choose({ days: value });
                }}
              />
            </Field>
          )}
          {theirs !== undefined && (
            <OrgConflict
              onMine={() => {
                choose({ previous: theirs.retentionDays });
                submitOver(theirs.retentionDays);
              }}
              onTheirs={drop}
            >
              {theirs.retentionDays === null
                ? words('organizationTab.keepAll')
                : words('organizationTab.keptDays', { days: theirs.retentionDays })}
            </OrgConflict>
          )}
        </SettingsForm>
      </Section>
      {round > 0 && (
        <Suspense>
          <ConfirmDialog
            {...dialog}
            question={words('organizationTab.retentionQuestion', { days: days ?? 0 })}
            confirm={words('organizationTab.retentionYes')}
            isRunning={save.isPending}
            failure={failure}
            onConfirm={() => {
              storeOver(previous);
            }}
            onClose={close}
          >
            <p>{words('organizationTab.retentionWarning')}</p>
          </ConfirmDialog>
        </Suspense>
      )}
    </div>
  );
};
