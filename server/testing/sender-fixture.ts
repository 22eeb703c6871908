import type { IdentityUser } from '#server/identity/port.ts'
import { allOf } from '#server/lib/all-of.ts'
import { createSmtpMailer } from '#server/mail/smtp.ts'
import type { Mailer, Message } from '#server/mail/port.ts'
import type { Store } from '#server/store/port.ts'
import { type EmailDocument, emails, refusedAddresses } from '#server/features/emails/collection.ts'
import { createQueue } from '#server/features/emails/queue.ts'
import { createRefusals } from '#server/features/emails/refusals.ts'
import { createSender } from '#server/features/emails/sender.ts'
import type { EmailCause } from '#server/features/emails/types.ts'

import { startMailServer } from './mail-server.ts'
import { openTemporaryStore } from './temporary-store.ts'

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const START = Date.parse('2026-03-02T12:00:00Z')

interface Replica {
  on?: Store
  url?: string
  mailer?: Mailer
  compose?: Parameters<typeof createSender>[0]['compose']
  lookupUsers?: Parameters<typeof createSender>[0]['lookupUsers']
  wrap?: (mailer: Mailer) => Mailer
}

const addressOf = (member: string) => `${member}@guildhall.test`

export const userOf = (uid: string): IdentityUser => ({
  uid,
  email: addressOf(uid),
  emailVerified: true,
  disabled: false,
  hasPassword: true,
  tokensValidAfter: 0,
})

export const messageOf = ({ id, data }: EmailDocument, address: string): Message => ({
  id: `${id}@guildhall.test`,
  to: { name: 'Ada', address },
  subject: data['title'] ?? '',
  text: 'Text',
  html: '<p>Text</p>',
  headers: {},
})

export type SenderFixture = Awaited<ReturnType<typeof startSenderFixture>>

/** Queued emails on a store, a mail server, and any number of replicas that send. */
export async function startSenderFixture() {
  let now = START
  let ids = 0
  const clock = () => now
  const store = openTemporaryStore([emails, refusedAddresses])
  const queue = createQueue({ clock, sendsEmail: true })
  const server = await startMailServer()
  const mailers: Mailer[] = []

  /** @param patience how long it waits for the server: where that is tested, less than a busy machine may take */
  function openMailer(url = server.url, patience = 10 * SECOND) {
    const from = { name: 'Guildhall', address: 'hello@guildhall.test' }
    const mailer = createSmtpMailer({ url, from, clock, patience })
    mailers.push(mailer)
    return mailer
  }

  return {
    store,
    server,
    openMailer,
    now: () => now,
    advance: (milliseconds: number) => void (now += milliseconds),

    /** Another process on the same store. */
    replica({
      on = store,
      url = server.url,
      mailer = openMailer(url),
      wrap = (each) => each,
      ...more
    }: Replica = {}) {
      return createSender({
        store: on,
        clock,
        newId: () => `lease-${(ids += 1)}`,
        log: { warn: () => {}, error: () => {} },
        mailer: wrap(mailer),
        lookupUsers: async (uids) => new Map(uids.map((uid) => [uid, userOf(uid)])),
        refusals: createRefusals({ store: on, clock }),
        compose: async (email, address) => messageOf(email, address),
        ...more,
      })
    },

    put(id: string, member = 'ada', more: Partial<EmailCause> = {}) {
      const cause: EmailCause = {
        id,
        happening: id,
        member,
        topic: 'seatPromoted',
        subject: { kind: 'event', id: 'breakfast' },
        data: { title: id },
        at: new Date((now += 1)).toISOString(),
        ...more,
      }
      return store.transact((tx) =>
        queue(tx, [{ cause, delivery: { inApp: true, email: true, push: false } }]),
      )
    },

    stateOf: async (id: string) => (await store.get(emails, id))?.state,
    received: () => server.received().map(({ parsed }) => parsed.subject ?? ''),

    /** Runs the job now and after each of these pauses. */
    async runOver({ sendDue }: { sendDue: () => Promise<void> }, ...pauses: number[]) {
      await sendDue()
      for (const pause of pauses) {
        now += pause
        await sendDue()
      }
    },

    async reset() {
      now = START
      mailers.splice(0).forEach((mailer) => mailer.close())
      const [all, refused] = await Promise.all([allOf(store, emails, {}), allOf(store, refusedAddresses, {})])
      await store.transact(async (tx) => {
        for (const { id } of all) tx.delete(emails, id)
        for (const { id } of refused) tx.delete(refusedAddresses, id)
      })
      server.clear()
      server.behave()
    },

    async close() {
      mailers.forEach((mailer) => mailer.close())
      await server.close()
      await store.close()
    },
  }
}

/** A store whose process dies instead of its nth transaction, or right after it. */
export function dyingAt(store: Store, nth: number, { after = false } = {}): Store {
  let transactions = 0
  let isDead = false
  const died = () => Promise.reject(new Error('the process died'))
  return {
    ...store,
    async transact(work, options) {
      transactions += 1
      if (isDead || (transactions === nth && !after)) {
        isDead = true
        return died()
      }
      const result = await store.transact(work, options)
      if (transactions === nth) {
        isDead = true
        return died()
      }
      return result
    },
    find: (collection, query) => (isDead ? died() : store.find(collection, query)),
  }
}
