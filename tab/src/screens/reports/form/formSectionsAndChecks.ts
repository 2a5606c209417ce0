import { get, set } from 'react-hook-form';
import type { FieldError, FieldErrors, FieldPath, Resolver } from 'react-hook-form';
import { ApiError } from '../../../api/client/apiClient.ts';
import { inputOf } from './formValuesAndSaveInput.ts';
import type { FormSubject, MeetingForm } from './formValuesAndSaveInput.ts';
import type { Issue } from './serverSchemaIssues.ts';

/** The fields of the form by section. A section is a step of the wizard, and a part of the page that edits a report. */
export const sections = {
  details: ['name', 'type', 'interval', 'timeBasis', 'time', 'timezone', 'weekdays', 'channelId'],
  members: ['members', 'observers'],
  questions: ['questions'],
  settings: [
    'publicBroadcastMessage',
    'isReminderEnabled',
    'firstReminderMessage',
    'secondReminderMessage',
    'reportSummaryTime',
    'blockerReminderDays',
    'blockerEscalationDays',
    'attention',
    'isReportSummaryInChat',
    'reportSummaryEmail',
  ],
} as const satisfies Readonly<Record<string, readonly (keyof MeetingForm)[]>>;
export type SectionName = keyof typeof sections;
export const sectionNames = Object.keys(sections) as readonly SectionName[];

/**
 * Returns the form's field for a path of the schema. The two differ, because the form stores an option as an object,
 * and stores a fault of a whole list in the field `root`.
 */
const fieldOf = ([first, ...rest]: Issue['path']): string => {
  if (first !== 'questions') return String(first);
  if (rest.length === 0) return 'questions.root';
  const [at, field, option] = rest;
  if (field === 'options' && option !== undefined) return `questions.${String(at)}.options.${String(option)}.text`;
  if (field === 'options') return `questions.${String(at)}.options.root`;
  // Faults of the blocking options are shown below the switch, the only place that the form has for them.
  if (field === 'blockingOptions') return `questions.${String(at)}.isBlocker`;
  return `questions.${String(at)}.${String(field)}`;
};

/** True if the message is a key of the text catalogue. Zod's own messages are English sentences. */
const isKey = (message: string): boolean => /^(?:meeting|question|invalid)\.\w+$/.test(message);

/** Splits the text into its email addresses. Their indexes are the same as in the schema's paths. */
const addressesOf = (list: string): readonly string[] =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter((text) => text !== '');

type Fault = Pick<FieldError, 'type' | 'message'> & { readonly types?: FieldError['types'] };

const faultOf = ({ path, message }: Issue, form: Pick<MeetingForm, 'reportSummaryEmail'>): Fault => {
  const fault = { type: 'schema', message: isKey(message) ? message : 'invalid.text' };
  const [field, index] = path;
  const address = typeof index === 'number' ? addressesOf(form.reportSummaryEmail)[index] : undefined;
  if (field !== 'reportSummaryEmail' || message !== 'invalid.email' || address === undefined) return fault;
  return { ...fault, message: 'form.emailInvalid', types: { email: address } };
};

export const errorsOf = (
  issues: readonly Issue[],
  form: Pick<MeetingForm, 'reportSummaryEmail'>,
): FieldErrors<MeetingForm> => {
  const errors: FieldErrors<MeetingForm> = {};
  for (const issue of issues) {
    const field = fieldOf(issue.path);
    // A field can show only one fault, so the first one is kept.
    if (get(errors, field) !== undefined) continue;
    set(errors, field, faultOf(issue, form));
  }
  return errors;
};

/**
 * Loads the schema on demand, in a chunk of its own: Zod, the library of the schema, is as large as the rest of the
 * form.
 */
export const loadSchema = () => import('./serverSchemaIssues.ts');

/** Returns the function that checks the whole form by the server's rules. It rejects if the schema cannot be loaded. */
export const resolverFor =
  (subject: FormSubject): Resolver<MeetingForm> =>
  async (form) => {
    const { issuesOf } = await loadSchema();
    const issues = issuesOf(inputOf(form, subject));
    return issues.length === 0 ? { values: form, errors: {} } : { values: {}, errors: errorsOf(issues, form) };
  };

const formFields: readonly string[] = Object.values(sections).flat();

/**
 * A field that the server refused. `field` is its path in the form; `of` is the property of the form that contains it.
 */
export interface RefusedField {
  readonly field: FieldPath<MeetingForm>;
  readonly of: keyof MeetingForm;
}

/** Returns the field of the form that the server refused; undefined if the error is not about a field of the form. */
export const refusedField = (error: unknown): RefusedField | undefined => {
  const path = error instanceof ApiError ? error.reply?.path : undefined;
  const of = path?.[0];
  if (path === undefined || typeof of !== 'string' || !formFields.includes(of)) return undefined;
  return { field: fieldOf(path) as FieldPath<MeetingForm>, of: of as keyof MeetingForm };
};
