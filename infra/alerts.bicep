// What wakes somebody. What the platform sees stands here; what the server measures of itself comes from its metrics.
param name string
param webAppId string
@description('Where the server\'s measures arrive.')
param workspaceId string
param location string
@description('Empty = nobody is written to; the alerts stand in the portal.')
param email string

resource people 'Microsoft.Insights/actionGroups@2023-01-01' = if (!empty(email)) {
  name: name
  location: 'global'
  properties: {
    groupShortName: 'rollcall'
    enabled: true
    emailReceivers: [
      {
        name: 'operator'
        emailAddress: email
        useCommonAlertSchema: true
      }
    ]
  }
}

var actions = empty(email)
  ? []
  : [
      {
        actionGroupId: people.id
      }
    ]

resource notReady 'Microsoft.Insights/metricAlerts@2018-03-01' = {
  name: '${name}-unhealthy'
  location: 'global'
  properties: {
    description: '/readyz fails: store, heartbeat or draining. docs/operations.md says what to do.'
    severity: 1
    enabled: true
    scopes: [
      webAppId
    ]
    evaluationFrequency: 'PT1M'
    windowSize: 'PT5M'
    criteria: {
      'odata.type': 'Microsoft.Azure.Monitor.SingleResourceMultipleMetricCriteria'
      allOf: [
        {
          name: 'health'
          criterionType: 'StaticThresholdCriterion'
          metricNamespace: 'Microsoft.Web/sites'
          metricName: 'HealthCheckStatus'
          operator: 'LessThan'
          threshold: 100
          timeAggregation: 'Average'
        }
      ]
    }
    actions: actions
  }
}

// Made from alerts.json by npm run alerts, as the rules for Prometheus are.
var rules = loadJsonContent('alertQueries.json')

resource measured 'Microsoft.Insights/scheduledQueryRules@2023-12-01' = [
  for rule in rules: {
    name: '${name}-${rule.name}'
    location: location
    properties: {
      description: rule.says
      severity: rule.severity
      enabled: true
      scopes: [
        workspaceId
      ]
      evaluationFrequency: rule.every
      windowSize: rule.window
      // The table is there only once something has arrived.
      skipQueryValidation: true
      autoMitigate: true
      criteria: {
        allOf: [
          {
            query: rule.query
            timeAggregation: 'Count'
            operator: 'GreaterThan'
            threshold: 0
            failingPeriods: {
              numberOfEvaluationPeriods: 1
              minFailingPeriodsToAlert: 1
            }
          }
        ]
      }
      actions: {
        actionGroups: empty(email)
          ? []
          : [
              people.id
            ]
      }
    }
  }
]
