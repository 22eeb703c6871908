import type { DeliveryProgress } from './announcements.ts'

/** Whether someone is still to get it. */
export const isUnderWay = ({ notifying, emails }: DeliveryProgress) =>
  notifying !== undefined || (emails?.queued ?? 0) > 0
