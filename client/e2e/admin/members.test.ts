import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { adminMemberPath, adminPath } from '#shared/lib/paths/admin.ts'
import type { AdminMember } from '#shared/admin/members.ts'
import type { Overview } from '#shared/admin/overview.ts'
import { expectAccessibleInEveryViewport, expectAccessibleOnPhone } from '#client/e2e/accessibility.ts'
import { newEvent } from '#client/e2e/events.ts'
import { call, openSignedIn, waitForToast } from '#client/e2e/members.ts'
import { press, type } from '#client/e2e/keyboard.ts'
import { showScreen } from '#client/e2e/navigation.ts'
import { newPerson, signedInLongAgo } from '#client/e2e/people.ts'
import { addPhoto } from '#client/e2e/pictures.ts'
import { runProduct } from '#client/e2e/product.ts'

// The join policy applies to everyone: on its own server, no one else waits for approval.
const product = runProduct({ ownServer: true })

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const PASSWORD = 'a long enough password'

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
  const admin = { email: product.admins[which]!, password: PASSWORD }
  const { uid } = await product.emulator.createUser({ ...admin, emailVerified: true })
  const page = await product.newBrowser({ reducedMotion: 'reduce' })
  await openSignedIn(page, product.origin, admin, path)
  return { page, uid }
}

test('a newcomer waits, completes the profile and enters once approved; a new role and its loss reach open pages', async () => {
  const { page: admin } = await newAdmin(adminPath('joining'))
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
  const { page: admin } = await newAdmin(adminPath('members'), 1)
  const member = await newPerson(product.emulator)
  const page = await product.newBrowser({ reducedMotion: 'reduce' })
  const save = (value: object, version: number) =>
    call(admin, 'PUT', '/api/admin/settings/joining', value, version)
  const { body } = await call<{ version: number }>(admin, 'GET', '/api/admin/settings/joining')
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
  const { page: admin } = await newAdmin(adminPath('overview'), 2)
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
