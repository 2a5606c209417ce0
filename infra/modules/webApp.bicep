param name string
param location string
param planId string
param identityId string
param workspaceId string
param hasStagingSlot bool

var properties = {
  serverFarmId: planId
  httpsOnly: true
  // Any instance answers anything: nothing is kept in one of them.
  clientAffinityEnabled: false
  keyVaultReferenceIdentity: identityId
  siteConfig: {
    linuxFxVersion: 'NODE|24-lts'
    appCommandLine: 'node server.js'
    // Asleep it would ask nobody.
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

// Who deploys signs in with Entra; passwords for it do not exist.
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

// What the server says about itself, and not the platform's log of addresses: download tokens stand in some of those.
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
