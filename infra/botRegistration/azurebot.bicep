// Azure no longer accepts registrations for several tenants. Other tenants can still install the app if they trust it.
param name string
param displayName string
param skuName string
param host string
param identityId string
param identityClientId string
param identityTenantId string

resource bot 'Microsoft.BotService/botServices@2022-09-15' = {
  name: name
  location: 'global'
  kind: 'azurebot'
  sku: {
    name: skuName
  }
  properties: {
    displayName: displayName
    endpoint: 'https://${host}/api/messages'
    msaAppId: identityClientId
    msaAppTenantId: identityTenantId
    msaAppMSIResourceId: identityId
    msaAppType: 'UserAssignedMSI'
  }
}

resource teams 'Microsoft.BotService/botServices/channels@2022-09-15' = {
  parent: bot
  name: 'MsTeamsChannel'
  location: 'global'
  properties: {
    channelName: 'MsTeamsChannel'
  }
}
