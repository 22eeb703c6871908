import { Type, type Static } from 'typebox'

import { EmailFiguresSchema } from '#shared/notifications/email-figures.ts'

const Count = Type.Integer()

/** Problems of the answering server while it still serves; `/health/ready` and metrics use the same names. */
export const SERVICE_PROBLEMS = [
  /** The kernel refuses log lines. */
  'log_refused',
  /** The log is not being read. */
  'log_stalled',
  'disk_almost_full',
  /** Searches and lists have been outdated for more than a minute. */
  'read_models_behind',
  /** The clock of the machine is more than ten seconds off, compared with the store's. */
  'clock_wrong',
  /** Notifications have been waiting for more than ten minutes. */
  'notifications_stuck',
  /** Emails have been waiting for more than ten minutes. */
  'emails_stuck',
  /** A scheduled job has not succeeded for more than ten minutes and twice its interval. */
  'jobs_overdue',
] as const
export type ServiceProblem = (typeof SERVICE_PROBLEMS)[number]

/** Counts of things that need an admin's decision. */
export const AdminTasksSchema = Type.Object({
  approvals: Count,
  disputes: Count,
  reports: Count,
  /** Requests to use an invitation with another address. */
  requests: Count,
  /** Proposals to start a chapter. */
  proposals: Type.Optional(Count),
})
export type AdminTasks = Static<typeof AdminTasksSchema>

/** Figures of the admins' start page. */
export const OverviewSchema = Type.Object({
  /** Counts by status, without deleted accounts. */
  members: Type.Object({ active: Count, pending: Count, suspended: Count, declined: Count }),
  /** Counts among the active members. */
  without: Type.Object({ connection: Count, meeting: Count }),
  /** Undefined when the server sends no emails. */
  emails: Type.Optional(EmailFiguresSchema),
  service: Type.Object({ problems: Type.Array(Type.Enum([...SERVICE_PROBLEMS])) }),
  /** The last twelve weeks, the current one last. */
  weeks: Type.Array(
    Type.Object({
      /** Date of its Monday. Weeks are those of UTC. */
      startsOn: Type.String(),
      joined: Count,
      /** Members who used the product. */
      active: Count,
      /** Connections that were accepted and still exist. */
      connected: Count,
      /** Growth meetings held. */
      met: Count,
    }),
  ),
})
export type Overview = Static<typeof OverviewSchema>
