import { afterAll, expect, test } from 'vitest'

import { allOf } from '#server/store/all-of.ts'
import { startEmailFixture } from '#server/testing/fixtures/email-fixture.ts'
import { emails, refusedAddresses } from '#server/modules/notifications/emails/collection.ts'

const fixture = await startEmailFixture()
afterAll(() => fixture.close())

test('a change of address is emailed once to the former address, with a part of the new one', async () => {
  const { ada, services, store, server } = fixture
  const user = { uid: ada.uid, email: 'Lovelace@example.org' }
  // Several replicas see it at the same moment.
  await Promise.all([
    services.accounts.admission.admit(user),
    services.accounts.admission.admit(user),
    services.accounts.admission.admit(user),
  ])
  await services.accounts.admission.admit(user)
  await fixture.sent()
  const [mail, ...others] = server.received()
  expect(others).toEqual([])
  expect(mail?.to).toBe(ada.email)
  expect(mail?.parsed.subject).toBe('Your email address for Guildhall was changed')
  expect(mail?.parsed.text).toContain('New address: l…@example.org')
  expect(mail?.parsed.text).toMatch(/Changed: \w+ \d+ \w+ \d{4}, \d\d:\d\d, \S+/)
  expect(mail?.parsed.text).toContain('Get help: https://guildhall.test/about-us')
  expect(`${mail?.raw} ${mail?.parsed.text} ${mail?.parsed.html}`.toLowerCase()).not.toContain('lovelace')
  expect(mail?.parsed.headers.has('list-unsubscribe')).toBe(false)
  // The former address is kept no longer than needed.
  expect(JSON.stringify(await allOf(store, emails, {}))).not.toContain(ada.email)
})

test('a refusal of the former address does not count against the new one', async () => {
  const { grace, services, store, server } = fixture
  server.clear()
  server.behave({ onAddress: () => 550 })
  await services.accounts.admission.admit({ uid: grace.uid, email: 'hopper@example.org' })
  await fixture.sent()
  server.behave()
  expect(await store.get(refusedAddresses, grace.uid)).toBeUndefined()
})
