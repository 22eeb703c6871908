import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeEach, expect, test } from 'vitest'
import webPush from 'web-push'

import { adminPath } from '#shared/lib/paths/admin.ts'
import type { Preferences } from '#shared/notifications/preferences.ts'
import { DAY } from '#shared/lib/durations.ts'
import type { MemberRounds } from '#shared/rounds/schema.ts'
import { settingsPath } from '#shared/lib/paths/profile.ts'
import { sendDigest } from '#server/testing/running-product/email-steps.ts'
import { startMailServer } from '#server/tools/mail-server.ts'
import { sampleEmails } from '#server/tools/sample-emails.ts'
import {
  expectAccessible,
  expectAccessibleInEveryViewport,
  expectAccessibleOnPhone,
} from '#client/e2e/accessibility.ts'
import { newEvent, newOrganiser, rsvp } from '#client/e2e/events.ts'
import { call, openSignedIn, startSession, waitForToast } from '#client/e2e/members.ts'
import { showScreen } from '#client/e2e/navigation.ts'
import { newPerson, type Person } from '#client/e2e/people.ts'
import { runProduct } from '#client/e2e/product.ts'

const mail = await startMailServer()
const { publicKey, privateKey } = webPush.generateVAPIDKeys()
const product = runProduct({
  ownServer: true,
  env: {
    SMTP_URL: mail.url,
    MAIL_FROM: 'hello@guildhall.test',
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    VAPID_SUBJECT: 'mailto:hello@guildhall.test',
  },
})
let page: Page
let person: Person

afterAll(() => mail.close())
beforeEach(async () => {
  page = await product.newBrowser({ reducedMotion: 'reduce' })
  person = await newPerson(product.emulator)
})

