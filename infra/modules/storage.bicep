// The store. Only the identity of the server has access. Shared keys are off, so that none can leak.
param name string
param location string
param skuName string
param principalId string

var tableDataContributor = '0a9a7e1f-b9d0-4cc4-a60d-0319b160aaa3'
var tableNames = [
  'Dir'
  'Accounts'
  'Org'
  'Team'
  'Usage'
  'Due'
  'Outbox'
  'Sys'
]

resource account 'Microsoft.Storage/storageAccounts@2023-05-01' = {
  name: name
  location: location
  kind: 'StorageV2'
  sku: {
    name: skuName
  }
  properties: {
    allowSharedKeyAccess: false
    defaultToOAuthAuthentication: true
    allowBlobPublicAccess: false
    allowCrossTenantReplication: false
    supportsHttpsTrafficOnly: true
    minimumTlsVersion: 'TLS1_2'
  }
}

resource tableService 'Microsoft.Storage/storageAccounts/tableServices@2023-05-01' = {
  parent: account
  name: 'default'
}

resource tables 'Microsoft.Storage/storageAccounts/tableServices/tables@2023-05-01' = [
  for tableName in tableNames: {
    parent: tableService
    name: tableName
  }
]

resource access 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(account.id, principalId, tableDataContributor)
  scope: account
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', tableDataContributor)
    principalId: principalId
    principalType: 'ServicePrincipal'
  }
}

output id string = account.id
output tablesUrl string = account.properties.primaryEndpoints.table
