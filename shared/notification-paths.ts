import { adminMemberPath, adminReportPath } from './admin-paths.ts'
import { meetingPath } from './meeting-paths.ts'
import type { Subject } from './notifications.ts'
import { paths } from './paths.ts'
import { ownPrestigePath } from './prestige-paths.ts'

/** Where the subject of a notification is shown. */
export const notificationPath = ({ kind, id }: Subject): string =>
  ({
    event: paths.event(id),
    meeting: meetingPath(id),
    connection: paths.connection(id),
    request: paths.connectionsTab('received'),
    introduction: paths.dashboard,
    prestige: ownPrestigePath,
    applicant: adminMemberPath(id),
    membership: paths.dashboard,
    report: adminReportPath(id),
    ownReport: paths.dashboard,
    warning: paths.dashboard,
  })[kind]
