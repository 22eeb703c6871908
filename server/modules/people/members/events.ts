import type { BaseLogger } from 'pino'

import { createSubscribers } from '#server/lib/subscribers.ts'
import type { Transaction } from '#server/store/port.ts'

export type MemberEvents = ReturnType<typeof createMemberEvents>

/** Changes of members that other features and later modules subscribe to. */
export function createMemberEvents({ logger }: { logger: Pick<BaseLogger, 'warn'> }) {
  const membership = createSubscribers<[id: string]>()
  return {
    /** Emitted after a change of role, status or onboarding, when cached account records are stale. */
    accountChanged: createSubscribers<[id: string]>(),

    /** Emitted in the transaction of an edit. */
    timeZoneChanged: createSubscribers<[tx: Transaction, id: string, timeZone: string]>(),

    /** Emitted in the transaction of the change. */
    industryChanged: createSubscribers<[tx: Transaction, id: string, industry: string]>(),

    /** Emitted after a decision about a membership. Repeating it must change nothing. */
    membershipChanged: {
      subscribe: membership.subscribe,
      /** Best effort, not retried. Affected seats are reassigned on the next RSVP or edit. */
      emit: (id: string) =>
        membership.emit(id).catch((err: unknown) => {
          logger.warn({ err, member: id }, 'could not apply a membership change')
        }),
    },
  }
}
