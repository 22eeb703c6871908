import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { allOf } from '#server/store/all-of.ts'
import { startMailServer } from '#server/tools/mail-server.ts'
import { openSqliteStore } from '#server/store/sqlite/store.ts'
import { emails, refusedAddresses } from '#server/modules/notifications/emails/collection.ts'

import { createQueue } from './queue.ts'

const EMAILS = 8
const KILLS = 2

test('a process that is killed while sending sends nothing twice, and loses only what it was handing over', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'emails-'))
  let sender: ChildProcess | undefined
  let arrivals = 0
  let kills = 0
  const server = await startMailServer({
    // The server has the email, but the process has not recorded it yet.
    onEmail: () => {
      arrivals += 1
      if (kills < KILLS && arrivals % 2 === 0) {
        kills += 1
        sender?.kill('SIGKILL')
      }
    },
  })
  const open = () =>
    openSqliteStore({ dataDir, secret: 'a secret of the test', collections: [emails, refusedAddresses] })
  const store = open()
  try {
    const queue = createQueue({ clock: Date.now, sendsEmail: true })
    await store.transact(async (tx) =>
      queue(
        tx,
        Array.from({ length: EMAILS }, (_, at) => ({
          cause: {
            id: `email-${at}`,
            domainEvent: `email-${at}`,
            member: `member-${at}`,
            topic: 'seatPromoted' as const,
            subject: { kind: 'event' as const, id: 'breakfast' },
            data: { title: `email-${at}` },
            at: new Date().toISOString(),
          },
          delivery: { inApp: true, email: true, push: false },
        })),
      ),
    )
    const script = join(import.meta.dirname, '../../../../testing/processes/sender-process.ts')
    // Each starts after the lease of the previous one.
    for (let minutes = 0; minutes <= KILLS * 3; minutes += 3) {
      sender = spawn(process.execPath, [script, dataDir, server.url, `${minutes}`], { stdio: 'ignore' })
      await once(sender, 'exit')
    }
    const all = await allOf(store, emails, {})
    const counts = new Map(all.map(({ id }) => [id, 0]))
    for (const { parsed } of server.received()) {
      const id = parsed.subject ?? ''
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    expect(kills).toBe(KILLS)
    expect(Math.max(...counts.values())).toBe(1)
    expect([...counts.values()].filter((count) => count === 0).length).toBeLessThanOrEqual(KILLS)
    expect(all.every(({ state }) => state === 'sent' || state === 'unknown')).toBe(true)
    expect(all.filter(({ state }) => state === 'unknown').length).toBeLessThanOrEqual(KILLS)
  } finally {
    await server.close()
    await store.close()
    rmSync(dataDir, { recursive: true })
  }
}, 60_000)
