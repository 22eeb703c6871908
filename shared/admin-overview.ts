import { Type, type Static } from 'typebox'

const Count = Type.Integer()

/** What an admin sees first. */
export const OverviewSchema = Type.Object({
  /** What waits for an admin. */
  waiting: Type.Object({ approvals: Count, disputes: Count, reports: Count }),
  /** By status, without deleted accounts. */
  members: Type.Object({ active: Count, pending: Count, suspended: Count, declined: Count }),
  /** Of the active members. */
  without: Type.Object({ connection: Count, meeting: Count }),
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