test('every email is accessible, wide and narrow, light and dark', async () => {
  // There is one template, and these have all of its parts.
  const shown = ['eventCancelled', 'announcement', 'connectionRequest', 'digest']
  for (const { name, message } of await sampleEmails()) {
    await page.setContent(message.html)
    for (const width of [390, 700]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    if (!shown.includes(name)) continue
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
  }
})

test('a request arrives by email, and its link switches such emails off and on without a sign-in', async () => {
  const other = await newPerson(product.emulator)
  const asker = await product.newBrowser()
  await startSession(page, product.origin, person)
  await startSession(asker, product.origin, other)
  await call(asker, 'POST', '/api/connections', { memberId: person.uid, note: '' })
  await expect.poll(() => mail.received().map(({ to }) => to), { timeout: 30_000 }).toEqual([person.email])
  const [link] = /https?:\/\/\S*unsubscribe\S*/.exec(mail.received()[0]!.parsed.text ?? '') ?? []

  const anyone = await product.newBrowser({ reducedMotion: 'reduce' })
  await anyone.goto(link!)
  await anyone.getByText('Emails about Connection requests are on.').waitFor()
  await expectAccessibleInEveryViewport(anyone)
  await anyone.getByRole('button', { name: 'Stop these emails' }).click()
  await anyone.getByText('Emails about Connection requests are off.').waitFor()
  await anyone.getByRole('button', { name: 'Turn them on again' }).click()
  await anyone.getByText('Emails about Connection requests are on.').waitFor()

  await anyone.goto(`${link!}x`)
  await anyone.getByText('This link doesn’t exist').waitFor()
  await anyone.getByRole('link', { name: 'Notification settings' }).waitFor()

  // From now on their mail server refuses the address.
  mail.behave({ onAddress: () => 550 })
  const another = await product.newBrowser()
  await startSession(another, product.origin, await newPerson(product.emulator))
  await call(another, 'POST', '/api/connections', { memberId: person.uid, note: '' })
  const refused = async () =>
    (await call<Preferences>(page, 'GET', '/api/notifications/preferences')).body.email.refused?.address
  await expect.poll(refused, { timeout: 30_000 }).toBe(person.email)
  mail.behave()
  await showScreen(page, settingsPath('notifications'))
  await page.getByText('Our emails don’t reach you.').waitFor()
  await expectAccessibleOnPhone(page)
})

test('a round is joined from its email with one press, without a sign-in', async () => {
  await startSession(page, product.origin, person)
  const organiser = await newOrganiser(product)
  const optInUntil = new Date(Date.now() + 3 * DAY).toISOString()
  const round = { title: 'Coffee', audience: 'everyone', size: 2, optInUntil, monthly: false }
  await call(organiser, 'POST', '/api/organiser/rounds', round)
  const emailToThem = () => mail.received().find(({ to }) => to === person.email)
  await expect.poll(emailToThem, { timeout: 30_000 }).toBeDefined()
  const [link] = /https?:\/\/\S*joinRound\S*/.exec(emailToThem()!.parsed.text ?? '') ?? []

  const anyone = await product.newBrowser({ reducedMotion: 'reduce' })
  await anyone.goto(link!)
  await anyone.getByRole('heading', { name: 'Coffee' }).waitFor()
  await expectAccessibleInEveryViewport(anyone)
  const joined = async () => (await call<MemberRounds>(page, 'GET', '/api/rounds')).body.items[0]?.own
  expect(await joined()).toBeUndefined()
  await anyone.getByRole('button', { name: 'I’m in' }).click()
  await anyone.getByText('You’re in. We’ll match you after').waitFor()
  await expectAccessibleOnPhone(anyone)
  expect(await joined()).toEqual({ topic: '', every: false })

  await anyone.goto(`${link!}x`)
  await anyone.getByText('This link doesn’t exist').waitFor()
})

test('the links of an email about a cancellation and of a digest lead to what they are about', async () => {
  const organiser = await newOrganiser(product, product.admins[1])
  await startSession(page, product.origin, person)
  const other = await newPerson(product.emulator)
  await startSession(await product.newBrowser(), product.origin, other)
  const { body: preferences } = await call<Preferences>(page, 'GET', '/api/notifications/preferences')
  const { quiet, topics, version } = preferences
  const edit = { quiet, topics, digest: 'daily' }
  expect((await call(page, 'PUT', '/api/notifications/preferences', edit, version)).status).toBe(200)
  const cancelled = await newEvent(organiser, { title: 'Harvest supper' })
  await newEvent(organiser, { title: 'Breakfast on second sites' })
  await rsvp(page, cancelled, 'going')
  mail.clear()

  const reason = { reason: 'The hall burnt down' }
  expect((await call(organiser, 'POST', `/api/events/${cancelled}/cancel`, reason)).status).toBe(200)
  const { dataDir } = product.stack
  const mailsAbout = (subject: RegExp) =>
    mail.received().filter(({ parsed }) => subject.test(parsed.subject ?? ''))
  await expect
    .poll(() => mailsAbout(/^Cancelled: Harvest supper/).map(({ to }) => to), { timeout: 30_000 })
    .toEqual([person.email])
  const [about] = mailsAbout(/^Cancelled: Harvest supper/)
  expect(about!.parsed.text).toContain(reason.reason)
  const linksIn = (text = '') => text.match(/https?:\/\/\S+/g) ?? []
  await page.goto(linksIn(about!.parsed.text)[0]!)
  await page.getByRole('heading', { level: 1, name: 'Harvest supper' }).waitFor()
  await page.getByText(reason.reason).waitFor()

  await expect.poll(() => sendDigest(dataDir, person.uid), { timeout: 30_000 }).toBeGreaterThan(0)
  await expect
    .poll(() => mailsAbout(/new, /).map(({ to }) => to), { timeout: 30_000 })
    .toEqual([person.email])
  const [digest] = mailsAbout(/new, /)
  const [item, ...others] = linksIn(digest!.parsed.text)
  await showScreen(page, item!)
  await page.getByRole('heading', { level: 1, name: 'Breakfast on second sites' }).waitFor()
  await showScreen(
    page,
    others.find((link) => link.endsWith('/dashboard'))!,
  )
  await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
})

test('a member invites a friend, whose link leads to an account without a second email, and dismisses the first steps', async () => {
  await openSignedIn(page, product.origin, person)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('dialog', { name: 'Invite a friend' }).waitFor()
  await expectAccessibleInEveryViewport(page)
  const email = `${randomUUID()}@friends.test`
  await page.getByLabel('Their email').fill('friends.test')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('Enter an email address like ada@example.org.').waitFor()
  await page.getByLabel('Their email').fill(email)
  await page.getByRole('button', { name: 'Send invitation' }).dblclick()
  await waitForToast(page, 'they’ll get an email')
  await page.getByText('Invite a friend: done').waitFor()

  const arrived = () => mail.received().filter((each) => each.to === email)
  await expect.poll(() => arrived().length, { timeout: 20_000 }).toBe(1)
  const link = /http\S+#invitation=\S+/.exec(arrived()[0]?.parsed.text ?? '')?.[0] ?? ''
  const friend = await product.newBrowser()
  await friend.goto(link)
  await friend.getByText('You’re invited to').waitFor()
  await expect.poll(() => friend.getByLabel('Email').inputValue()).toBe(email)
  await friend.getByLabel('Password', { exact: true }).fill('a long enough password')
  await friend.getByRole('button', { name: 'Create account' }).click()
  await friend.getByRole('heading', { level: 1, name: 'About you' }).waitFor()
  expect(await product.emulator.oobCodes(email)).toEqual([])

  await page.getByRole('button', { name: 'Dismiss the first steps' }).click()
  await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)
})

