import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { adminMemberPath, adminPath } from '#shared/lib/paths/admin.ts'
import type { AdminMember } from '#shared/admin/members.ts'
import type { Overview } from '#shared/admin/overview.ts'
import type { OwnProfile } from '#shared/people/members.ts'
import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { newEvent, newOrganiser } from '#client/e2e/events.ts'
import { call, openSignedIn, waitForToast } from '#client/e2e/members.ts'
import { press, type } from '#client/e2e/keyboard.ts'
import { showScreen } from '#client/e2e/navigation.ts'
import { newestLink, newPerson, signedInLongAgo } from '#client/e2e/people.ts'
import { addPhoto } from '#client/e2e/pictures.ts'
import { runProduct } from '#client/e2e/product.ts'

// The join policy applies to everyone: on its own server, no one else waits for approval.
const product = runProduct({ ownServer: true })

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const PASSWORD = 'a long enough password'
const JOINING = '/api/admin/settings/joining'

/** Confirms a recent sign-in, after which the action continues. */
async function confirmItIsYou(page: Page) {
  const again = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await again.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await again.getByRole('button', { name: 'Confirm' }).click()
  await again.waitFor({ state: 'detached' })
}

/** A waiting page checks at once whether an admin has decided, not only every few seconds. */
const returnToTab = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

async function newAdmin(path: string, which = 0) {
  const page = await newOrganiser(product, product.admins[which])
  await page.goto(product.origin + path)
  return page
}

const newEmail = () => `${randomUUID()}@people.test`

test('a newcomer waits, completes the profile and enters once approved; a new role and its loss reach open pages', async () => {
  const admin = await newAdmin(adminPath('joining'))
  await admin.getByLabel('Approval').check()
  await button(admin, 'Save').click()
  await waitForToast(admin, 'Saved.')
  await expectAccessibleOnPhone(admin)

  const person = await newPerson(product.emulator)
  const newcomer = await product.newBrowser({ reducedMotion: 'reduce' })
  await openSignedIn(newcomer, product.origin, person, '/events')
  await title(newcomer, 'Your membership is awaiting approval').waitFor()
  await expectAccessibleInEveryViewport(newcomer)
  await newcomer.getByRole('link', { name: 'Complete profile' }).click()
  await newcomer.getByLabel('Name', { exact: true }).fill('Nora Newcomer')
  await addPhoto(newcomer)
  await button(newcomer, 'Save and continue').click()
  await button(newcomer, 'Skip this step').click()
  await title(newcomer, 'Your membership is awaiting approval').waitFor()

  await admin.getByRole('tab', { name: 'Overview' }).click()
  await press(admin.getByRole('link', { name: '1 person awaits approval' }))
  await press(admin.getByLabel('Select Nora Newcomer'), 'Space')
  const selected = admin.getByRole('region', { name: 'Selected members' })
  await press(selected.getByRole('button', { name: 'Approve…' }))
  await type(dialog(admin).getByLabel('Note'), 'Welcome to the guild.')
  await press(dialog(admin).getByRole('button', { name: 'Continue' }))
  await dialog(admin).getByText('1 member will be approved.').waitFor()
  await expectAccessibleOnPhone(admin)
  await press(dialog(admin).getByRole('button', { name: 'Approve 1 member' }))
  await dialog(admin).getByText('1 member was approved.').waitFor()
  await dialog(admin).getByRole('button', { name: 'Close', exact: true }).last().click()

  await returnToTab(newcomer)
  await title(newcomer, 'Welcome').or(title(newcomer, 'Events')).first().waitFor()
  await showScreen(newcomer, '/dashboard')

  await admin.goto(product.origin + adminMemberPath(person.uid))
  await button(admin, 'Change role…').click()
  await dialog(admin)
    .getByRole('radio', { name: /^Admin/ })
    .check()
  await signedInLongAgo(admin, '**/role')
  await dialog(admin).getByRole('button', { name: 'Change role', exact: true }).click()
  await confirmItIsYou(admin)
  await waitForToast(admin, 'Saved.')
  await expectAccessibleInEveryViewport(admin)
  // Updates the open page without a reload.
  await newcomer.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).click()
  await title(newcomer, 'Admin').waitFor()

  // The newcomer can organise now, and becomes the organiser of an admin's event.
  const eventId = await newEvent(admin, { title: 'Harvest supper' })
  await showScreen(admin, adminPath('events', { state: 'published', time: 'coming' }))
  await admin.getByText('1 event found').waitFor()
  await admin.getByLabel('Sort by').selectOption({ label: 'Title, A to Z' })
  await admin.waitForURL(/[?&]sort=title/)
  await button(admin, 'Change organiser of Harvest supper').click()
  await dialog(admin).getByRole('button', { name: 'Change organiser' }).click()
  await dialog(admin).getByText('Choose an organiser.').waitFor()
  await dialog(admin).getByLabel('Organiser').pressSequentially('Nora')
  await dialog(admin).getByRole('option', { name: 'Nora Newcomer' }).click()
  await expectAccessibleOnPhone(admin)
  await dialog(admin).getByRole('button', { name: 'Change organiser' }).click()
  await waitForToast(admin, 'Nora Newcomer now organises this event.')

  // Demoted while the page is open: the next action shows the 403 screen.
  await newcomer.getByRole('tab', { name: 'Who can join' }).click()
  await newcomer.getByLabel('Open').check()
  const { body } = await call<AdminMember>(admin, 'GET', `/api/admin/members/${person.uid}`)
  const demoted = await call(
    admin,
    'POST',
    `/api/admin/members/${person.uid}/role`,
    { role: 'member' },
    body.version,
  )
  expect(demoted.status).toBe(200)
  await button(newcomer, 'Save').click()
  await title(newcomer, 'Access Denied').waitFor()

  await showScreen(admin, adminPath('events', { organised: 'none' }))
  await admin.getByRole('row', { name: 'Harvest supper' }).getByText('No active organiser').waitFor()
  await expectAccessibleInEveryViewport(admin)
  await admin.getByRole('link', { name: 'Roster of Harvest supper' }).click()
  await title(admin, 'Roster').waitFor()
  expect(new URL(admin.url()).pathname).toContain(eventId)
})

