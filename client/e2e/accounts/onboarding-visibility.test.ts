import { expect, test } from 'vitest'

import { expectAccessibleInEveryViewport } from '#client/e2e/accessibility.ts'
import { call, openSignedIn } from '#client/e2e/members.ts'
import { newPerson } from '#client/e2e/people.ts'
import { runProduct } from '#client/e2e/product.ts'

const product = runProduct()

test('one default decides who sees the profile, each field can differ, and a reload keeps both', async () => {
  const page = await product.newBrowser({ reducedMotion: 'reduce' })
  await openSignedIn(page, product.origin, await newPerson(product.emulator), '/onboarding?step=3')
  await page.getByLabel('Name', { exact: true }).fill('Joan Clarke')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  const everything = page.getByLabel('Who can see your profile')
  const customise = page.getByText('Customise per field')
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const chosen = (select = everything) =>
    select.evaluate((element: HTMLSelectElement) => element.selectedOptions[0]?.label)
  await everything.waitFor()
  expect(await chosen()).toBe('Members')
  expect(await field('Company').isVisible()).toBe(false)

  await everything.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await field('Company').waitFor()
  await everything.selectOption({ label: 'Only me' })
  expect([await chosen(field('Company')), await chosen(field('Email'))]).toEqual(['Only me', 'Only me'])
  await everything.selectOption({ label: 'Everyone on the internet' })
  expect([await chosen(field('Company')), await chosen(field('Email'))]).toEqual([
    'Everyone on the internet',
    'Only me',
  ])
  await page.getByText('Except: Phone (Only me) and Email (Only me)').waitFor()
  await expectAccessibleInEveryViewport(page)

  await field('Phone').selectOption({ label: 'Connections' })
  await page.getByText('Except: Email (Only me)').waitFor()
  await field('Company').selectOption({ label: 'Members' })
  expect(await chosen()).toBe('Custom')
  await page.reload()
  await field('Company').waitFor()
  expect(await chosen()).toBe('Custom')
  await everything.selectOption({ label: 'Members' })
  expect([await chosen(), await chosen(field('Photo')), await chosen(field('Email'))]).toEqual([
    'Members',
    'Members',
    'Only me',
  ])
  await page.reload()
  await everything.waitFor()
  expect([await chosen(), await customise.isVisible()]).toEqual(['Members', true])
  expect(await field('Company').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Save and finish' }).click()
  await page.waitForURL('**/dashboard')
  expect((await call(page, 'GET', '/api/me')).body).toMatchObject({
    visibility: { photo: 'members', company: 'members', email: 'me', phone: 'connections' },
  })
})
