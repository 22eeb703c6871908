import { createHmac, timingSafeEqual } from 'node:crypto'

import { CHECK_IN_CODE } from '#shared/event-rules.ts'

const VERSION = '1'

/**
 * A code says whose it is, and proves with a keyed hash over event and member that we made it: nothing has to be
 * stored or looked up, and none can be made from others.
 */
export function createCheckInCodes(secret: string) {
  const proofOf = (eventId: string, memberId: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['check-in', VERSION, eventId, memberId]))
      .digest('base64url')
      .slice(0, 22)

  return {
    codeOf: (eventId: string, memberId: string) => `${VERSION}:${memberId}:${proofOf(eventId, memberId)}`,

    /** Whose code it is; undefined when it is none of this event's. */
    memberOf(eventId: string, code: string): string | undefined {
      const [, memberId, proof] = CHECK_IN_CODE.exec(code) ?? []
      if (memberId === undefined || proof === undefined) return undefined
      const isOurs = timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(eventId, memberId)))
      return isOurs ? memberId : undefined
    },
  }
}
