import { adminErrorPath, adminMemberPath, adminPath, adminReportPath } from './admin-paths.ts'
import { meetingPath } from './meeting-paths.ts'
import type { Subject } from './notifications.ts'
import { paths } from './paths.ts'
import { ownPrestigePath } from './prestige-paths.ts'
import { settingsPath } from './settings-paths.ts'

/** Where the subject of a notification is shown. */
export const notificationPath = ({ kind, id }: Subject): string =>
  ({
    event: paths.event(id),
    meeting: meetingPath(id),
    connection: paths.connection(id),
    request: paths.connectionsTab('received'),
    introduction: paths.connections,
    prestige: ownPrestigePath,
    applicant: adminMemberPath(id),
    invitation: adminPath('invitations', { state: 'consent' }),
    membership: paths.dashboard,
    report: adminReportPath(id),
    ownReport: settingsPath('data'),
    warning: paths.dashboard,
    clientError: adminErrorPath(id),
  })[kind]
