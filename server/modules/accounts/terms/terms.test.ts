import { randomUUID } from 'node:crypto'

import { afterAll, expect, test } from 'vitest'

import type { OwnAgreement } from '#shared/accounts/terms.ts'
import { startTestApp } from '#server/testing/app.ts'

import { termsAgreements } from './collection.ts'
import type { ExportedAgreements } from './service.ts'

const ADMIN = `${randomUUID()}@guildhall.test`
const started = await startTestApp({ liftRateLimits: true, env: { ADMIN_EMAILS: ADMIN } })
const admin = await started.member({ email: ADMIN })
const member = await started.member()
afterAll(() => started.close())

const setText = (text: string, version: number) =>
  admin.call('PUT', '/api/admin/settings/consent', {
    body: { text },
    headers: { 'if-match': `"${version}"` },
  })
const asked = async () => (await member.call('GET', '/api/me/agreement')).json<OwnAgreement>()
const agree = (version: number) => member.call('PUT', '/api/me/agreement', { body: { version } })

test('no one is asked to agree while there are no terms', async () => {
  expect(await asked()).toEqual({})
  expect((await agree(1)).json()).toMatchObject({ status: 409, code: 'terms_changed' })
})

test('a member agrees once to each version, and only to the version that they were shown', async () => {
  await setText('Be **kind**.', 0)
  expect(await asked()).toEqual({
    due: { version: 1, html: '<p>Be <strong>kind</strong>.</p>', agreedBefore: false },
  })
  expect((await agree(1)).statusCode).toBe(204)
  expect((await agree(1)).statusCode).toBe(204)
  expect(await asked()).toEqual({})

  await setText('Be kind and punctual.', 1)
  expect(await asked()).toMatchObject({ due: { version: 2, agreedBefore: true } })
  expect((await agree(1)).json()).toMatchObject({ code: 'terms_changed' })
  await agree(2)
  expect(await asked()).toEqual({})
})

test('the version and time of each agreement are in the member’s data, and deleted with the account', async () => {
  const { body } = await member.call('POST', '/api/account/export')
  const data = JSON.parse(body) as { termsAgreements: ExportedAgreements }
  expect(data.termsAgreements).toEqual([
    { version: 1, agreedAt: expect.stringMatching(/^20\d\d-/) },
    { version: 2, agreedAt: expect.stringMatching(/^20\d\d-/) },
  ])
  await started.services.accounts.terms.forget(member.uid)
  expect(await started.store.count(termsAgreements, {})).toBe(0)
})
