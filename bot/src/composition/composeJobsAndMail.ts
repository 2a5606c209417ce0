import path from 'node:path';
import { createBackupAge } from '../backup/recordBackupAndMeasureAge.ts';
import { createBackupWork } from '../backup/nightlyAndManualBackup.ts';
import type { Config } from '../startup/config.ts';
import { createAzureBlobs } from '../gateways/azureBlobs/azureBlobs.ts';
import type { MailGateway } from '../gateways/mailPort.ts';
import { createMailFolder } from '../gateways/mail/mailFolder.ts';
import { createSmtpMail } from '../gateways/mail/smtpMail.ts';
import { createWebhooks } from '../gateways/webhooks/httpsWebhooks.ts';
import { mailWithMetrics } from '../gateways/mailWithMetrics.ts';
import type { Route } from '../http/server/bindEndpointsAndRawRoutes.ts';
import { mailRoute } from '../http/routes/operations/demoMailPage.ts';
import { createDeletionJobRunner } from '../jobs/core/deletionAndNightlyJobs.ts';
import { jobSettings } from '../jobs/core/jobDepsAndSettings.ts';
import type { JobDeps } from '../jobs/core/jobDepsAndSettings.ts';
import { createAccountWork } from '../jobs/outbox/sendDueEmailsAndPurge.ts';
import { createInvoicingJob } from '../jobs/core/invoicingJob.ts';
import { createSearchIndexJob } from '../jobs/core/searchIndexJob.ts';
import { createPaymentJob } from '../jobs/core/paymentJob.ts';
import { translateFor } from '../translate.ts';
import { withConnecting } from './composeBotServicesAndRoute.ts';
import type { BotSide } from './composeBotServicesAndRoute.ts';
import type { Services } from './composeServiceDeps.ts';
import type { HostEnvironment } from './hostEnvironmentType.ts';

export interface MailSide {
  readonly mail: MailGateway;
  /** In a demo without a mail server, the route of the page that shows the emails. Otherwise empty. */
  readonly page: readonly Route[];
}

export const openMail = ({ mail, publicUrl, dataDir, isDemo }: Config): MailSide => {
  const settings = { translateFor: translateFor, publicUrl, from: mail.from };
  if (mail.smtpUrl !== null) return { mail: createSmtpMail({ ...settings, url: mail.smtpUrl }), page: [] };
  const folder = createMailFolder({ ...settings, folder: path.join(dataDir, 'mail') });
  return { mail: folder, page: isDemo ? [mailRoute({ ...settings, list: (most) => folder.list(most) })] : [] };
};

/** Returns the nightly backup if the settings name a container. */
const backupWork = ({ backup }: Config, deps: Services): Pick<JobDeps, 'backupWork'> => {
  if (backup === null) return {};
  const { store, clock, log, newId } = deps;
  return {
    backupWork: createBackupWork(
      { store, clock, log, newId, blobs: createAzureBlobs(backup) },
      jobSettings.shards[0] ?? '',
    ),
  };
};

/** Reports the age of the last backup as a metric, for a store file and for tables with a backup container. */
const watchBackups = ({ store, backup }: Config, deps: Services): void => {
  if (store.engine === 'sqlite' || backup !== null) deps.metrics.watch('backup_age_seconds', {}, createBackupAge(deps));
};

export const jobDeps = (
  config: Config,
  world: HostEnvironment,
  deps: Services,
  { side, mail }: { readonly side: BotSide; readonly mail: MailGateway },
): JobDeps => {
  watchBackups(config, deps);
  const job = { ...deps, random: Math.random, settings: jobSettings };
  return {
    ...job,
    messenger: side.messenger,
    sleep: world.sleep,
    instanceId: deps.newId(),
    ...(config.store.engine === 'tables' ? { storageAccounts: config.store.accounts.map(({ name }) => name) } : {}),
    accountWork: createAccountWork({ ...job, mail: mailWithMetrics(mail, deps.metrics), webhooks: createWebhooks() }),
    deletionWork: createDeletionJobRunner(withConnecting(deps, side)),
    searchIndexWork: createSearchIndexJob(deps),
    ...(deps.isBillingEnabled ? { paymentWork: createPaymentJob(deps) } : {}),
    monthWork: createInvoicingJob(deps),
    ...backupWork(config, deps),
  };
};
