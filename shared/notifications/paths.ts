import { adminErrorPath, adminMemberPath, adminPath, adminReportPath } from '#shared/lib/paths/admin.ts'
import { meetingPath } from '#shared/lib/paths/meetings.ts'
import type { Subject } from '#shared/operations/notification-subject.ts'
import { paths } from '#shared/lib/paths.ts'
import { ownPrestigePath } from '#shared/lib/paths/profile.ts'
import { settingsPath } from '#shared/lib/paths/profile.ts'

/** The screen of a notification's subject. */
export const notificationPath = ({ kind, id }: Subject): string =>
  ({
    event: paths.event(id),
    meeting: meetingPath(id),
    connection: paths.connection(id),
    request: paths.connectionsTab('received'),
    introduction: paths.connections,
    asks: paths.connectionsTab('asks'),
    round: `${paths.createGrowthMeeting}?round=${id}`,
    prestige: ownPrestigePath,
    applicant: adminMemberPath(id),
    invitation: adminPath('invitations', { state: 'approval' }),
    membership: paths.dashboard,
    report: adminReportPath(id),
    ownReport: settingsPath('data'),
    warning: paths.dashboard,
    clientError: adminErrorPath(id),
    chapter: `${paths.connections}?chapter=${id}`,
    chapterPeople: `${paths.admin}?chapter=${id}`,
  })[kind]
