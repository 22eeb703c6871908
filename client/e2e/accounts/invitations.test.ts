import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { adminPath } from '#shared/lib/paths/admin.ts'
import type { OwnProfile } from '#shared/people/members.ts'
import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { call, openSignedIn } from '#client/e2e/members.ts'
import { newestLink } from '#client/e2e/people.ts'
import { runProduct } from '#client/e2e/product.ts'

// The join policy applies to everyone: on its own server, no one else waits for approval.
const product = runProduct({ ownServer: true })

const newEmail = () => `${randomUUID()}@people.test`

test('an admin imports 300 people, and one of them joins without approval, with the imported profile', async () => {
  const account = { email: product.admins[0]!, password: 'a long enough password' }
  await product.emulator.createUser({ ...account, emailVerified: true })
  const admin = await product.newBrowser({ reducedMotion: 'reduce' })
  await openSignedIn(admin, product.origin, account, adminPath('invitations'))
  const approval = { policy: 'approval', access: 'anyone', domains: [], friends: true }
  expect((await call(admin, 'PUT', '/api/admin/settings/joining', approval, 0)).status).toBe(200)

  const emails = [newEmail(), newEmail(), newEmail()]
  const file = [
    'E-mail;Full name;Firm;Phone',
    `${emails[0]};Zoë Müller;Engines & Co;+44 20 7946 0000`,
    `${emails[1]};Grace Hopper;;ask me`,
    `${emails[2]};;;`,
    `${emails[2]};;;`,
    'nobody;;;',
    ...Array.from({ length: 297 }, (_, at) => `${newEmail()};Member ${at};;`),
  ].join('\r\n')
  await admin.getByRole('button', { name: 'Invite people' }).click()
  await admin
    .getByLabel('CSV file')
    .setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(file, 'latin1') })
  await admin.getByLabel('Firm').selectOption({ label: 'Company' })
  await expectAccessibleOnPhone(admin)
  await admin.getByRole('button', { name: 'Check 302 rows' }).click()
  await admin.getByText('300 will be invited').waitFor()
  await admin.getByText('Phone: Use only digits').waitFor()
  await admin.getByText('Repeats an earlier row').waitFor()
  await admin.getByText('No emails are sent.').waitFor()
  await expectAccessibleInEveryViewport(admin)
  await admin.getByRole('button', { name: 'Invite 300 people' }).click()
  await admin.getByText('300 people are invited').waitFor()
  await admin.getByRole('button', { name: 'See invitations' }).click()
  await admin.getByLabel('Search invitations').fill(emails[0]!)
  await admin.getByRole('button', { name: `Copy link for ${emails[0]}` }).click()
  const link = await admin.getByRole('dialog').getByLabel('Link').inputValue()
  await admin.keyboard.press('Escape')
  await expectAccessibleInEveryViewport(admin)

  const person = await product.newBrowser({ reducedMotion: 'reduce' })
  await person.goto(link)
  await person.getByText('You’re invited to').waitFor()
  expect(person.url()).toBe(`${product.origin}/onboarding`)
  expect(await person.getByLabel('Email').inputValue()).toBe(emails[0])
  await expectAccessibleInEveryViewport(person)
  await person.getByLabel('Password', { exact: true }).fill('a long enough password')
  await person.getByRole('button', { name: 'Create account' }).click()
  await person.getByRole('heading', { name: 'Verify your email' }).waitFor()
  await person.goto(await newestLink(product.emulator, product.origin, emails[0]!))
  await person.getByRole('button', { name: 'Verify email' }).click()
  await person.getByRole('heading', { name: 'Email verified' }).waitFor()
  await person.goto(`${product.origin}/onboarding`)
  await person.getByText('Filled in for you').waitFor()
  expect(await person.getByLabel('Name', { exact: true }).inputValue()).toBe('Zoë Müller')
  await expectAccessibleInEveryViewport(person)
  await person.getByRole('button', { name: 'Save and continue' }).click()
  await person.getByRole('button', { name: 'Skip this step' }).click()
  await person.waitForURL('**/dashboard')
  const { body: profile } = await call<OwnProfile>(person, 'GET', '/api/me')
  expect(profile).toMatchObject({
    status: 'active',
    displayName: 'Zoë Müller',
    company: 'Engines & Co',
    phone: '+44 20 7946 0000',
  })
  await person.goto(link)
  await person.waitForURL('**/dashboard')
})
