import { Type } from 'typebox'

import * as m from '#shared/notifications/messages.ts'
import { NOTIFICATION_LIFETIME } from '#shared/operations/notification-topics.ts'
import { deleteAll, eachOf } from '#server/store/all-of.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { deleteBefore } from '#server/store/delete-before.ts'
import type { Logger } from '#server/logging/logger.ts'
import type { Platform } from '#server/modules/platform.ts'
import type { Store } from '#server/store/port.ts'
import { exported } from '#server/modules/account-data-part.ts'
import { emails, refusedAddresses } from '#server/modules/notifications/emails/collection.ts'
import { type ComposeDeps, createCompose } from '#server/modules/notifications/emails/content/compose.ts'
import { createDigests } from '#server/modules/notifications/emails/content/digest.ts'
import { queueOf, setAside } from '#server/modules/notifications/emails/queries.ts'

import type { Refusals } from './refusals.ts'
import { createSender } from './sender.ts'

/** Emails of the last 90 days, with their outcome. */
const ExportedEmailsSchema = Type.Array(
  Type.Object({ topic: Type.String(), at: Type.String(), state: Type.String() }),
)

interface Deps extends ComposeDeps {
  store: Store
  newId: () => string
  logger: Logger
  identity: Platform['identity']
  mailer: Platform['mailer']
  refusals: Refusals
}

export function createEmailService(deps: Deps) {
  const { store, clock, newId, logger, identity, mailer, refusals } = deps
  const { compose } = createCompose(deps)
  const addressOfGuest = async (id: string) => (await deps.attendance.guests.mail.recipient(id))?.address
  const sender =
    mailer &&
    createSender({ store, clock, newId, logger, identity, mailer, refusals, addressOfGuest, compose })

  return {
    sendDue: async (): Promise<void> => sender?.sendDue(),

    bundleDigests: createDigests(deps),

    /** Describes the emails that are waiting, and the latest of those set aside. */
    async figures() {
      const views = await store.views()
      const failed = setAside(views).map((email) => ({ ...email, reason: reasonText(email.reason) }))
      return { ...queueOf(views), setAside: failed }
    },

    /** Deletes emails that are 90 days old. */
    deleteExpired: (): Promise<void> =>
      deleteBefore(store, emails, 'at', isoInstant(clock() - NOTIFICATION_LIFETIME)),

    /** Emails to the member that were sent or are queued. */
    async *exportOf(memberId: string) {
      for await (const { topic, at, state } of eachOf(store, emails, ofMember(memberId)))
        yield { topic, at, state }
    },

    /** Deletes the member's own emails, and those that they caused and that wait for others. */
    async forget(memberId: string): Promise<void> {
      await deleteAll(store, emails, ofMember(memberId), { where: { actor: memberId } })
      await refusals.forget(memberId)
    },
  }
}

/** Earlier releases stored these as texts. */
const reasonText = (reason: string) => FAILURES[reason]?.() ?? reason
const FAILURES: Readonly<Record<string, () => string>> = {
  triedTooOften: m.failedTooOften,
  notWritten: m.failedNotWritten,
}

const ofMember = (member: string) => ({ where: { member }, orderBy: 'at' }) as const

export const emailsAccountData = (service: ReturnType<typeof createEmailService>) =>
  exported({ name: 'emails', collections: [emails, refusedAddresses], schema: ExportedEmailsSchema }, service)
