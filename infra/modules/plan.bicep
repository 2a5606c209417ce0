param name string
param location string
param skuName string
param instances int
@description('If this is larger than instances, Azure adds instances while the processors are busy and removes them afterwards.')
param maxInstances int
param zoneRedundant bool

resource plan 'Microsoft.Web/serverfarms@2023-12-01' = {
  name: name
  location: location
  kind: 'linux'
  sku: {
    name: skuName
    capacity: instances
  }
  properties: {
    reserved: true
    zoneRedundant: zoneRedundant
  }
}

resource scaling 'Microsoft.Insights/autoscalesettings@2022-10-01' = if (maxInstances > instances) {
  name: name
  location: location
  properties: {
    enabled: true
    targetResourceUri: plan.id
    profiles: [
      {
        name: 'load'
        capacity: {
          minimum: string(instances)
          maximum: string(maxInstances)
          default: string(instances)
        }
        rules: [
          {
            metricTrigger: {
              metricName: 'CpuPercentage'
              metricResourceUri: plan.id
              timeGrain: 'PT1M'
              statistic: 'Average'
              timeWindow: 'PT5M'
              timeAggregation: 'Average'
              operator: 'GreaterThan'
              threshold: 60
            }
            scaleAction: {
              direction: 'Increase'
              type: 'ChangeCount'
              value: '1'
              cooldown: 'PT5M'
            }
          }
          {
            metricTrigger: {
              metricName: 'CpuPercentage'
              metricResourceUri: plan.id
              timeGrain: 'PT1M'
              statistic: 'Average'
              timeWindow: 'PT15M'
              timeAggregation: 'Average'
              operator: 'LessThan'
              threshold: 25
            }
            scaleAction: {
              direction: 'Decrease'
              type: 'ChangeCount'
              value: '1'
              cooldown: 'PT15M'
            }
          }
        ]
      }
    ]
  }
}

output id string = plan.id
