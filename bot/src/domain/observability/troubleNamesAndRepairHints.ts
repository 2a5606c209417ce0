// Faults of an installation. /readyz returns their stable codes, and docs/operations.md explains them. If `stops` is
// true, the instance cannot work and should get no requests. If `stops` is false, a fault is imminent, or only one
// sign-in method fails.

interface Trouble {
  readonly stops: boolean;
  /** Hint for the operator, logged with the code. It is a constant, so it never contains data of a request or a row. */
  readonly mend: string;
}

export const troubles = {
  store: {
    stops: true,
    mend: 'The store does not respond in time. Check the errors of the store in the log around this line.',
  },
  'store-unreachable': {
    stops: true,
    mend: 'The table service cannot be reached. Check TABLES_URL, name resolution, private endpoints and firewall rules.',
  },
  'store-rights': {
    stops: true,
    mend: 'The table service rejects this identity. Give it the role Storage Table Data Contributor on the storage account. A new role takes up to ten minutes.',
  },
  'store-identity': {
    stops: true,
    mend: 'The server gets no token for the table service. Check that the identity is assigned to this app and that AZURE_CLIENT_ID names it.',
  },
  'store-read-only': {
    stops: true,
    mend: 'The store file cannot be opened or written. Check owner, rights and mount of DATA_DIR.',
  },
  'disk-full': { stops: true, mend: 'The disk of DATA_DIR is full. Free some space; no restart is needed.' },
  'disk-fault': {
    stops: true,
    mend: 'The disk of DATA_DIR fails to read or write. Check the disk. If its data is lost, restore a backup.',
  },
  'store-removed': {
    stops: true,
    mend: 'The store files were removed or replaced while the server was running. Restart the server.',
  },
  'store-damaged': { stops: true, mend: 'The store file is damaged. Stop the server and restore a backup.' },
  'store-busy': { stops: true, mend: 'Another process locks the store file. End that process.' },
  'store-newer': {
    stops: true,
    mend: 'The store was written by a newer version. Start that version, or restore a backup made before the upgrade.',
  },
  'store-unfinished': {
    stops: true,
    mend: 'A restore or a migration into this store did not finish. Run it again until it finishes.',
  },
  heartbeat: {
    stops: true,
    mend: 'No heartbeat has completed for 15 s. Look for due.failed and clock.wrong in the log, and check that the machine has processor time.',
  },
  draining: { stops: true, mend: 'The server is stopping.' },
  clock: {
    stops: true,
    mend: 'The clock of this machine is off by more than 10 minutes, or by more than 90 s from the table service. Turn time synchronisation on.',
  },
  'clock-drift': {
    stops: false,
    mend: 'The clock of this machine is off by more than 2 minutes. Turn time synchronisation on.',
  },
  'app-secret-expired': {
    stops: true,
    mend: 'The secret or certificate of the bot registration has expired. Create a new one, set MicrosoftAppPassword and restart.',
  },
  'app-credentials': {
    stops: true,
    mend: 'The chat service rejects the bot. Check MicrosoftAppId, MicrosoftAppType, MicrosoftAppTenantId and MicrosoftAppPassword, or the identity assigned to this app.',
  },
  'app-identity': {
    stops: true,
    mend: 'The bot gets no token. Assign the identity whose client id is MicrosoftAppId to this app. Outside Azure there are no managed identities: set MicrosoftAppType=SingleTenant.',
  },
  'sign-in-secret-expired': {
    stops: false,
    mend: 'The secret of the sign-in registration has expired, so the sign-in with Microsoft fails on the web. Create a new one, set ENTRA_CLIENT_SECRET and restart.',
  },
  'sign-in-credentials': {
    stops: false,
    mend: 'Microsoft rejects the sign-in registration. Check ENTRA_CLIENT_ID, ENTRA_CLIENT_SECRET and ENTRA_AUTHORITY.',
  },
} as const satisfies Record<string, Trouble>;

export type TroubleName = keyof typeof troubles;
export const troubleNames = Object.keys(troubles) as TroubleName[];
