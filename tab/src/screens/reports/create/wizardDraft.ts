import { ui } from '#contracts/core/limitsAndProductConstants.ts';
import type { SafeStorage } from '../../../api/client/safeBrowserStorage.ts';
import { restoredQuestion } from '../form/questionFormRulesAndConversion.ts';
import type { MeetingForm } from '../form/formValuesAndSaveInput.ts';

export interface Draft {
  readonly form: MeetingForm;
  readonly step: number;
  /** Idempotency key of the report: saving twice with the same key creates only one report. */
  readonly draftId: string;
}

export interface DraftPlace {
  readonly read: () => Draft | undefined;
  readonly write: (draft: Draft) => void;
  readonly drop: () => void;
}

const version = 2;
/** Time in milliseconds for which a draft is kept: one week. Older drafts are ignored. */
const keptMs = 7 * 86_400_000;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parsed = (json: string | null): unknown => {
  try {
    return JSON.parse(json ?? 'null');
  } catch {
    return undefined;
  }
};

const isOption = (value: unknown): boolean =>
  isObject(value) && typeof value['text'] === 'string' && typeof value['isBlocking'] === 'boolean';

// True if the value has the fields of a question. The type is not checked, because `restoredQuestion` replaces an
// unknown type.
const isQuestion = (value: unknown): boolean =>
  isObject(value) &&
  typeof value['id'] === 'string' &&
  typeof value['text'] === 'string' &&
  Array.isArray(value['options']) &&
  value['options'].every(isOption) &&
  typeof value['isBlocker'] === 'boolean' &&
  typeof value['isTimesheetQuestion'] === 'boolean';

const isText = (value: unknown): boolean => typeof value === 'string';
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isNumber = (value: unknown): boolean => value === null || typeof value === 'number';
const oneOf =
  (...values: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === 'string' && values.includes(value);
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

// Checks each field of a stored draft, because another version of the app may have stored it, or a person may have
// changed it in the browser's storage.
const checks: Readonly<Record<keyof MeetingForm, (value: unknown) => boolean>> = {
  name: isText,
  type: oneOf('STANDUP', 'RETRO'),
  interval: oneOf('WEEK', 'ALTWEEK', 'MONTH'),
  timeBasis: oneOf('MEETING', 'MEMBER'),
  time: isNumber,
  timezone: isText,
  weekdays: isTexts,
  channelId: (value) => value === null || isText(value),
  members: isTexts,
  observers: isTexts,
  attention: (value) => value === undefined || isObject(value),
  questions: (value) => Array.isArray(value) && value.every(isQuestion),
  publicBroadcastMessage: isText,
  isReminderEnabled: isFlag,
  firstReminderMessage: isText,
  secondReminderMessage: isText,
  reportSummaryTime: isNumber,
  blockerReminderDays: isNumber,
  blockerEscalationDays: isNumber,
  isReportSummaryInChat: isFlag,
  reportSummaryEmail: isText,
};

const addedFields = {
  observers: [],
  blockerReminderDays: ui.blockerReminderDays,
  blockerEscalationDays: ui.blockerEscalationDays,
};

const isForm = (value: unknown): value is MeetingForm =>
  isObject(value) && Object.entries(checks).every(([name, check]) => check(value[name]));

/**
 * Returns functions that read, write and delete the draft that one person has for one team, in `storage`. `now` returns
 * epoch milliseconds.
 */
export const draftPlace = (storage: SafeStorage, owner: string, teamId: string, now: () => number): DraftPlace => {
  const key = `reportDraft.${owner}.${teamId}`;
  return {
    read: () => {
      const value = parsed(storage.get(key));
      if (!isObject(value) || value['v'] !== version) return undefined;
      const { savedAt, step, draftId } = value;
      // Drafts of an earlier release of the app lack some fields, which get their defaults.
      const form = isObject(value['form']) ? { ...addedFields, ...value['form'] } : undefined;
      if (typeof savedAt !== 'number' || now() - savedAt > keptMs) return undefined;
      if (!isForm(form) || typeof draftId !== 'string') return undefined;
      const questions = form.questions.map(restoredQuestion);
      return { form: { ...form, questions }, draftId, step: typeof step === 'number' ? step : 0 };
    },
    write: (draft) => {
      storage.set(key, JSON.stringify({ v: version, savedAt: now(), ...draft }));
    },
    drop: () => {
      storage.remove(key);
    },
  };
};
