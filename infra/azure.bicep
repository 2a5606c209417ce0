// All Azure resources of Rollcall: one server for tab, API and bot, with its store, backups, secrets, mail and
// monitoring.
targetScope = 'resourceGroup'

@minLength(4)
@maxLength(16)
@description('Prefix of every name: lower-case letters and digits.')
param resourceBaseName string

@allowed(['small', 'large'])
@description('Size of all resources: sizes/small.json or sizes/large.json.')
param size string

@description('App registration of the sign-in.')
param entraClientId string

@secure()
param entraClientSecret string

@description('Authority that verifies Microsoft accounts: https://login.microsoftonline.com/ and the id of a tenant.')
param entraAuthority string

@secure()
@description('Signs sessions, codes and cards: 32 bytes or more. npm run new-secret generates one.')
param sessionSecret string

@description('Stores three copies in three zones and runs instances in several zones. Requires a region with zones.')
param zoneRedundant bool = size == 'large'

@description('A staging slot, in which a new version starts before it is swapped in.')
param stagingSlot bool = size == 'large'

@description('A domain of your own that points to the app. Empty: the domain that Azure assigns.')
param publicHost string = ''

@secure()
@description('smtp://user:password@host:587. Empty: Azure Communication Services, created by this template.')
param smtpUrl string = ''

@description('Sender of emails. Required with smtpUrl.')
param mailFrom string = ''

@description('Location in which Azure Communication Services stores emails.')
param mailDataLocation string = 'Europe'

@description('Address that receives the alerts. Empty: no emails are sent; the portal lists the alerts.')
param alertEmail string = ''

@description('Payment instructions on invoices: bank, IBAN, reference; a | separates the lines. May be empty only if moreSettings sets PAYMENT_PROVIDER to stripe or BILLING_ENABLED to false.')
param invoicePaymentDetails string

@description('Names of further storage accounts for organisations, such as east: at most 20 lower-case letters, digits and -. An account with organisations must stay in the list.')
param furtherAccounts array = []

@description('Shares of new organisations by account, such as main=1,east=3. Empty: all go to the main account.')
param accountShares string = ''

@description('Further settings of .env.example by name, such as SUPERADMINS or SUPPORT_URL.')
param moreSettings object = {}

param location string = resourceGroup().location

var chosen = size == 'large' ? loadJsonContent('sizes/large.json') : loadJsonContent('sizes/small.json')
// Names of storage accounts, vaults and web apps must be unique in all of Azure.
var unique = uniqueString(resourceGroup().id, resourceBaseName)
var globalName = '${resourceBaseName}${take(unique, 6)}'
var usesAzureMail = empty(smtpUrl)

module identity 'modules/identity.bicep' = {
  name: 'identity'
  params: {
    name: resourceBaseName
    location: location
  }
}

module monitoring 'modules/monitoring.bicep' = {
  name: 'monitoring'
  params: {
    name: resourceBaseName
    location: location
    keptDays: chosen.logKeptDays
    dailyGb: chosen.logDailyGb
  }
}

module storage 'modules/storage.bicep' = {
  name: 'storage'
  params: {
    name: '${globalName}t'
    location: location
    skuName: zoneRedundant ? chosen.zoneRedundantTableSku : chosen.tableSku
    principalId: identity.outputs.principalId
  }
}

module furtherStorage 'modules/storage.bicep' = [
  for account in furtherAccounts: {
    name: 'storage-${account}'
    params: {
      name: '${take(resourceBaseName, 11)}${uniqueString(resourceGroup().id, resourceBaseName, account)}'
      location: location
      skuName: zoneRedundant ? chosen.zoneRedundantTableSku : chosen.tableSku
      principalId: identity.outputs.principalId
    }
  }
]

// The addresses follow from the names, because Bicep cannot join the outputs of a module list.
var furtherAddresses = map(
  furtherAccounts,
  account => '${account}=https://${take(resourceBaseName, 11)}${uniqueString(resourceGroup().id, resourceBaseName, account)}.table.${environment().suffixes.storage}'
)

module backups 'modules/backups.bicep' = {
  name: 'backups'
  params: {
    name: '${globalName}b'
    location: location
    skuName: chosen.backupSku
    principalId: identity.outputs.principalId
    keptDays: chosen.backupKeptDays
    lockedDays: chosen.backupLockedDays
  }
}