test('a person without an invitation is told so, and an admin suspends a member until a day', async () => {
  const admin = await newAdmin(adminPath('members'), 1)
  const member = await newPerson(product.emulator)
  const page = await product.newBrowser({ reducedMotion: 'reduce' })
  const save = (value: object, version: number) => call(admin, 'PUT', JOINING, value, version)
  const { body } = await call<{ version: number }>(admin, 'GET', JOINING)
  await save({ policy: 'open', access: 'invited', domains: [], friends: true }, body.version)
  await openSignedIn(page, product.origin, member)
  await title(page, 'You need an invitation').waitFor()
  await expectAccessibleOnPhone(page)
  await save({ policy: 'open', access: 'anyone', domains: [], friends: true }, body.version + 1)
  // The waiting page updates automatically.
  await title(page, 'Welcome').waitFor()

  await admin.getByRole('searchbox', { name: 'Search members' }).fill(member.email)
  await admin.getByText('1 member found').waitFor()
  await admin.getByRole('link', { name: 'No name yet' }).click()
  await button(admin, 'Suspend…').click()
  await dialog(admin).getByRole('button', { name: 'Suspend', exact: true }).click()
  await admin.getByText('Enter a reason (at least 3 characters).').waitFor()
  await dialog(admin).getByLabel('Reason').fill('Spam in every inbox')
  await admin.keyboard.press('Escape')
  await button(admin, 'Suspend…').click()
  expect(await dialog(admin).getByLabel('Reason').inputValue()).toBe('Spam in every inbox')
  await dialog(admin).getByLabel('Last day').fill('2099-01-01')
  await dialog(admin).getByRole('button', { name: 'Suspend', exact: true }).click()
  await waitForToast(admin, 'Saved.')
  await admin.getByRole('rowheader', { name: 'Suspended' }).waitFor()
  await title(page, 'Your membership is suspended').waitFor()
  await page.getByText('Reason: Spam in every inbox').waitFor()

  await button(admin, 'Change suspension…').click()
  expect(await dialog(admin).getByLabel('Reason').inputValue()).toBe('Spam in every inbox')
  expect(await dialog(admin).getByLabel('Last day').inputValue()).toBe('2099-01-01')
  await dialog(admin).getByRole('button', { name: 'Change suspension', exact: true }).click()
  await waitForToast(admin, 'Saved.')

  await showScreen(admin, adminPath('audit', { action: 'member.suspended' }))
  await admin.getByRole('combobox', { name: 'Target' }).fill(member.email)
  await admin.getByRole('option', { name: member.email }).first().click()
  await button(admin, /^Show details: Suspended/).click()
  await admin.getByRole('rowheader', { name: 'status Changed' }).waitFor()
  await admin.getByRole('row', { name: /^last day Added – (Jan 1,|1 Jan) 2099$/ }).waitFor()
  await expectAccessibleOnPhone(admin)

  await showScreen(admin, adminPath('members', { status: 'suspended' }))
  await signedInLongAgo(admin, '**/export.csv*')
  const download = admin.waitForEvent('download')
  await button(admin, 'Download CSV').click()
  await confirmItIsYou(admin)
  expect((await download).suggestedFilename()).toBe('guildhall-members.csv')
})

test('the overview has cards only for what is wrong, and the audit log leaves out sign-ins until asked', async () => {
  const admin = await newAdmin(adminPath('overview'), 2)
  await admin.getByRole('listitem').filter({ hasText: 'Everything is working.' }).waitFor()
  expect(await admin.getByRole('heading', { name: 'Service' }).count()).toBe(0)
  await admin.route('**/api/admin/overview', async (route) => {
    const figures = (await (await route.fetch()).json()) as Overview
    await route.fulfill({ json: { ...figures, service: { problems: ['clock_wrong'] } } })
  })
  await admin.reload()
  await admin.getByRole('heading', { name: 'Service' }).waitFor()
  expect(await admin.getByText('Everything is working.').count()).toBe(0)
  await expectAccessibleInEveryViewport(admin)

  await showScreen(admin, adminPath('audit'))
  const table = admin.getByRole('region', { name: 'Audit log' })
  await table.getByText('Joined').first().waitFor()
  expect(await table.getByText('Signed in').count()).toBe(0)
  await admin.getByRole('combobox', { name: 'Action' }).fill('any')
  await admin.getByRole('option', { name: 'Any action' }).click()
  await table.getByText('Signed in').first().waitFor()
})

test('an admin imports 300 people, and one of them joins without approval, with the imported profile', async () => {
  const admin = await newAdmin(adminPath('invitations'))
  const { body: joining } = await call<{ version: number }>(admin, 'GET', JOINING)
  const approval = { policy: 'approval', access: 'anyone', domains: [], friends: true }
  expect((await call(admin, 'PUT', JOINING, approval, joining.version)).status).toBe(200)

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
  await person.getByLabel('Password', { exact: true }).fill(PASSWORD)
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
