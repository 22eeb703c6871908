import { expect, test } from 'vitest'

import { fillPage } from './page-data.ts'

const SETTINGS = {
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'domain',
  FIREBASE_PROJECT_ID: 'project',
  FIREBASE_APP_ID: 'app',
  PRODUCT_NAME: 'Guildhall',
  PRODUCT_SLUG: 'guildhall',
  RELEASE: '1',
  AUTH_EMULATOR: false,
}
const METHODS = [
  '<button type="button" data-sign-in-code="true" class="a">Code</button>',
  '<button type="button" class="a">Google</button>',
]
const PAGE = `<script type="application/json" id="settings"></script>${METHODS.join('')}${METHODS.join('')}`

test('a page has the buttons for codes where people can sign in with them', () => {
  expect(fillPage(PAGE, { ...SETTINGS, SIGN_IN_CODES: true })).toContain(METHODS.join(''))
})

test('a page without codes keeps only the other buttons', () => {
  const page = fillPage(PAGE, SETTINGS)
  expect(page).not.toContain('Code')
  expect(page.endsWith(METHODS[1]! + METHODS[1]!)).toBe(true)
})
