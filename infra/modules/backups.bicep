// Table Storage has neither soft delete nor backups, so the server writes a backup every night. The backups are in a separate storage
// account: faults of the store do not affect it, and backups cannot be changed or deleted while they are locked.
param name string
param location string
param skuName string
param principalId string
@description('Days for which an old version is kept.')
param keptDays int
@description('Days for which a backup cannot be changed or deleted.')
param lockedDays int

var containerName = 'backups'
var blobDataContributor = 'ba92f5b4-2d11-453d-a403-e96b0029c9fe'

resource account 'Microsoft.Storage/storageAccounts@2023-05-01' = {
  name: name
  location: location
  kind: 'StorageV2'
  sku: {
    name: skuName
  }
  properties: {
    accessTier: 'Hot'
    allowSharedKeyAccess: false
    defaultToOAuthAuthentication: true
    allowBlobPublicAccess: false
    allowCrossTenantReplication: false
    supportsHttpsTrafficOnly: true
    minimumTlsVersion: 'TLS1_2'
  }
}

resource blobs 'Microsoft.Storage/storageAccounts/blobServices@2023-05-01' = {
  parent: account
  name: 'default'
  properties: {
    isVersioningEnabled: true
    deleteRetentionPolicy: {
      enabled: true
      days: keptDays
    }
    containerDeleteRetentionPolicy: {
      enabled: true
      days: keptDays
    }
  }
}

resource container 'Microsoft.Storage/storageAccounts/blobServices/containers@2023-05-01' = {
  parent: blobs
  name: containerName
  properties: {
    publicAccess: 'None'
    immutableStorageWithVersioning: {
      enabled: true
    }
  }
}

resource lock 'Microsoft.Storage/storageAccounts/blobServices/containers/immutabilityPolicies@2023-05-01' = {
  parent: container
  name: 'default'
  properties: {
    immutabilityPeriodSinceCreationInDays: lockedDays
    allowProtectedAppendWrites: false
  }
}

resource tidying 'Microsoft.Storage/storageAccounts/managementPolicies@2023-05-01' = {
  parent: account
  name: 'default'
  dependsOn: [
    lock
  ]
  properties: {
    policy: {
      rules: [
        {
          name: 'oldBackups'
          enabled: true
          type: 'Lifecycle'
          definition: {
            filters: {
              blobTypes: [
                'blockBlob'
              ]
              prefixMatch: [
                '${containerName}/'
              ]
            }
            actions: {
              baseBlob: {
                delete: {
                  daysAfterModificationGreaterThan: keptDays
                }
              }
              version: {
                delete: {
                  daysAfterCreationGreaterThan: keptDays
                }
              }
            }
          }
        }
      ]
    }
  }
}

resource access 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(container.id, principalId, blobDataContributor)
  scope: container
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', blobDataContributor)
    principalId: principalId
    principalType: 'ServicePrincipal'
  }
}

output id string = account.id
output containerUrl string = '${account.properties.primaryEndpoints.blob}${containerName}'
