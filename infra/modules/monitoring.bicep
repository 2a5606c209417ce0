param name string
param location string
param keptDays int
@description('Daily limit in GB. It stops the collection for the day, so that a fault that logs endlessly has a limited cost.')
param dailyGb int

resource workspace 'Microsoft.OperationalInsights/workspaces@2023-09-01' = {
  name: name
  location: location
  properties: {
    sku: {
      name: 'PerGB2018'
    }
    retentionInDays: keptDays
    workspaceCapping: {
      dailyQuotaGb: dailyGb
    }
  }
}

resource insights 'Microsoft.Insights/components@2020-02-02' = {
  name: name
  location: location
  kind: 'web'
  properties: {
    Application_Type: 'web'
    WorkspaceResourceId: workspace.id
    DisableIpMasking: false
  }
}

output workspaceId string = workspace.id
output insightsId string = insights.id
output connectionString string = insights.properties.ConnectionString
