import type { Spelling } from '../../rowCodec.ts';
import { kindFromStored, recipientFromStored, storedKind, storedRecipient } from './messageKindsAndRecipients.ts';

// Converts the kinds and recipients of messages between code and rows. A value of an unexpected type is not converted, so that
// the schema rejects it.

const respelled =
  (replace: (text: string) => string) =>
  (value: unknown): unknown =>
    typeof value === 'string' ? replace(value) : value;

const hasKind = (ref: unknown): ref is { readonly kind: string } =>
  typeof ref === 'object' && ref !== null && 'kind' in ref && typeof ref.kind === 'string';

const respelledList =
  (replace: (text: string) => string) =>
  (list: unknown): unknown =>
    Array.isArray(list) ? list.map((ref: unknown) => (hasKind(ref) ? { ...ref, kind: replace(ref.kind) } : ref)) : list;

const respelledAccepted =
  (replace: (text: string) => string) =>
  (accepted: unknown): unknown =>
    typeof accepted === 'object' && accepted !== null && 'sharedWith' in accepted
      ? { ...accepted, sharedWith: respelledList(replace)(accepted.sharedWith) }
      : accepted;

export const kindSpelling: Spelling = { toStored: storedKind, fromStored: respelled(kindFromStored) };
export const recipientSpelling: Spelling = { toStored: storedRecipient, fromStored: respelled(recipientFromStored) };
export const reminderListSpelling: Spelling = {
  toStored: respelledList(storedKind),
  fromStored: respelledList(kindFromStored),
};
export const acceptedSpelling: Spelling = {
  toStored: respelledAccepted(storedKind),
  fromStored: respelledAccepted(kindFromStored),
};
