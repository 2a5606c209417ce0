// What can be wrong with an installation, in stable words that /readyz says and docs/operations.md explains. `stops`: the instance
// cannot do its work and should be given none; otherwise something is about to go wrong, or one way in is shut.

interface Trouble {
  readonly stops: boolean;
  /** What the log says beside it, to whoever runs this. Constant: nothing of a request or a row is ever in it. */
  readonly mend: string;
}

export const troubles = {
  store: { stops: true, mend: 'The store does not answer in time. Look for store errors in the log around this line.' },
  'store-unreachable': {
    stops: true,
    mend: 'The table service cannot be reached. Check TABLES_URL, name resolution, private endpoints and firewall rules.',
  },
  'store-rights': {
    stops: true,
    mend: 'The table service refuses this identity. Give it the role Storage Table Data Contributor on the storage account; new roles take some minutes.',
  },
  'store-identity': {
    stops: true,
    mend: 'No token for the table service. Check that the identity is assigned to this app and that AZURE_CLIENT_ID names it.',
  },
  'store-read-only': {
    stops: true,
    mend: 'The store file cannot be opened or written. Check owner, rights and mount of DATA_DIR.',
  },
  'disk-full': { stops: true, mend: 'The disk of DATA_DIR is full. Make room; nothing has to be restarted.' },
  'disk-fault': {
    stops: true,
    mend: 'The disk of DATA_DIR fails to read or write. Check the disk; restore a backup if it is lost.',
  },
  'store-removed': {
    stops: true,
    mend: 'The store files were removed or replaced under the running server. Restart it.',
  },
  'store-damaged': { stops: true, mend: 'The store file is damaged. Stop the server and restore a backup.' },
  'store-busy': { stops: true, mend: 'Another process holds the store file. End whatever else has it open.' },
  'store-newer': {
    stops: true,
    mend: 'The store was written by a newer version. Start that version, or restore a backup made before the upgrade.',
  },
  'store-unfinished': {
    stops: true,
    mend: 'A restore or a migration into this store did not finish. Run it again to its end.',
  },
  heartbeat: {
    stops: true,
    mend: 'No complete beat for 15 s. Look for due.failed and clock.wrong in the log; a machine without processor time looks the same.',
  },
  draining: { stops: true, mend: 'It is being stopped.' },
  clock: {
    stops: true,
    mend: 'The clock of this machine is off by more than 10 minutes, or by more than 90 s from the table service. Switch time synchronisation on.',
  },
  'clock-drift': {
    stops: false,
    mend: 'The clock of this machine is off by more than 2 minutes. Switch time synchronisation on.',
  },
  'app-secret-expired': {
    stops: true,
    mend: 'The secret or certificate of the bot registration has run out. Make a new one, set MicrosoftAppPassword, restart.',
  },
  'app-credentials': {
    stops: true,
    mend: 'The chat service refuses the bot. Check MicrosoftAppId, MicrosoftAppType, MicrosoftAppTenantId and MicrosoftAppPassword, or the identity assigned to this app.',
  },
  'app-identity': {
    stops: true,
    mend: 'No token for the bot. Assign the identity whose client id is MicrosoftAppId to this app; outside Azure there is none, so set MicrosoftAppType=SingleTenant there.',
  },
  'sign-in-secret-expired': {
    stops: false,
    mend: 'The secret of the sign-in registration has run out: nobody signs in with Microsoft on the web. Make a new one, set ENTRA_CLIENT_SECRET, restart.',
  },
  'sign-in-credentials': {
    stops: false,
    mend: 'Microsoft refuses the sign-in registration. Check ENTRA_CLIENT_ID, ENTRA_CLIENT_SECRET and ENTRA_AUTHORITY.',
  },
} as const satisfies Record<string, Trouble>;

export type TroubleName = keyof typeof troubles;
export const troubleNames = Object.keys(troubles) as TroubleName[];
