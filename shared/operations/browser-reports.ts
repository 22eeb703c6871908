import { Type } from 'typebox'

export const BROWSER_REPORT_TYPES = ['application/reports+json', 'application/csp-report']

/** Both wire forms: the Reporting API's, and Firefox's and Safari's. */
export const BrowserReportsSchema = Type.Union([
  Type.Array(Type.Unknown(), { description: 'Reports, each `{type, body}`.' }),
  Type.Record(Type.String(), Type.Unknown(), { description: 'One report as `{"csp-report": …}`.' }),
])
