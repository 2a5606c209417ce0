/** Thrown if a backup, restore or migration is refused or fails. The message is a sentence for the operator. */
export class BackupRefused extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'BackupRefused';
  }
}
