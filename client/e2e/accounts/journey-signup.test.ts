import { randomUUID } from 'node:crypto'

import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { expectAccessible } from '#client/e2e/accessibility.ts'
import { press, type } from '#client/e2e/keyboard.ts'
import { call, newMember } from '#client/e2e/members.ts'
import { newestLink, newPerson, signIn } from '#client/e2e/people.ts'
import { addPhoto } from '#client/e2e/pictures.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()
let page: Page

beforeEach(async () => {
  page = await product.newBrowser({ timezoneId: 'Europe/Zurich' })
})

const title = (name: string) => page.getByRole('heading', { level: 1, name })

async function createAccount(email: string) {
  await page.goto(`${product.origin}/onboarding`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a long enough password')
  await page.getByRole('button', { name: 'Create account' }).click()
  await title('Verify your email').waitFor()
}

const newEmail = () => `${randomUUID()}@people.test`

test('a visitor who requested past events signs up by keyboard in four steps and ends there', async () => {
  const email = newEmail()
  await page.goto(`${product.origin}/events?tab=past`)
  await title('Sign in').waitFor()
  await expectAccessible(page)

  await press(page.getByRole('link', { name: 'Create one' }))
  await title('Create your account').waitFor()
  await expectAccessible(page)
  await type(page.getByLabel('Email'), email)
  await type(page.getByLabel('Password', { exact: true }), 'a long enough password')
  await press(page.getByRole('button', { name: 'Create account' }))

  await title('Verify your email').waitFor()
  expect(await page.locator('main').innerText()).toContain(email)
  await expectAccessible(page)
  const inbox = await page.context().newPage()
  await inbox.goto(await newestLink(product.emulator, product.origin, email))
  const verify = inbox.getByRole('button', { name: 'Verify email' })
  await verify.waitFor()
  await expectAccessible(inbox)
  await press(verify)
  await inbox.getByRole('heading', { name: 'Email verified' }).waitFor()
  await expectAccessible(inbox)
  await inbox.close()

  // This page updates automatically.
  await title('About you').waitFor()
  await title('About you').and(page.locator(':focus')).waitFor()
  expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Zurich')
  await expectAccessible(page)
  await type(page.getByLabel('Name', { exact: true }), 'Ada Lovelace')
  await addPhoto(page)
  await type(page.getByLabel('City'), 'London')
  await type(page.getByLabel('Country'), 'United K')
  await press(page.getByRole('button', { name: 'Save and continue' }))

  await title('Your asks and offers').waitFor()
  await expectAccessible(page)
  await type(page.getByLabel('Ask 1', { exact: true }), 'A patent lawyer')
  await type(page.getByLabel('Who can see your profile'), 'Everyone on')
  await press(page.getByRole('button', { name: 'Save and finish' }))

  await page.waitForURL(`${product.origin}/events?tab=past`)
  const { body: profile } = await call(page, 'GET', '/api/me')
  expect(profile).toMatchObject({
    displayName: 'Ada Lovelace',
    photo: expect.stringMatching(/^[0-9a-f]{64}$/),
    address: { city: 'London', country_code: 'GB' },
    timeZone: 'Europe/Zurich',
    asks: [{ text: 'A patent lawyer' }],
    offers: [],
    visibility: { company: 'public', offers: 'public', email: 'connections', phone: 'connections' },
    onboardedAt: expect.any(String),
  })
})

test('a step can be left and resumed, and its input survives a reload', async () => {
  const person = await newPerson(product.emulator)
  await signIn(page, product.origin, person)
  await title('About you').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Grace Hopper')
  await page.reload()
  await title('About you').waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Grace Hopper')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await title('Your asks and offers').waitFor()
  await page.goBack()
  await title('About you').waitFor()
  await page.goForward()
  await title('Your asks and offers').waitFor()
  await page.getByRole('link', { name: 'Back' }).click()
  await title('About you').waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Grace Hopper')

  await page.goto(`${product.origin}/dashboard`)
  await page.waitForURL('**/dashboard')
  await page.goto(`${product.origin}/onboarding`)
  await title('Your asks and offers').waitFor()
  await page.getByRole('button', { name: 'Skip this step' }).click()
  await page.waitForURL('**/dashboard')
  await page.goto(`${product.origin}/login`)
  await page.waitForURL('**/dashboard')
})

test('opening a verification link changes nothing, and a used link shows the email as verified in any browser', async () => {
  const email = newEmail()
  await createAccount(email)
  const link = await newestLink(product.emulator, product.origin, email)
  const inbox = await page.context().newPage()
  const verify = inbox.getByRole('button', { name: 'Verify email' })

  await inbox.goto(link)
  await verify.waitFor()
  await inbox.reload()
  await verify.waitFor()
  expect(await product.emulator.oobCodes(email)).toHaveLength(1)

  for (const kind of ['a phone', 'a browser inside a mail app']) {
    const elsewhere = await product.newBrowser()
    await elsewhere.goto(link)
    // Only a link that is still unused asks whose account it is.
    if (kind === 'a phone')
      await elsewhere.getByLabel('Password', { exact: true }).fill('a long enough password')
    await elsewhere.getByRole('button', { name: 'Verify email' }).click()
    await elsewhere.getByRole('heading', { name: 'Email verified' }).waitFor()
  }
  expect(await product.emulator.oobCodes(email)).toEqual([])
  await inbox.goto(link)
  await verify.click()
  await inbox.getByRole('heading', { name: 'Email verified' }).waitFor()
  await inbox.getByRole('link', { name: 'Continue' }).click()
  await inbox.getByRole('heading', { name: 'About you' }).waitFor()
})

test('a link that no longer works can be replaced by a new one', async () => {
  const email = newEmail()
  await createAccount(email)
  await page.goto(`${product.origin}/verification?mode=verifyEmail&oobCode=long-gone`)
  await page.getByRole('button', { name: 'Verify email' }).click()
  await title('This link no longer works').waitFor()
  await expectAccessible(page)
  // The first link was just sent, which this tab knows.
  expect(await page.getByRole('button', { name: 'Send new link' }).isDisabled()).toBe(true)

  const elsewhere = await product.newBrowser()
  await elsewhere.goto(`${product.origin}/verification?mode=verifyEmail&oobCode=long-gone`)
  await elsewhere.getByRole('button', { name: 'Verify email' }).click()
  await elsewhere.getByText('If not, sign in to get a new link.').waitFor()
  await elsewhere.locator('main').getByRole('link', { name: 'Sign in' }).click()
  await signIn(elsewhere, product.origin, { email, password: 'a long enough password' })
  await elsewhere.getByRole('button', { name: 'Send link' }).click()
  await elsewhere.getByText('We sent a link to').waitFor()
  expect(await product.emulator.oobCodes(email)).toHaveLength(2)
})

test('the email can be resent after a minute, however often the page is reloaded', async () => {
  await page.clock.install()
  await createAccount(newEmail())
  const again = page.getByRole('button', { name: 'Resend email' })
  expect(await again.isDisabled()).toBe(true)
  // Real time passes, too.
  await page.clock.runFor(20_000)
  await page.reload()
  await again.waitFor()
  expect(await again.isDisabled()).toBe(true)
  await page.clock.runFor(40_000)
  await expect.poll(() => again.isEnabled()).toBe(true)
})

test('a person who mistyped the email starts over with another', async () => {
  await createAccount(newEmail())
  await page.getByRole('button', { name: 'Use another email' }).click()
  await title('Create your account').waitFor()
  await expect
    .poll(() => page.evaluate(() => fetch('/api/session').then((answer) => answer.json())))
    .toEqual({ authenticated: false })
})

test('a forgotten password is replaced, and the link works once', async () => {
  const { email } = await newPerson(product.emulator)
  await page.goto(`${product.origin}/reset-password`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByText('a reset link is on its way').waitFor()
  await expectAccessible(page)

  const link = await newestLink(product.emulator, product.origin, email)
  await page.goto(link)
  await title('Choose a new password').waitFor()
  await expectAccessible(page)
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByText('Enter a password (at least 8 characters).').waitFor()
  await page.getByLabel('New password', { exact: true }).fill('quite another password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await title('About you').waitFor()
  await expect(product.emulator.signIn(email, 'quite another password')).resolves.toBeTruthy()

  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('a third password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await title('This link no longer works').waitFor()
})

test('asking for a reset link never reveals whether an email has an account', async () => {
  const { email } = await newPerson(product.emulator)
  const answerTo = async (address: string) => {
    await page.goto(`${product.origin}/reset-password`)
    await page.getByLabel('Email').fill(address)
    await page.getByRole('button', { name: 'Send link' }).click()
    const answer = page.getByRole('status').filter({ hasText: 'Check your inbox' })
    return (await answer.innerText()).replace(address, '…')
  }
  expect(await answerTo(email)).toBe(await answerTo(newEmail()))
})

test('a person whose email was changed restores it with a click', async () => {
  const { uid, email, password } = await newPerson(product.emulator)
  const { idToken } = await product.emulator.signIn(email, password)
  const update = `http://${product.emulator.host}/identitytoolkit.googleapis.com/v1/accounts:update?key=any`
  await fetch(update, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idToken, email: newEmail() }),
  })
  await page.goto(await newestLink(product.emulator, product.origin, email))
  await page.getByRole('button', { name: 'Restore email' }).click()
  await title('Email restored').waitFor()
  await expectAccessible(page)
  await expect(product.emulator.signIn(email, password)).resolves.toMatchObject({ uid })
  await page.getByRole('button', { name: 'Send password reset link' }).click()
  await page.getByText('A password reset link is on its way').waitFor()
  expect(await newestLink(product.emulator, product.origin, email)).toContain('mode=resetPassword')
})

test('an unknown or incomplete link shows an error', async () => {
  await page.goto(`${product.origin}/verification?mode=signIn&oobCode=some`)
  const alert = page.getByRole('alert')
  expect(await alert.innerText()).toContain('We don’t recognise this link')
  await expectAccessible(page)
  await page.goto(`${product.origin}/verification?mode=verifyEmail`)
  expect(await alert.innerText()).toContain('Part of the link is missing')
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor()

  const member = await newMember(product, 'Ada Álvarez')
  await member.page.goto(`${product.origin}/verification`)
  await member.page.getByRole('link', { name: 'Open your dashboard' }).click()
  await member.page.waitForURL('**/dashboard')
})
