import { randomUUID } from 'node:crypto'

import type { ClientErrorBatch, ClientErrorEntry, ClientErrorReceipt } from '#shared/client-errors.ts'
import type { ErrorGroupDetails, ErrorGroupPage, ErrorSample } from '#shared/client-error-groups.ts'
import { shortCode } from '#shared/short-code.ts'

import { startTestApp, type TestApp } from './app.ts'
import { clientErrorBatch, clientErrorEntry } from './client-error-batch.ts'

type Call = TestApp['visitor']
export type ErrorGroupFixture = Awaited<ReturnType<typeof createErrorGroupFixture>>

/** The real application, an admin, a member, and what their browsers report. */
export async function createErrorGroupFixture({ env, ...options }: Parameters<typeof startTestApp>[0] = {}) {
  const adminEmail = `${randomUUID()}@guildhall.test`
  const running = await startTestApp({
    liftRateLimits: true,
    env: { ADMIN_EMAILS: adminEmail, TRUST_PROXY: '127.0.0.1', ...env },
    ...options,
  })
  const [admin, member] = await Promise.all([running.member({ email: adminEmail }), running.member()])
  const { clock, services } = running
  const now = () => new Date(clock()).toISOString()

  const entry = (differences: Partial<ClientErrorEntry> = {}) =>
    clientErrorEntry({ timestamp: now(), ...differences })

  await services.warmUp()

  async function list(query: Record<string, string> = {}) {
    const answer = await admin.call('GET', `/api/admin/client-errors?${new URLSearchParams(query)}`)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json<ErrorGroupPage>()
  }

  async function report(
    { call }: { call: Call },
    entries: readonly ClientErrorEntry[],
    batch: Partial<ClientErrorBatch> = {},
  ) {
    const body = clientErrorBatch([...entries], { sentAt: now(), tabId: randomUUID(), ...batch })
    const answer = await call('POST', '/api/client-errors', { body })
    if (answer.json<ClientErrorReceipt>().accepted !== entries.length) throw new Error(answer.body)
  }

  /** A visitor whose requests come from an address. */
  const visitorAt = (address: string): { call: Call } => ({
    call: (method, url, given) =>
      running.visitor(method, url, { headers: { 'x-forwarded-for': address }, ...given }),
  })

  return {
    ...running,
    visitorAt,
    admin,
    ofMember: member,
    entry,
    list,
    report,
    /** An error without a stack that any source map tells. */
    async reportOne(
      message: string,
      { release = '1.4.0', by = member }: { release?: string; by?: { call: Call } } = {},
    ) {
      const reported = entry({ message, stack: `Error: ${message}` })
      await report(by, [reported], { release, build: `build-${release}` })
      return reported
    },
    /** The group that an entry is in, found by its code as people type it. */
    async groupOf(id: string) {
      const { items } = await list({ q: shortCode(id).toLowerCase().replace('-', '') })
      if (items.length !== 1) throw new Error(`${items.length} groups have the code of ${id}.`)
      return items[0]!
    },
    /** A message that no other test of the run has, also without its variables. */
    newMessage: () =>
      `Broken ${randomUUID().replaceAll(/[\d-]/g, (digit) => 'ghijklmnopq'[Number(digit) || 10]!)}`,

    /** What was logged for the alerts about the group with the message. */
    changesOf: (message: string) =>
      running.logs().flatMap((line) => {
        const { group, exception } = line as { group?: object; exception?: { message: string } }
        return group && exception?.message === message ? [group] : []
      }),
    async group(fingerprint: string) {
      const answer = await admin.call('GET', `/api/admin/client-errors/${fingerprint}`)
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return answer.json<ErrorGroupDetails>()
    },
    async sample(fingerprint: string, id: string) {
      const answer = await admin.call('GET', `/api/admin/client-errors/${fingerprint}/samples/${id}`)
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return answer.json<ErrorSample>()
    },
    setState: (fingerprint: string, state: string, version?: number) =>
      admin.call('PUT', `/api/admin/client-errors/${fingerprint}/state`, {
        body: { state },
        headers: version === undefined ? {} : { 'if-match': `"${version}"` },
      }),
    async runJob(name: string) {
      const job = services.jobs.find((each) => each.name === name)
      if (!job) throw new Error(`There is no job ${name}.`)
      await job.run()
    },
  }
}
