import { randomUUID } from 'node:crypto'

import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'

import { settingsPath } from '#shared/lib/paths/profile.ts'
import { expectAccessible, expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'
import { press, type } from '#client/e2e/keyboard.ts'
import { call, openSignedIn } from '#client/e2e/members.ts'
import { newestLink, newPerson, signIn } from '#client/e2e/people.ts'
import { runProduct } from '#client/e2e/product.ts'

import { standInForGoogle } from './google-stand-in.ts'

const STRANGER = 'the stranger’s password'
const OWNER = 'the owner’s password'

const product = runProduct()
let stranger: Page
let owner: Page

beforeEach(async () => {
  stranger = await product.newBrowser({ reducedMotion: 'reduce' })
  owner = await product.newBrowser({ reducedMotion: 'reduce' })
})

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** A stranger registers the address first, and waits in their tab for its owner to click. */
async function createAsStranger(email: string) {
  await stranger.goto(`${product.origin}/onboarding`)
  await stranger.getByLabel('Email').fill(email)
  await stranger.getByLabel('Password', { exact: true }).fill(STRANGER)
  await button(stranger, 'Create account').click()
  await title(stranger, 'Verify your email').waitFor()
  return newestLink(product.emulator, product.origin, email)
}

/** Neither the stranger's tab nor their password gets in. */
async function expectStrangerOut(email: string) {
  await stranger.getByText('Waiting for verification', { exact: true }).waitFor({ state: 'detached' })
  expect((await call(stranger, 'GET', '/api/me')).status).toBe(401)
  await expect(product.emulator.signIn(email, STRANGER)).rejects.toThrow('INVALID')
}

test('the owner of an admin’s address takes over the account that a stranger created with it', async () => {
  const email = product.admins[0]!
  const link = await createAsStranger(email)
  await owner.goto(link)
  await owner.getByText(/was created on .+ with Chrome on \w+\. You aren’t signed in/).waitFor()
  await expectAccessibleInEveryViewport(owner)
  // Nothing happens on load, and an empty click is no click.
  await button(owner, 'Verify email').click()
  await owner.getByText('Enter your password').waitFor()
  expect(await product.emulator.oobCodes(email)).toHaveLength(1)

  await press(button(owner, 'I don’t know the password'))
  await owner.getByText('Choose a new password. It replaces every other way').waitFor()
  await expectAccessible(owner)
  await type(owner.getByLabel('New password', { exact: true }), OWNER)
  await press(button(owner, 'Save password and verify'))
  await title(owner, 'Email verified').waitFor()
  await owner.getByRole('link', { name: 'Continue' }).click()
  await title(owner, 'About you').waitFor()
  expect((await call(owner, 'GET', '/api/me')).body).toMatchObject({ email, role: 'admin' })
  await expectStrangerOut(email)
})

test('a person removes an account that someone else created with their address', async () => {
  const email = product.admins[1]!
  await owner.goto(await createAsStranger(email))
  await button(owner, 'I didn’t create this account').click()
  await owner.getByRole('dialog').getByText('the person who created it is signed out').waitFor()
  await expectAccessibleInEveryViewport(owner)
  await button(owner, 'Remove account').click()
  await title(owner, 'Account removed').waitFor()
  await expectAccessible(owner)
  await stranger.getByText('Waiting for verification', { exact: true }).waitFor({ state: 'detached' })
  expect((await call(stranger, 'GET', '/api/me')).status).toBe(401)
  await expect(product.emulator.signIn(email, STRANGER)).rejects.toThrow('NOT_FOUND')
})

test('a person who opens the link in another browser verifies with the password of the account', async () => {
  const email = `${randomUUID()}@people.test`
  await owner.goto(await createAsStranger(email))
  await owner.getByLabel('Password', { exact: true }).fill('not this one')
  await button(owner, 'Verify email').click()
  await owner.getByText('Wrong email or password.').waitFor()
  await owner.getByLabel('Password', { exact: true }).fill(STRANGER)
  await button(owner, 'Verify email').click()
  await title(owner, 'Email verified').waitFor()
  await owner.getByRole('link', { name: 'Continue' }).click()
  await title(owner, 'About you').waitFor()
  // The first browser is the same person's, and stays signed in.
  await title(stranger, 'About you').waitFor()
  expect((await call(stranger, 'GET', '/api/me')).body).toMatchObject({ email, role: 'member' })
})

test('a click on the link by the owner of an address does not give it to a stranger’s account', async () => {
  const email = product.admins[2]!
  const person = await newPerson(product.emulator)
  await openSignedIn(stranger, product.origin, person, settingsPath())
  await button(stranger, 'Change email').click()
  await stranger.getByLabel('New email').fill(email)
  await button(stranger, 'Send link').click()
  await stranger.getByText('We sent a link to').waitFor()

  await owner.goto(await newestLink(product.emulator, product.origin, person.email))
  await owner.getByText('asked to use').waitFor()
  expect(await owner.getByRole('main').innerText()).toContain(person.email)
  expect(await button(owner, 'Change email').count()).toBe(0)
  await expectAccessibleInEveryViewport(owner)
  await owner.getByLabel('Password', { exact: true }).fill('a guess of mine')
  await button(owner, 'Sign in and change email').click()
  await owner.getByText('Wrong email or password.').waitFor()
  await expect(product.emulator.signIn(person.email, person.password)).resolves.toBeTruthy()
})

test('a sign-in with Google replaces an account that someone else created with the address', async () => {
  const email = `${randomUUID()}@people.test`
  await createAsStranger(email)
  const { uid } = await product.emulator.signIn(email, STRANGER)
  await new Promise((resolve) => void setTimeout(resolve, 3_500))
  await owner.goto(`${product.origin}/login`)
  const google = await standInForGoogle(owner)
  const opened = owner.waitForEvent('popup')
  await button(owner, 'Continue with Google').click()
  const popup = await opened
  await popup.waitForURL(/\/emulator\/auth\/handler/)
  await google.choose(popup, { sub: randomUUID(), email })
  await title(owner, 'About you').waitFor()
  const { body } = await call<{ id: string }>(owner, 'GET', '/api/me')
  expect(body.id).not.toBe(uid)
  await expectStrangerOut(email)
})

test('a password reset of an account that was never verified locks out the person who created it', async () => {
  const email = `${randomUUID()}@people.test`
  await createAsStranger(email)
  await owner.goto(`${product.origin}/reset-password`)
  await owner.getByLabel('Email').fill(email)
  await button(owner, 'Send link').click()
  await owner.getByText('a reset link is on its way').waitFor()
  await owner.goto(await newestLink(product.emulator, product.origin, email))
  await owner.getByLabel('New password', { exact: true }).fill(OWNER)
  await button(owner, 'Save password').click()
  await title(owner, 'About you').waitFor()
  await expectStrangerOut(email)
  await signIn(await product.newBrowser(), product.origin, { email, password: OWNER })
})
