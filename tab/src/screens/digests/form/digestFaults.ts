import { ApiError } from '../../../api/client/apiClient.ts';
import { errorText } from '../../../api/client/errorText.ts';
import type { DigestInput } from '../../../api/digests/digestQueriesAndMutations.ts';
import type { WebTranslate } from '../../../ui/text/translate.ts';

/** The parts of the form that can show a fault of their values. */
export type DigestField = 'name' | 'sections' | 'sprintAnchor' | 'recipients' | 'emails' | 'webhookUrl';

/** A fault that the server found. `field` null = it concerns the whole form. */
export interface DigestFault {
  readonly field: DigestField | null;
  readonly text: string;
}

const fields: Readonly<Record<string, DigestField>> = {
  ...{ name: 'name', sections: 'sections', 'schedule.sprintAnchor': 'sprintAnchor', recipients: 'recipients' },
  ...{ 'recipients.memberIds': 'recipients', 'recipients.emails': 'emails', 'recipients.webhookUrl': 'webhookUrl' },
  'recipients.channelId': 'recipients',
};

/**
 * Returns the fault that the server found in the values `sent`, with the field that the server names; null = there is
 * no error.
 */
export const digestFault = (error: unknown, sent: DigestInput | undefined, t: WebTranslate): DigestFault | null => {
  if (error === null) return null;
  const path = error instanceof ApiError ? (error.reply?.path ?? []) : [];
  const field = fields[path.filter((part) => typeof part === 'string').join('.')] ?? null;
  // The field can contain several addresses, so the text names the invalid one.
  const email = field === 'emails' ? sent?.recipients.emails?.[Number(path.at(-1))] : undefined;
  return { field, text: email === undefined ? errorText(error, t) : t('digests.emailInvalid', { email }) };
};

/** Returns the fault of one field; null if there is none. */
export const faultAt = (fault: DigestFault | null, field: DigestField): string | null =>
  fault?.field === field ? fault.text : null;
