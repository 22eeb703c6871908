import * as m from '#shared/lib/messages.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { Failure } from '#server/lib/failure.ts'
import { deleteBefore } from '#server/store/delete-before.ts'
import type { Store } from '#server/store/port.ts'

import { idempotencyKeys, KEPT_FOR } from './collection.ts'

/** Ties each idempotency key of a member to one request. Services make its repetition succeed. */
export function createIdempotencyKeys({ store, clock }: { store: Store; clock: Clock }) {
  return {
    /**
     * @param request equal for equal requests only
     * @returns whether the key is new
     * @throws Failure 422 when the key belongs to another request
     */
    claim: (id: string, request: string): Promise<boolean> =>
      store.transact(async (tx) => {
        const claimed = await tx.get(idempotencyKeys, id)
        if (!claimed) tx.create(idempotencyKeys, { id, request, at: isoInstant(clock()) })
        else if (claimed.request !== request) throw keyReused()
        return !claimed
      }),

    /** After a request that was refused, its key can be sent with another. */
    release: (id: string): Promise<void> => store.transact(async (tx) => tx.delete(idempotencyKeys, id)),

    deleteExpired: () => deleteBefore(store, idempotencyKeys, 'at', isoInstant(clock() - KEPT_FOR)),
  }
}

const keyReused = () =>
  new Failure(422, 'idempotency_key_reused', m.problemKeyReused(), { detail: m.problemKeyReusedDetail() })
