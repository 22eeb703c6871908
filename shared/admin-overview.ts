import { Type, type Static } from 'typebox'

import { EMAIL_TOPICS } from './notification-topics.ts'

const Count = Type.Integer()

const EmailFiguresSchema = Type.Object({
  /** To be sent. */
  queued: Count,
  /** ISO instant of what the oldest of them is about. */
  queuedSince: Type.Optional(Type.String()),
  /** The latest that failed too often and are not tried again. */
  setAside: Type.Array(
    Type.Object({
      id: Type.String(),
      topic: Type.Enum([...EMAIL_TOPICS]),
      /** ISO instant of what it is about. */
      at: Type.String(),
      /** In a few words. */
      reason: Type.String(),
    }),
  ),
})
export type EmailFigures = Static<typeof EmailFiguresSchema>

/** What is wrong with the server that answers, while it still serves; `/health/ready` and metrics use the same words. */
const SERVICE_PROBLEMS = [
  /** The kernel refuses what is logged. */
  'log_refused',
  /** Nobody reads the log. */
  'log_stalled',
  'disk_almost_full',
  /** Searches and lists show what was, for more than a minute. */
  'read_models_behind',
  /** Notifications have been waiting for more than ten minutes. */
  'notifications_stuck',
  /** The same for emails. */
  'emails_stuck',
  /** A scheduled job has not succeeded for more than ten minutes and twice its interval. */
  'jobs_overdue',
] as const
export type ServiceProblem = (typeof SERVICE_PROBLEMS)[number]

/** What an admin sees first. */
export const OverviewSchema = Type.Object({
  /** What waits for an admin. */
  waiting: Type.Object({
    approvals: Count,
    disputes: Count,
    reports: Count,
    /** To use an invitation with another address. */
    requests: Count,
  }),
  /** By status, without deleted accounts. */
  members: Type.Object({ active: Count, pending: Count, suspended: Count, declined: Count }),
  /** Of the active members. */
  without: Type.Object({ connection: Count, meeting: Count }),
  /** Absent where the server sends none. */
  emails: Type.Optional(EmailFiguresSchema),
  service: Type.Object({ problems: Type.Array(Type.Enum([...SERVICE_PROBLEMS])) }),
  /** The last twelve, the present one last. */
  weeks: Type.Array(
    Type.Object({
      /** Date of its Monday. Weeks are those of UTC. */
      startsOn: Type.String(),
      joined: Count,
      /** Members who used the product. */
      active: Count,
      /** Connections that were accepted, and still are. */
      connected: Count,
      /** Growth meetings held. */
      met: Count,
    }),
  ),
})
export type Overview = Static<typeof OverviewSchema>
