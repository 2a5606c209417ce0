// Sends emails by Azure Communication Services, from a domain that Azure assigns. The Entra app needs a role for this
// (docs/deploy.md).
param name string
param dataLocation string

resource emails 'Microsoft.Communication/emailServices@2023-04-01' = {
  name: '${name}-mail'
  location: 'global'
  properties: {
    dataLocation: dataLocation
  }
}

resource domain 'Microsoft.Communication/emailServices/domains@2023-04-01' = {
  parent: emails
  name: 'AzureManagedDomain'
  location: 'global'
  properties: {
    domainManagement: 'AzureManaged'
    userEngagementTracking: 'Disabled'
  }
}

resource service 'Microsoft.Communication/communicationServices@2023-04-01' = {
  name: name
  location: 'global'
  properties: {
    dataLocation: dataLocation
    linkedDomains: [
      domain.id
    ]
  }
}

output serviceName string = service.name
output serviceId string = service.id
output sender string = 'DoNotReply@${domain.properties.mailFromSenderDomain}'
