import { useId, useState } from 'react';
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import type { MeetingConflict } from '#contracts/meetings/meetingStateCallsAndEditConflict.ts';
import { useChannels, useMembers } from '../../../api/organisations/teamMembersAndChannelsQueries.ts';
import { ClampedText } from '../../../ui/text/ClampedText.tsx';
import { dateIn, shortDate, timeOf } from '../../../ui/text/calculateAndFormatDates.ts';
import { Leaving, useModal } from '../../../ui/dialogs/restoreFocusAndModalFixes.tsx';
import { useReader } from '../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../ui/text/translate.ts';
import type { MeetingForm } from '../form/formValuesAndSaveInput.ts';
import css from './EditConflictDialog.module.css';
import { allOf, clearChoices } from './editConflictMerge.ts';
import type { Choices, Difference, Side } from './editConflictMerge.ts';
import { partLabels, partText } from './editConflictPartLabelsAndText.ts';
import type { PartTextContext } from './editConflictPartLabelsAndText.ts';

export interface MeetingConflictState {
  readonly key: number;
  readonly theirs: MeetingForm;
  readonly mine: MeetingForm;
  readonly differences: readonly Difference[];
  readonly changes: MeetingConflict['changes'];
}

interface PartProps {
  readonly difference: Difference;
  readonly conflict: MeetingConflictState;
  readonly context: PartTextContext;
  readonly chosen: Side | undefined;
  readonly onChoose: (side: Side) => void;
}

/** Returns the label of the other person's version of a part: the name of its author and the time of the change. */
const useChanger = (conflict: MeetingConflictState, part: Difference['part']): string => {
  const t = useTranslate();
  const { zone, locale } = useReader();
  const change = conflict.changes.find((item) => item.part === part);
  if (change === undefined) return t('conflict.theirs');
  const at = Date.parse(change.createdOn);
  const when = { date: shortDate(dateIn(at, zone), locale), time: timeOf(at, zone, locale) };
  return t('conflict.theirsBy', { name: change.username, ...when });
};

const Part = ({ difference: { part, changedBy }, conflict, context, chosen, onChoose }: PartProps) => {
  const t = useTranslate();
  const name = useId();
  const { theirs, mine } = conflict;
  const changer = useChanger(conflict, part);
  const sides = [
    { side: 'theirs', whose: changer, text: partText(part, theirs, mine, context) },
    { side: 'mine', whose: t('conflict.mine'), text: partText(part, mine, theirs, context) },
  ] as const;
  return (
    <fieldset className={css.part}>
      <legend>
        {t(partLabels[part])}{' '}
        <span className={css.note}>{t(`conflict.changedBy${changedBy === 'both' ? 'Both' : ''}`)}</span>
      </legend>
      <div className={css.sides}>
        {sides.map(({ side, whose, text }) => (
          <label key={side} className={css.side}>
            <input
              type="radio"
              name={name}
              value={side}
              checked={chosen === side}
              onChange={() => {
                onChoose(side);
              }}
            />
            <span className={css.words}>
              <span className={css.whose}>{whose}</span>
              <ClampedText text={text === '' ? t('conflict.empty') : text} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};

interface DecisionProps {
  readonly conflict: MeetingConflictState;
  readonly teamId: string;
  readonly isSaving: boolean;
  /**
   * Called with the reader's choices. `isSaved` is false if the reader chose the other person's version of every part,
   * so that there is nothing to save.
   */
  readonly onDecided: (choices: Choices, isSaved: boolean) => void;
  readonly onClose: () => void;
}

const usePartTextContext = (teamId: string): PartTextContext => {
  const t = useTranslate();
  const { locale } = useReader();
  const { data: members = [] } = useMembers(teamId);
  const { data: channels = [] } = useChannels(teamId);
  const memberName = (id: string): string =>
    members.find((member) => member.id === id)?.name ?? t('conflict.leftMember');
  return { t, locale, channels, memberName };
};

const QuickChoices = ({ onChoose }: { readonly onChoose: (side: Side) => void }) => {
  const t = useTranslate();
  return (
    <div className={css.quick}>
      <Button
        size="small"
        onClick={() => {
          onChoose('theirs');
        }}
      >
        {t('conflict.allTheirs')}
      </Button>
      <Button
        size="small"
        onClick={() => {
          onChoose('mine');
        }}
      >
        {t('conflict.allMine')}
      </Button>
    </div>
  );
};

/**
 * Returns the reader's choices and their setter. If another person changes the report again meanwhile, the choices are
 * reset, but the dialog stays open, so that the focus does not move.
 */
const useChoices = ({ key, differences }: MeetingConflictState): readonly [Choices, (choices: Choices) => void] => {
  const [made, setMade] = useState({ key, choices: clearChoices(differences) });
  return [
    made.key === key ? made.choices : clearChoices(differences),
    (choices) => {
      setMade({ key, choices });
    },
  ];
};

const Decision = ({ conflict, teamId, isSaving, onDecided, onClose }: DecisionProps) => {
  const t = useTranslate();
  const context = usePartTextContext(teamId);
  const { differences } = conflict;
  const [choices, setChoices] = useChoices(conflict);
  const isUndecided = differences.some(({ part }) => choices[part] === undefined);
  const isTheirs = differences.every(({ part }) => choices[part] === 'theirs');
  const openId = useId();
  return (
    <DialogBody>
      <DialogTitle>{t('conflict.title')}</DialogTitle>
      <DialogContent>
        <p className={css.lead}>{t('conflict.lead')}</p>
        <QuickChoices
          onChoose={(side) => {
            setChoices(allOf(differences, side));
          }}
        />
        <div className={css.parts}>
          {differences.map((difference) => (
            <Part
              key={difference.part}
              difference={difference}
              conflict={conflict}
              context={context}
              chosen={choices[difference.part]}
              onChoose={(side) => {
                setChoices({ ...choices, [difference.part]: side });
              }}
            />
          ))}
        </div>
        {isUndecided && (
          <p id={openId} className={css.open}>
            {t('conflict.open')}
          </p>
        )}
      </DialogContent>
      <DialogActions>
        <Button
          appearance="primary"
          disabledFocusable={isUndecided || isSaving}
          aria-describedby={isUndecided ? openId : undefined}
          onClick={() => {
            if (!isUndecided && !isSaving) onDecided(choices, !isTheirs);
          }}
        >
          {t(isTheirs ? 'conflict.take' : 'conflict.save')}
        </Button>
        <Button disabledFocusable={isSaving} onClick={onClose}>
          {t('conflict.back')}
        </Button>
      </DialogActions>
    </DialogBody>
  );
};

interface ConflictDialogProps extends DecisionProps {
  readonly isOpen: boolean;
  readonly onGone: () => void;
}

/**
 * Shows both versions of the report if another person saved first, and lets the reader choose one version of each part.
 * Nothing is saved until the reader has chosen.
 */
export const EditConflictDialog = ({ isOpen, onGone, ...decision }: ConflictDialogProps) => {
  const opening = useModal(isOpen);
  return (
    <Dialog
      key={opening}
      open={isOpen}
      modalType="alert"
      onOpenChange={(_, { open }) => {
        if (!open && !decision.isSaving) decision.onClose();
      }}
    >
      <DialogSurface className={css.surface}>
        <Decision {...decision} />
        <Leaving onGone={onGone} />
      </DialogSurface>
    </Dialog>
  );
};
