// Alert rules: those on metrics of the platform are defined here, those on metrics of the server come from alertQueries.json.
param name string
param webAppId string
@description('Workspace that receives the metrics of the server.')
param workspaceId string
param location string
@description('Address that receives the alerts. Empty: no emails are sent; the portal lists the alerts.')
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
    description: '/readyz fails: store, heartbeat or draining. See docs/operations.md#not-ready.'
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

// Generated from alerts.json by npm run alerts, like the rules for Prometheus.
var rules = loadJsonContent('alertQueries.json')

resource measured 'Microsoft.Insights/scheduledQueryRules@2023-12-01' = [
  for rule in rules: {
    name: '${name}-${rule.name}'
    location: location
    properties: {
      description: rule.summary
      severity: rule.severity
      enabled: true
      scopes: [
        workspaceId
      ]
      evaluationFrequency: rule.every
      windowSize: rule.window
      // The table exists only after the first metric has arrived.
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
