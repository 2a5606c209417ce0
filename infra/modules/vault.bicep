param name string
param location string
param principalId string
param hasPurgeProtection bool

@secure()
param sessionSecret string
@secure()
param entraClientSecret string
@secure()
param smtpUrl string

var secretsUser = '4633458b-17de-408a-874b-0445c86b69e6'

resource vault 'Microsoft.KeyVault/vaults@2023-07-01' = {
  name: name
  location: location
  properties: {
    tenantId: tenant().tenantId
    sku: {
      family: 'A'
      name: 'standard'
    }
    enableRbacAuthorization: true
    enableSoftDelete: true
    softDeleteRetentionInDays: 7
    // Left out instead of false, because Azure does not accept false. Once purge protection is on, Azure cannot turn it
    // off.
    enablePurgeProtection: hasPurgeProtection ? true : null
  }
}

resource session 'Microsoft.KeyVault/vaults/secrets@2023-07-01' = {
  parent: vault
  name: 'session-secret'
  properties: {
    value: sessionSecret
  }
}

resource entra 'Microsoft.KeyVault/vaults/secrets@2023-07-01' = {
  parent: vault
  name: 'entra-client-secret'
  properties: {
    value: entraClientSecret
  }
}

resource smtp 'Microsoft.KeyVault/vaults/secrets@2023-07-01' = {
  parent: vault
  name: 'smtp-url'
  properties: {
    value: smtpUrl
  }
}

resource access 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(vault.id, principalId, secretsUser)
  scope: vault
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', secretsUser)
    principalId: principalId
    principalType: 'ServicePrincipal'
  }
}

// The reference has no version, so that the server receives a changed secret within a day, or immediately after a
// restart.
output name string = vault.name
output sessionSecretReference string = '@Microsoft.KeyVault(SecretUri=${session.properties.secretUri})'
output entraClientSecretReference string = '@Microsoft.KeyVault(SecretUri=${entra.properties.secretUri})'
output smtpUrlReference string = '@Microsoft.KeyVault(SecretUri=${smtp.properties.secretUri})'