test('push is offered in a browser, shows why it is off, and becomes a channel once it is on', async () => {
  page = await product.newColdBrowser({ reducedMotion: 'reduce', serviceWorkers: 'allow' })
  await openSignedIn(page, product.origin, person, settingsPath('notifications'))
  await page.getByText('Notifications are blocked in this browser.').waitFor()
  await expectAccessibleOnPhone(page)

  await page.addInitScript(allowNotifications)
  await page.reload()
  // This browser has no push service.
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await page.getByText('This browser can’t receive notifications right now.').waitFor()
  await expectAccessibleOnPhone(page)
  expect(await page.getByRole('columnheader', { name: 'Push' }).count()).toBe(0)

  await page.addInitScript(standInForPushService)
  await page.reload()
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await page.getByRole('button', { name: 'Turn off', exact: true }).waitFor()
  await page.getByRole('columnheader', { name: 'Push' }).first().waitFor()
  await expectAccessibleInEveryViewport(page)
  await page.getByRole('button', { name: 'Turn off', exact: true }).click()
  await page.getByRole('button', { name: 'Turn on', exact: true }).waitFor()
  await page.getByRole('columnheader', { name: 'Push' }).first().waitFor({ state: 'detached' })
})

/** Runs in the page: a browser without windows has no permission to give. */
function allowNotifications() {
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  Notification.requestPermission = async () => 'granted'
}

/** Runs in the page. */
function standInForPushService() {
  let subscription: object | null = null
  const endpoint = 'https://fcm.googleapis.com/fcm/send/of-a-test'
  // RFC 8291, appendix A.
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  Object.assign(PushManager.prototype, {
    getSubscription: async () => subscription,
    subscribe: async () =>
      (subscription = {
        endpoint,
        options: {},
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => (subscription = null),
      }),
  })
}

test('an admin sends a verification link again, and it verifies the address', async () => {
  const account = { email: product.admins[2]!, password: 'a long enough password' }
  await product.emulator.createUser({ ...account, emailVerified: true })
  const newcomer = { email: `${randomUUID()}@people.test`, password: 'a long enough password' }
  await product.emulator.createUser(newcomer)
  await openSignedIn(page, product.origin, account, adminPath('members'))
  await page.getByRole('button', { name: 'Resend verification…' }).click()
  const dialog = page.getByRole('dialog')
  const send = async (email: string) => {
    await dialog.getByLabel('Email address').fill(email)
    await dialog.getByRole('button', { name: 'Send email' }).click()
  }
  await send(person.email)
  await dialog.getByText('is already verified').waitFor()
  await expectAccessibleOnPhone(page)
  await send(newcomer.email)
  await waitForToast(page, `A verification email to ${newcomer.email} is on the way.`)

  const emailed = () => mail.received().find(({ to }) => to === newcomer.email)
  await expect.poll(() => emailed()?.parsed.subject, { timeout: 30_000 }).toContain('Verify your email')
  const [link = ''] = /https?:\S*\/verification\?\S+/.exec(emailed()?.parsed.text ?? '') ?? []
  const reader = await product.newBrowser({ reducedMotion: 'reduce' })
  await reader.goto(link)
  // The account is not signed in here.
  await reader.getByLabel('Password', { exact: true }).fill(newcomer.password)
  await reader.getByRole('button', { name: 'Verify email' }).click()
  await reader.getByRole('heading', { name: 'Email verified' }).waitFor()
  // The link shows the same when it is opened again.
  await reader.goto(link)
  await reader.getByRole('button', { name: 'Verify email' }).click()
  await reader.getByRole('heading', { name: 'Email verified' }).waitFor()
})
