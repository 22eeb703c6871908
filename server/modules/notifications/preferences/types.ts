import type { Channels, Digest } from '#shared/notifications/topics.ts'
import type { NotificationTopic } from '#shared/operations/notification-topics.ts'

/** Channels of a member for a topic, and whether its email waits for their digest. */
export interface Delivery extends Channels {
  digest?: Exclude<Digest, 'off'>
}

/** A digest of a member that is due. */
export interface DueDigest {
  /** Member id. */
  id: string
  /** ISO instant. */
  digestAt: string
}

/** Deliveries by member id. @param memberIds at most 500 */
export type DeliveriesOf = (
  topic: NotificationTopic,
  memberIds: readonly string[],
) => Promise<ReadonlyMap<string, Delivery>>
