import { useId, useLayoutEffect, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Dialog, DialogSurface, Input } from '@fluentui/react-components';
import { Search20Regular } from '@fluentui/react-icons/svg/search';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { useTeam } from '../../api/organisations/selectedTeam.tsx';
import { Leaving, useModal } from '../../ui/dialogs/restoreFocusAndModalFixes.tsx';
import { useNavigate } from '../../ui/router/routerHooks.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import hidden from '../../ui/display/ScreenReaderOnly.module.css';
import css from './CommandPalette.module.css';
import { paletteGroups } from './findPaletteEntries.ts';
import type { PaletteEntry } from './findPaletteEntries.ts';
import { usePaletteEntries, useTeamEntries } from './usePaletteEntries.ts';
import type { PalettePage } from './usePaletteEntries.ts';

export interface PaletteProps {
  readonly isOpen: boolean;
  readonly pages: readonly PalettePage[];
  readonly onHelp: () => void;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

interface ListProps {
  readonly listId: string;
  readonly entries: readonly PaletteEntry[];
  readonly active: PaletteEntry | undefined;
  readonly idOf: (entry: PaletteEntry) => string;
  readonly onPick: (entry: PaletteEntry) => void;
}

const Options = ({ listId, entries, active, idOf, onPick }: ListProps) => {
  const t = useTranslate();
  const groups = paletteGroups.filter((group) => entries.some((entry) => entry.group === group));
  return (
    <div id={listId} role="listbox" aria-label={t('palette.title')} className={css.list}>
      {groups.map((group) => (
        <div key={group} role="group" aria-label={t(`palette.${group}`)}>
          <div className={css.group} aria-hidden="true">
            {t(`palette.${group}`)}
          </div>
          {entries
            .filter((entry) => entry.group === group)
            .map((entry) => (
              <div
                key={entry.id}
                id={idOf(entry)}
                role="option"
                aria-selected={entry === active}
                className={entry === active ? `${css.option ?? ''} ${css.active ?? ''}` : css.option}
                // Keeps the focus in the text field when the reader presses an entry of the list.
                onMouseDown={(event) => {
                  event.preventDefault();
                }}
                onClick={() => {
                  onPick(entry);
                }}
              >
                {entry.text}
              </div>
            ))}
        </div>
      ))}
    </div>
  );
};

/**
 * Puts the entries into the order in which the groups show them, so that the arrow keys move from each line to the
 * next.
 */
const inGroups = (entries: readonly PaletteEntry[]): PaletteEntry[] =>
  paletteGroups.flatMap((group) => entries.filter((entry) => entry.group === group));

interface FieldProps extends Omit<PaletteProps, 'isOpen' | 'onGone'> {
  readonly ofTeam: readonly PaletteEntry[] | undefined;
  readonly hasFailed: boolean;
}

const moved = (key: string, index: number, count: number): number | undefined => {
  if (key === 'ArrowDown') return (index + 1) % count;
  if (key === 'ArrowUp') return (index - 1 + count) % count;
  return undefined;
};

/**
 * Returns the entries for the typed text, the highlighted entry, and the handlers for typing, for choosing an entry and
 * for keys.
 */
const useChoosing = ({ pages, ofTeam, onHelp, onClose }: Omit<FieldProps, 'hasFailed'>) => {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [activeId, setActiveId] = useState<string>();
  const entries = inGroups(usePaletteEntries({ typed, pages, ofTeam }));
  const active = entries.find(({ id }) => id === activeId) ?? entries[0];
  const pick = ({ target }: PaletteEntry): void => {
    onClose();
    if (target.is === 'help') onHelp();
    else if (target.is === 'page') void navigate(target.path);
    else window.open(target.href, '_blank', 'noreferrer');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || active === undefined) return;
    const target = moved(event.key, entries.indexOf(active), entries.length);
    if (target !== undefined) {
      event.preventDefault();
      setActiveId(entries[target]?.id);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      pick(active);
    }
  };
  const type = (text: string): void => {
    setTyped(text);
    setActiveId(undefined);
  };
  return { typed, entries, active, pick, type, onKeyDown };
};

const Chooser = ({ hasFailed, ...props }: FieldProps) => {
  const t = useTranslate();
  const listId = useId();
  const { typed, entries, active, pick, type, onKeyDown } = useChoosing(props);
  const idOf = ({ id }: PaletteEntry): string => `${listId}${id.replaceAll(/[^\w]/g, '-')}`;
  const shownId = active === undefined ? undefined : idOf(active);
  useLayoutEffect(() => {
    if (shownId !== undefined) document.getElementById(shownId)?.scrollIntoView({ block: 'nearest' });
  }, [shownId]);
  return (
    <div className={css.palette}>
      <Input
        className={css.field ?? ''}
        size="large"
        contentBefore={<Search20Regular />}
        role="combobox"
        aria-label={t('palette.field')}
        aria-autocomplete="list"
        aria-expanded={entries.length > 0}
        aria-controls={entries.length > 0 ? listId : undefined}
        aria-activedescendant={shownId}
        autoComplete="off"
        spellCheck={false}
        maxLength={limits.searchLength}
        placeholder={t('palette.field')}
        value={typed}
        onChange={(_, { value }) => {
          type(value);
        }}
        onKeyDown={onKeyDown}
      />
      {entries.length > 0 && <Options {...{ listId, entries, active, idOf }} onPick={pick} />}
      {hasFailed && <p className={css.note}>{t('palette.failed')}</p>}
      <p className={entries.length === 0 ? css.note : hidden.unseen} role="status">
        {entries.length === 0 ? t('palette.none') : t('palette.found', { count: entries.length })}
      </p>
    </div>
  );
};

const OfTeam = ({ teamId, ...props }: Omit<FieldProps, 'ofTeam' | 'hasFailed'> & { readonly teamId: string }) => {
  const { entries, hasFailed } = useTeamEntries(teamId);
  return <Chooser {...props} ofTeam={entries} hasFailed={hasFailed} />;
};

/** A field that finds pages, the reports and people of the selected team, days and actions. */
export const CommandPalette = ({ isOpen, onGone, ...props }: PaletteProps) => {
  const t = useTranslate();
  const team = useTeam();
  const opening = useModal(isOpen);
  return (
    <Dialog
      key={opening}
      open={isOpen}
      onOpenChange={(_, { open }) => {
        if (!open) props.onClose();
      }}
    >
      <DialogSurface className={css.surface} aria-label={t('palette.title')}>
        {team.kind === 'ready' ? (
          <OfTeam {...props} teamId={team.selected.id} />
        ) : (
          <Chooser {...props} ofTeam={undefined} hasFailed={team.kind === 'failed'} />
        )}
        <Leaving onGone={onGone} />
      </DialogSurface>
    </Dialog>
  );
};
