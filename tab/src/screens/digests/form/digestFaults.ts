import { ApiError } from '../../../api/client/apiClient.ts';
import { errorText } from '../../../api/client/errorText.ts';
import type { WebTranslate } from '../../../ui/text/translate.ts';

/** A part of the form that shows the fault of its values. */
export type DigestField = 'name' | 'sections' | 'sprintAnchor' | 'recipients' | 'emails' | 'webhookUrl';

/** `field` null: the fault concerns the whole form. */
export interface DigestFault {
  readonly field: DigestField | null;
  readonly text: string;
}

const fields: Readonly<Record<string, DigestField>> = {
  ...{ name: 'name', sections: 'sections', 'schedule.sprintAnchor': 'sprintAnchor', recipients: 'recipients' },
  ...{ 'recipients.memberIds': 'recipients', 'recipients.emails': 'emails', 'recipients.webhookUrl': 'webhookUrl' },
};

/** Returns the fault that the server found, with the field that it names. */
export const digestFault = (error: unknown, t: WebTranslate): DigestFault | null => {
  if (error === null) return null;
  const path = error instanceof ApiError ? (error.reply?.path ?? []) : [];
  const names = path.filter((part) => typeof part === 'string');
  return { field: fields[names.join('.')] ?? null, text: errorText(error, t) };
};

/** Returns the fault of one field; null if there is none. */
export const faultAt = (fault: DigestFault | null, field: DigestField): string | null =>
  fault?.field === field ? fault.text : null;
