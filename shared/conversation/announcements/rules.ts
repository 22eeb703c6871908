import type { DeliveryProgress } from './schema.ts'

/** Whether delivery is still in progress. */
export const isUnderWay = ({ notifying, emails }: DeliveryProgress) =>
  notifying !== undefined || (emails?.queued ?? 0) > 0
