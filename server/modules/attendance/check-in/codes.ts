import { CHECK_IN_CODE } from '#shared/events/rules.ts'
import { isSameSecret, shortKeyedHash } from '#server/lib/keyed-hash.ts'

const VERSION = '1'

export type CheckInCodes = ReturnType<typeof createCheckInCodes>

/** A code contains the member's id and a keyed hash of event and member, so that nothing is stored or looked up. */
export function createCheckInCodes(secret: string) {
  const proofOf = (eventId: string, memberId: string) =>
    shortKeyedHash(secret, 'check-in', VERSION, eventId, memberId)

  return {
    codeOf: (eventId: string, memberId: string) => `${VERSION}:${memberId}:${proofOf(eventId, memberId)}`,

    /** Undefined if it is not a code of this event. */
    memberOf(eventId: string, code: string): string | undefined {
      const [, memberId, proof] = CHECK_IN_CODE.exec(code) ?? []
      if (memberId === undefined || proof === undefined) return undefined
      return isSameSecret(proof, proofOf(eventId, memberId)) ? memberId : undefined
    },
  }
}