module mail 'modules/mail.bicep' = if (usesAzureMail) {
  name: 'mail'
  params: {
    name: globalName
    dataLocation: mailDataLocation
  }
}

var azureSmtpUrl = usesAzureMail
  ? 'smtp://${mail.outputs.serviceName}.${entraClientId}.${tenant().tenantId}:${uriComponent(entraClientSecret)}@smtp.azurecomm.net:587'
  : ''

module vault 'modules/vault.bicep' = {
  name: 'vault'
  params: {
    name: take('${resourceBaseName}-${unique}', 24)
    location: location
    principalId: identity.outputs.principalId
    hasPurgeProtection: chosen.hasPurgeProtection
    sessionSecret: sessionSecret
    entraClientSecret: entraClientSecret
    smtpUrl: usesAzureMail ? azureSmtpUrl : smtpUrl
  }
}

module plan 'modules/plan.bicep' = {
  name: 'plan'
  params: {
    name: resourceBaseName
    location: location
    skuName: chosen.planSku
    instances: chosen.instances
    maxInstances: chosen.maxInstances
    zoneRedundant: zoneRedundant
  }
}

module webApp 'modules/webApp.bicep' = {
  name: 'webApp'
  params: {
    name: globalName
    location: location
    planId: plan.outputs.id
    identityId: identity.outputs.id
    workspaceId: monitoring.outputs.workspaceId
    hasStagingSlot: stagingSlot
  }
}

var host = empty(publicHost) ? webApp.outputs.hostName : publicHost

var ownSettings = {
  NODE_ENV: 'production'
  PUBLIC_URL: 'https://${host}'
  STORE: 'tables'
  TABLES_URL: storage.outputs.tablesUrl
  TABLES_ACCOUNTS: join(furtherAddresses, ',')
  TABLES_SHARES: accountShares
  BACKUP_URL: backups.outputs.containerUrl
  TRUST_PROXY: '1'
  SESSION_SECRET: vault.outputs.sessionSecretReference
  MicrosoftAppId: identity.outputs.clientId
  MicrosoftAppType: 'UserAssignedMSI'
  MicrosoftAppTenantId: identity.outputs.tenantId
  ENTRA_CLIENT_ID: entraClientId
  ENTRA_CLIENT_SECRET: vault.outputs.entraClientSecretReference
  ENTRA_AUTHORITY: entraAuthority
  SMTP_URL: vault.outputs.smtpUrlReference
  MAIL_FROM: usesAzureMail ? mail.outputs.sender : mailFrom
  INVOICE_PAYMENT_DETAILS: invoicePaymentDetails
  APPLICATIONINSIGHTS_CONNECTION_STRING: monitoring.outputs.connectionString
}

// The platform and the Azure libraries read these settings. The server itself does not.
var platformSettings = {
  AZURE_CLIENT_ID: identity.outputs.clientId
  WEBSITE_RUN_FROM_PACKAGE: '1'
  SCM_DO_BUILD_DURING_DEPLOYMENT: 'false'
}

module alerts 'alerts.bicep' = {
  name: 'alerts'
  params: {
    name: resourceBaseName
    webAppId: webApp.outputs.id
    workspaceId: monitoring.outputs.workspaceId
    location: location
    email: alertEmail
  }
}

module settings 'modules/settings.bicep' = {
  name: 'settings'
  params: {
    appName: webApp.outputs.name
    settings: union(ownSettings, moreSettings, platformSettings)
    hasStagingSlot: stagingSlot
  }
  dependsOn: [
    furtherStorage
  ]
}

module bot 'botRegistration/azurebot.bicep' = {
  name: 'bot'
  params: {
    name: globalName
    displayName: 'Rollcall'
    skuName: chosen.botSku
    host: host
    identityId: identity.outputs.id
    identityClientId: identity.outputs.clientId
    identityTenantId: identity.outputs.tenantId
  }
}

// The Toolkit writes these outputs to env/.env.{name}.
output BOT_ID string = identity.outputs.clientId
output BOT_TENANT_ID string = identity.outputs.tenantId
output BOT_DOMAIN string = host
output BOT_AZURE_APP_SERVICE_RESOURCE_ID string = webApp.outputs.id
output TAB_DOMAIN string = host
output TAB_ENDPOINT string = 'https://${host}'
output TABLES_URL string = storage.outputs.tablesUrl
output KEY_VAULT_NAME string = vault.outputs.name
output MAIL_SERVICE_ID string = usesAzureMail ? mail.outputs.serviceId : 'none'
