import { MINUTE, SECOND } from '#shared/lib/durations.ts'
import { allOf } from '#server/store/all-of.ts'
import { emails } from '#server/modules/notifications/emails/collection.ts'
import { createPushFixture } from '#server/testing/fixtures/push-fixture.ts'
import { startSenderFixture } from '#server/testing/fixtures/sender-fixture.ts'
import { startPushService } from '#server/testing/stand-ins/push-service.ts'
import { startTcpProxy } from '#server/testing/stand-ins/tcp-proxy.ts'

import { HTTP_TROUBLES } from './http-troubles.ts'
import type { StartPart } from './part.ts'

/** Between two runs of the job that sends emails. */
const EVERY = 2 * SECOND

const noteIn =
  (logged: string[]) =>
  (...line: unknown[]) =>
    void logged.push(line[1] as string)

/** A sender of emails in virtual time, which waits two seconds for the mail server. */
export const smtpPart: StartPart = async (mode, fails) => {
  const fixture = await startSenderFixture()
  const proxy = await startTcpProxy(new URL(fixture.server.url).host)
  const { behave } = fixture.server
  const failAs: Partial<Record<typeof mode, () => void | Promise<void>>> = {
    'refused at once': proxy.refuse,
    'denied for good': () => behave({ onAddress: () => 550 }),
    hangs: () => behave({ onAddress: () => 'stall' }),
    'slow by 4 s': () => behave({ onAddress: () => 'slow' }),
    'answers after the deadline': () => behave({ onAddress: () => 'slow' }),
    'half an answer': () => behave({ onText: () => 'hang up' }),
    damaged: proxy.garble,
    full: () => behave({ onAddress: () => 452 }),
    'gone and back': proxy.refuse,
  }
  const fail = () => failAs[mode]!()
  if (fails) await fail()
  const timeout = mode === 'slow by 4 s' ? 30 * SECOND : 2 * SECOND
  const logged: string[] = []
  const note = noteIn(logged)
  let attempts = 0
  const { sendDue } = fixture.replica({
    logger: { warn: note, error: note },
    wrap: (mailer) => ({
      ...mailer,
      send(...email) {
        attempts += 1
        return mailer.send(...email)
      },
    }),
    mailer: fixture.openMailer(`smtp://${proxy.host}`, timeout),
  })
  let sent = 0

  return {
    well: 'sent',
    fail,
    async recover() {
      behave()
      await proxy.recover()
      // Until the sender tries again.
      fixture.advance(10 * MINUTE)
    },
    /** Emails to different members, and a minute of the job. */
    async use(count) {
      const ids = Array.from({ length: count }, () => `email-${(sent += 1)}`)
      for (const id of ids) await fixture.put(id, `member-of-${id}`)
      for (let left = MINUTE; left > 0; left -= EVERY) {
        await sendDue()
        fixture.advance(EVERY)
      }
      const stored = await fixture.store.getMany(emails, ids)
      return stored.map((email) => email!.state)
    },
    calls: () => attempts,
    logged: () => logged,
    waiting: async () =>
      (await allOf(fixture.store, emails, {})).filter(({ state }) => state === 'queued').length,
    async close() {
      proxy.stop()
      await fixture.close()
    },
  }
}

/** A sender of push messages, which waits two seconds for the push service. */
export const pushPart: StartPart = async (mode, fails) => {
  const service = await startPushService()
  const fail = () => service.setTrouble(HTTP_TROUBLES[mode])
  if (fails) fail()
  const logged: string[] = []
  return {
    well: 'sent',
    fail,
    recover: () => service.setTrouble(undefined),
    async use(count) {
      const members = Array.from({ length: count }, (_, at) => `member-${at}`)
      const before = logged.length
      const { send } = createPushFixture(service, Object.fromEntries(members.map((each) => [each, 1])), {
        retryAfter: [1, 1],
        deadline: (mode === 'slow by 4 s' ? 10 : 2) * SECOND,
        logger: { warn: noteIn(logged) },
      })
      await Promise.all(members.map(send))
      return members.map((_, at) => (at < logged.length - before ? 'dropped' : 'sent'))
    },
    calls: () => service.received.length,
    logged: () => logged,
    close: async () => service.close(),
  }
}
