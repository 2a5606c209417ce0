// These settings contain the app's host name, so they are set after the app is created. Site and slot have the same
// settings, because a swap keeps them.
param appName string
param settings object
param hasStagingSlot bool

resource site 'Microsoft.Web/sites@2023-12-01' existing = {
  name: appName
}

resource settingsOfSite 'Microsoft.Web/sites/config@2023-12-01' = {
  parent: site
  name: 'appsettings'
  properties: settings
}

resource staging 'Microsoft.Web/sites/slots@2023-12-01' existing = {
  parent: site
  name: 'staging'
}

resource settingsOfStaging 'Microsoft.Web/sites/slots/config@2023-12-01' = if (hasStagingSlot) {
  parent: staging
  name: 'appsettings'
  properties: settings
}
