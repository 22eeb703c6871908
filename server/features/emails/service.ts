import type { BaseLogger } from 'pino'

import { NOTIFICATION_LIFETIME } from '#shared/notification-topics.ts'
import type { Identity } from '#server/identity/port.ts'
import { allOf, eachOf } from '#server/lib/all-of.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { deleteBefore } from '#server/lib/delete-before.ts'
import type { Mailer } from '#server/mail/port.ts'
import type { Store } from '#server/store/port.ts'

import { type EmailDocument, emails } from './collection.ts'
import { type ComposeDeps, createCompose } from './compose.ts'
import { createDigests } from './digest.ts'
import type { Refusals } from './refusals.ts'
import { createSender } from './sender.ts'

interface Deps extends ComposeDeps, Omit<Parameters<typeof createDigests>[0], 'store' | 'clock'> {
  store: Store
  newId: () => string
  log: Pick<BaseLogger, 'warn' | 'error'>
  /** Absent where this server sends no emails. */
  mailer: Mailer | undefined
  lookupUsers: Identity['lookupUsers']
  refusals: Refusals
}

/** Writes of one transaction. */
const BATCH = 200

export type EmailService = ReturnType<typeof createEmailService>

export function createEmailService(deps: Deps) {
  const { store, clock, newId, log, mailer, lookupUsers, refusals } = deps
  const { compose } = createCompose(deps)
  const sender = mailer && createSender({ store, clock, newId, log, mailer, lookupUsers, refusals, compose })

  async function remove(all: readonly EmailDocument[]) {
    for (let at = 0; at < all.length; at += BATCH) {
      const page = all.slice(at, at + BATCH)
      await store.transact(async (tx) => {
        for (const { id } of page) tx.delete(emails, id)
      })
    }
  }

  return {
    sendDue: async (): Promise<void> => sender?.sendDue(),

    bundleDigests: createDigests(deps),

    /** Those of 90 days ago. */
    deleteExpired: (): Promise<void> =>
      deleteBefore(store, emails, 'at', isoInstant(clock() - NOTIFICATION_LIFETIME)),

    /** What was sent to the member, or is to be. */
    async *exportOf(memberId: string) {
      for await (const { topic, at, state } of eachOf(store, emails, ofMember(memberId)))
        yield { topic, at, state }
    },

    /** The member's own, and what they caused that waits for others. */
    async forget(memberId: string): Promise<void> {
      await remove(await allOf(store, emails, ofMember(memberId)))
      await remove(await allOf(store, emails, { where: { actor: memberId } }))
      await refusals.forget(memberId)
    },
  }
}

const ofMember = (member: string) => ({ where: { member }, orderBy: 'at' }) as const
