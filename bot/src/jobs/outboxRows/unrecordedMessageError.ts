import type { SentMessage } from '../../gateways/messengerPort.ts';
import type { OutboxRow } from '../../services/runs/outboxRowAndRunRef.ts';

/**
 * A message that the chat service accepted. If one row has several messages, `who` and `number` identify the message.
 */
type Accepted = SentMessage & Partial<Pick<NonNullable<OutboxRow['accepted']>, 'who' | 'number' | 'postedTo'>>;

/** Thrown if the chat service accepted a message but its record could not be written. */
export class UnrecordedError extends Error {
  readonly sent: Accepted;
  readonly isLate: boolean;
  constructor(sent: Accepted, isLate: boolean, cause: unknown) {
    super('A message was sent, and its record failed.', { cause });
    this.name = 'UnrecordedError';
    this.sent = sent;
    this.isLate = isLate;
  }
}
