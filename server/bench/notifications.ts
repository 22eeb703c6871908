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

/**
 * What one announcement to everyone takes: written for each, and by email to a server in this process. Per second of
 * processor time, so that it matters little what else the machine does.
 */
export async function notificationFigures(): Promise<Figure[]> {
  return [
    figure(
      `notifications with emails queued, one announcement to ${count(RECIPIENTS)}`,
      await written(),
      2_000,
    ),
    figure(
      `emails of ${count(EMAILS)} members, sent to an SMTP server in the same process`,
      await sent(),
      60,
    ),
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
    const used = startMeasuring()
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
    const seconds = used()
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
    const used = startMeasuring()
    // A run ends after some seconds, so that a process that is to end does.
    while (received().length < EMAILS) await sendDue()
    return EMAILS / used()
  } finally {
    await close()
  }
}

/** @returns what tells the seconds of processor time since */
function startMeasuring() {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000_000
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
