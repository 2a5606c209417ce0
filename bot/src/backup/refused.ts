/** A backup, restore or migration that was not begun, or that left everything as it was. The message is a sentence for who asked. */
export class BackupRefused extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'BackupRefused';
  }
}
