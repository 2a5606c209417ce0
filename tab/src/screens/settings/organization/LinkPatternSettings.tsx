import { useRef, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons/svg/add';
import { linkPresets } from '#contracts/core/linkPatternFaultsAndPresets.ts';
import type { LinkPattern } from '#contracts/core/linkPatternFaultsAndPresets.ts';
import type { OrganisationInfo } from '#contracts/organisations/organisationCalls.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useKeptForm } from '../../../api/client/useFormWithStoredDraft.ts';
import { orgConflictOf, useSaveLinkPatterns } from '../../../api/organisations/organisationQueriesAndMutations.ts';
import { useNotices } from '../../../ui/dialogs/noticeQueue.ts';
import { Section } from '../../../ui/display/Section.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';
import { SettingsFormWithSaveBar } from '../SettingsFormWithSaveBar.tsx';
import { LinkPatternRow } from './LinkPatternRow.tsx';
import css from './LinkPatternSettings.module.css';
import { faultsOf, hasRoom, isRight, trimmedPatterns } from './linkPatternFaultsAndExample.ts';
import { OrganisationConflictNote } from './OrganisationConflictNote.tsx';

/**
 * The draft of the form. The lists of patterns are stored as JSON texts, because `useKeptForm` compares values with
 * `!==`. `previous` contains the patterns that the server had when the edit began.
 */
interface Draft {
  readonly patterns: string;
  readonly previous: string;
}

const patternsIn = (json: string): readonly LinkPattern[] => JSON.parse(json) as readonly LinkPattern[];

/**
 * Returns the form's values and the function that saves them. With each save, the server compares the stored patterns
 * with those that the reader saw (`previous`).
 */
const useLinkPatterns = (stored: readonly LinkPattern[]) => {
  const t = useTranslate();
  const notices = useNotices();
  const form = useKeptForm<Draft>('linkPatterns', {
    patterns: JSON.stringify(stored),
    previous: JSON.stringify(stored),
  });
  const patterns = patternsIn(form.values.patterns);
  const previous = patternsIn(form.values.previous);
  const save = useSaveLinkPatterns();
  const [isChecked, setChecked] = useState<object>();
  const faults = faultsOf(patterns);
  const saveOver = (read: readonly LinkPattern[]): void => {
    setChecked({});
    if (!faults.every(isRight)) return;
    save.mutate(
      { linkPatterns: trimmedPatterns(patterns), previousLinkPatterns: [...read] },
      {
        onSuccess: () => {
          form.drop();
          setChecked(undefined);
          notices.push('success', t('organizationTab.saved'));
        },
      },
    );
  };
  const drop = (): void => {
    form.drop();
    save.reset();
    setChecked(undefined);
  };
  const put = (changed: readonly LinkPattern[]): void => {
    form.set({ patterns: JSON.stringify(changed), previous: form.values.previous });
  };
  return { form, patterns, previous, put, save, isChecked, faults, saveOver, drop };
};

const AddButtons = ({
  isFull,
  onAdd,
}: {
  readonly isFull: boolean;
  readonly onAdd: (pattern: LinkPattern) => void;
}) => {
  const t = useTranslate();
  const choices = [...linkPresets, { name: t('organizationTab.linksOwn'), prefix: '', url: '' }];
  return (
    <div className={css.add} role="group" aria-label={t('organizationTab.linksAdd')}>
      {choices.map(({ name, prefix, url }) => (
        <Button
          key={name}
          icon={<Add20Regular />}
          disabledFocusable={isFull}
          onClick={() => {
            if (!isFull) onAdd({ prefix, url });
          }}
        >
          {name}
        </Button>
      ))}
      {isFull && <p className={css.note}>{t('linkPattern.tooMany')}</p>}
    </div>
  );
};

export const LinkPatternSettings = ({ organisation }: { readonly organisation: OrganisationInfo }) => {
  const t = useTranslate();
  const list = useRef<HTMLDivElement>(null);
  const { form, patterns, previous, put, save, isChecked, faults, saveOver, drop } = useLinkPatterns(
    organisation.linkPatterns,
  );
  const theirs = orgConflictOf(save.error);
  return (
    <Section title={t('organizationTab.links')} text={t('organizationTab.linksText')}>
      <SettingsFormWithSaveBar
        onSubmit={() => {
          if (theirs === undefined) saveOver(previous);
        }}
        submit={t('organizationTab.linksSave')}
        isRunning={save.isPending}
        failure={save.error === null || theirs !== undefined ? null : errorText(save.error, t)}
        faults={isChecked}
        unsaved={{ isDirty: form.isDirty, discard: drop }}
      >
        <div ref={list} tabIndex={-1} className={css.list}>
          {patterns.length === 0 && <p className={css.note}>{t('organizationTab.linksNone')}</p>}
          {patterns.map((pattern, index) => (
            <LinkPatternRow
              // An admin can change every field of a row, so no field can be the key.
              key={index}
              number={index + 1}
              pattern={pattern}
              faults={isChecked === undefined ? undefined : faults[index]}
              onChange={(changed) => {
                put(patterns.with(index, changed));
              }}
              onRemove={() => {
                put(patterns.toSpliced(index, 1));
                list.current?.focus();
              }}
            />
          ))}
        </div>
        <AddButtons
          isFull={!hasRoom(patterns)}
          onAdd={(pattern) => {
            put([...patterns, pattern]);
          }}
        />
        {theirs !== undefined && (
          <OrganisationConflictNote
            onMine={() => {
              saveOver(theirs.linkPatterns);
            }}
            onTheirs={drop}
          >
            {t('organizationTab.linksCount', { count: theirs.linkPatterns.length })}
          </OrganisationConflictNote>
        )}
      </SettingsFormWithSaveBar>
    </Section>
  );
};
