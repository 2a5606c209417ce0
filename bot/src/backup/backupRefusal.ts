/** A backup, restore or migration that was refused or that changed nothing. The message is a sentence for the operator. */
export class BackupRefused extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'BackupRefused';
  }
}
