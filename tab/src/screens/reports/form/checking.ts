import { get, set } from 'react-hook-form';
import type { FieldErrors, FieldPath, Resolver } from 'react-hook-form';
import { ApiError } from '../../../api/client.ts';
import { inputOf } from './values.ts';
import type { FormSubject, MeetingForm } from './values.ts';
import type { Issue } from './schema.ts';

/** Fields by the step of the wizard, or the section of the edit form, that shows them. */
export const sections = {
  details: ['name', 'type', 'interval', 'timeBasis', 'time', 'timezone', 'weekdays', 'channelId'],
  members: ['members'],
  questions: ['questions'],
  settings: [
    'publicBroadcastMessage',
    'isReminderEnabled',
    'firstReminderMessage',
    'secondReminderMessage',
    'reportSummaryTime',
    'isReportSummaryInChat',
    'reportSummaryEmail',
  ],
} as const satisfies Readonly<Record<string, readonly (keyof MeetingForm)[]>>;
export type SectionName = keyof typeof sections;
export const sectionNames = Object.keys(sections) as readonly SectionName[];

/** Where the form shows what the schema says of a path: an option is an object here, and a list has a place of its own. */
const fieldOf = ([first, ...rest]: Issue['path']): string => {
  if (first !== 'questions') return String(first);
  if (rest.length === 0) return 'questions.root';
  const [at, field, option] = rest;
  if (field === 'options' && option !== undefined) return `questions.${String(at)}.options.${String(option)}.text`;
  if (field === 'options') return `questions.${String(at)}.options.root`;
  // All there is to say of blocking is said under the switch.
  if (field === 'blockingOptions') return `questions.${String(at)}.isBlocker`;
  return `questions.${String(at)}.${String(field)}`;
};

/** The schema names its messages by their key in the catalogue; anything else is the library's English. */
const isKey = (message: string): boolean => /^(?:meeting|question|invalid)\.\w+$/.test(message);

export const errorsOf = (issues: readonly Issue[]): FieldErrors<MeetingForm> => {
  const errors: FieldErrors<MeetingForm> = {};
  for (const { path, message } of issues) {
    const field = fieldOf(path);
    // The first thing wrong with a field is the one to say.
    if (get(errors, field) !== undefined) continue;
    set(errors, field, { type: 'schema', message: isKey(message) ? message : 'invalid.text' });
  }
  return errors;
};

/** The schema's library is as large as the rest of the form: it comes while somebody is typing the first field. */
export const loadSchema = () => import('./schema.ts');

/** Checks the whole form as the server would. Rejects when the schema cannot be fetched. */
export const resolverFor =
  (subject: FormSubject): Resolver<MeetingForm> =>
  async (form) => {
    const { issuesOf } = await loadSchema();
    const issues = issuesOf(inputOf(form, subject));
    return issues.length === 0 ? { values: form, errors: {} } : { values: {}, errors: errorsOf(issues) };
  };

const formFields: readonly string[] = Object.values(sections).flat();

/** A field of the form, and the part of the form it belongs to. */
export interface RefusedField {
  readonly field: FieldPath<MeetingForm>;
  readonly of: keyof MeetingForm;
}

/** The field a refused save is about; undefined = it is about none, or about all of it. */
export const refusedField = (error: unknown): RefusedField | undefined => {
  const path = error instanceof ApiError ? error.reply?.path : undefined;
  const of = path?.[0];
  if (path === undefined || typeof of !== 'string' || !formFields.includes(of)) return undefined;
  return { field: fieldOf(path) as FieldPath<MeetingForm>, of: of as keyof MeetingForm };
};
