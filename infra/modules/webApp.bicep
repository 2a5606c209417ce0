param name string
param location string
param planId string
param identityId string
param workspaceId string
param hasStagingSlot bool

var properties = {
  serverFarmId: planId
  httpsOnly: true
  // Every instance can answer every request, because no instance keeps state.
  clientAffinityEnabled: false
  keyVaultReferenceIdentity: identityId
  siteConfig: {
    linuxFxVersion: 'NODE|24-lts'
    appCommandLine: 'node server.js'
    // A sleeping app would send no prompts.
    alwaysOn: true
    healthCheckPath: '/readyz'
    http20Enabled: true
    ftpsState: 'Disabled'
    minTlsVersion: '1.2'
    scmMinTlsVersion: '1.2'
  }
}

resource site 'Microsoft.Web/sites@2023-12-01' = {
  name: name
  location: location
  kind: 'app,linux'
  identity: {
    type: 'UserAssigned'
    userAssignedIdentities: {
      '${identityId}': {}
    }
  }
  properties: properties
}

resource staging 'Microsoft.Web/sites/slots@2023-12-01' = if (hasStagingSlot) {
  parent: site
  name: 'staging'
  location: location
  kind: 'app,linux'
  identity: {
    type: 'UserAssigned'
    userAssignedIdentities: {
      '${identityId}': {}
    }
  }
  properties: properties
}

// Deployments use a sign-in with Entra; deployment passwords are off.
resource noFtpPassword 'Microsoft.Web/sites/basicPublishingCredentialsPolicies@2023-12-01' = {
  parent: site
  name: 'ftp'
  properties: {
    allow: false
  }
}

resource noDeployPassword 'Microsoft.Web/sites/basicPublishingCredentialsPolicies@2023-12-01' = {
  parent: site
  name: 'scm'
  properties: {
    allow: false
  }
}

// Only the output of the server is logged. The access log of the platform stays off, because some addresses contain
// download tokens.
resource logs 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  name: 'logs'
  scope: site
  properties: {
    workspaceId: workspaceId
    logs: [
      {
        category: 'AppServiceConsoleLogs'
        enabled: true
      }
      {
        category: 'AppServicePlatformLogs'
        enabled: true
      }
    ]
  }
}

output id string = site.id
output name string = site.name
output hostName string = site.properties.defaultHostName
