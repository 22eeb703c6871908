import type { DeliveriesOf } from '#server/features/notification-preferences/types.ts'

/** Everyone is notified in the app and by email, without push, at once. */
export const deliverEverything: DeliveriesOf = async (_, memberIds) =>
  new Map(memberIds.map((id) => [id, { inApp: true, email: true, push: false }]))
