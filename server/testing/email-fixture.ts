import type { Happening } from '#server/features/notifications/types.ts'
import { createSmtpMailer } from '#server/mail/smtp.ts'

import { startMailServer } from './mail-server.ts'
import { inHours, type OrganiserFixture, startOrganiserFixture } from './organiser-fixture.ts'

const MINUTE = 60_000

type Sent = Awaited<ReturnType<typeof startMailServer>>['received'] extends () => infer R ? R : never
export type EmailFixture = Awaited<ReturnType<typeof startEmailFixture>>

export const subjects = (mails: Sent) => mails.map(({ parsed }) => parsed.subject)

/** The application with members and a real mail server. */
export async function startEmailFixture() {
  const server = await startMailServer()
  const from = { name: 'Guildhall, “the house”', address: 'hello@guildhall.test' }
  const mailer = createSmtpMailer({ url: server.url, from, clock: () => fixture.clock() })
  const fixture: OrganiserFixture = await startOrganiserFixture({ mailer })
  const { services, advance, store, ada, putEvent } = fixture
  await services.warmUp()

  /** What has reached the mail server once everything is delivered and changes have settled. */
  async function sent(to?: { email: string }) {
    await services.notifications.idle()
    await services.emails.sendDue()
    advance(2 * MINUTE)
    await services.emails.sendDue()
    return server.received().filter((each) => !to || each.to === to.email)
  }

  const record = (more: Partial<Happening> = {}) =>
    store.transact(async (tx) =>
      services.notifications.notify(tx, {
        topic: 'newEvent',
        subject: { kind: 'event', id: 'none' },
        occurrence: `${Math.random()}`,
        recipients: [ada.uid],
        data: { title: 'Breakfast' },
        ...more,
      }),
    )

  return {
    ...fixture,
    server,
    sent,
    record,

    /** Notifies a member of a new event. */
    async newEvent(title = 'Breakfast', member = ada.uid) {
      const event = await putEvent({ title, startsAt: inHours(900), endsAt: inHours(902) })
      await record({ subject: { kind: 'event', id: event.id }, data: { title }, recipients: [member] })
      await services.notifications.idle()
    },

    async close() {
      await fixture.close()
      mailer.close()
      await server.close()
    },
  }
}
