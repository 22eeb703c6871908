import { MINUTE } from '#shared/lib/durations.ts'
import type { SeenRequest } from '#shared/operations/error-groups.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'

import { personOf } from './person.ts'

/** Each takes about 200 bytes. */
const MAX_REQUESTS = 10_000

interface PastRequest {
  id: string
  /** Epoch milliseconds of the answer. */
  at: number
  member: string
  method: string
  route: string
  status: number
}

export type RequestHistory = ReturnType<typeof createRequestHistory>

/**
 * The latest requests of members to this process, in memory: the context of an error in a member's other requests.
 * Another replica has its own, and a restart clears it; the log has all.
 */
export function createRequestHistory({
  clock,
  keyedHash,
}: {
  clock: Clock
  keyedHash: (text: string) => string
}) {
  const ring: PastRequest[] = []
  let next = 0

  /** Latest first. */
  function* backwards() {
    for (let back = 1; back <= ring.length; back++) yield ring[(next - back + ring.length) % ring.length]!
  }

  function around(instant: string, isTheirs: (member: string) => boolean): SeenRequest[] {
    const at = Date.parse(instant)
    const found: SeenRequest[] = []
    for (const { at: answered, member, ...request } of backwards()) {
      if (answered < at - MINUTE) break
      if (answered <= at + MINUTE && isTheirs(member)) found.push({ ...request, at: isoInstant(answered) })
    }
    return found.toReversed()
  }

  return {
    record(request: Omit<PastRequest, 'at'>) {
      ring[next] = { ...request, at: clock() }
      next = (next + 1) % MAX_REQUESTS
    },
    /** Requests from a minute before `instant` to a minute after, in the order of their answers. */
    ofMember: (memberId: string, instant: string) => around(instant, (member) => member === memberId),
    /** The same for the anonymous id in samples. */
    ofPerson(person: string, instant: string) {
      const known = new Map<string, string>()
      return around(instant, (member) => {
        const name = known.get(member) ?? personOf(member, keyedHash)
        known.set(member, name)
        return name === person
      })
    },
  }
}
