import { emails } from '#server/features/emails/collection.ts'
import { createQueue } from '#server/features/emails/queue.ts'
import { notifications, outbox } from '#server/features/notifications/collection.ts'
import { createOutbox, happeningId } from '#server/features/notifications/outbox.ts'
import { systemClock } from '#server/lib/clock.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import { startSenderFixture } from '#server/testing/sender-fixture.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import type { Figure } from './pages.ts'

const RECIPIENTS = 10_000
const EMAILS = 500

/** What one announcement to everyone takes: written for each, and by email to a server on this machine. */
export async function notificationFigures(): Promise<Figure[]> {
  return [
    figure(
      `notifications with emails queued, one announcement to ${count(RECIPIENTS)}`,
      await written(),
      500,
    ),
    figure(`emails of ${count(EMAILS)} members, sent to a local SMTP server`, await sent(), 20),
  ]
}

async function written() {
  const store = openTemporaryStore([outbox, notifications, emails])
  const members = Array.from({ length: RECIPIENTS }, (_, at) => `member-${at}`)
  const { notify, start, idle } = createOutbox({
    store,
    clock: systemClock,
    log: { error: (...problem: unknown[]) => console.error(...problem) },
    accountStates: async () => () => 'active',
    hiddenFrom: async () => new Set(),
    activeIds: async () => members,
    adminIds: async () => [],
    attendeeIds: async () => [],
    deliveriesOf: async (_, ids) => new Map(ids.map((id) => [id, { inApp: true, email: true, push: false }])),
    queueEmails: createQueue({ clock: systemClock, sendsEmail: true }),
  })
  try {
    await start()
    const startedAt = performance.now()
    await store.transact(async (tx) => {
      notify(tx, {
        topic: 'newEvent',
        subject: { kind: 'event', id: 'breakfast' },
        occurrence: 'breakfast',
        recipients: 'everyone',
        data: { title: 'Breakfast' },
      })
    })
    await idle()
    const seconds = (performance.now() - startedAt) / 1_000
    const last = joinedId(
      happeningId({ topic: 'newEvent', occurrence: 'breakfast' }),
      members.toSorted().at(-1)!,
    )
    if (!(await store.get(notifications, last))) throw new Error('not everyone was notified')
    return RECIPIENTS / seconds
  } finally {
    await store.close()
  }
}

async function sent() {
  const { put, replica, received, close } = await startSenderFixture()
  try {
    for (let at = 0; at < EMAILS; at++) await put(`email-${at}`, `member-${at}`)
    const { sendDue } = replica()
    const startedAt = performance.now()
    // A run ends after some seconds, so that a process that is to end does.
    while (received().length < EMAILS) await sendDue()
    return EMAILS / ((performance.now() - startedAt) / 1_000)
  } finally {
    await close()
  }
}

const count = (value: number) => value.toLocaleString('en')

const figure = (name: string, value: number, limit: number): Figure => ({
  name,
  value: Math.round(value),
  unit: '/s',
  bound: 'at least',
  limit,
})
