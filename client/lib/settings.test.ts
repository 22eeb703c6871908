import { expect, test } from 'vitest'

import { REQUIRED_SETTINGS } from '#shared/lib/client-settings.ts'

import { authDomainOf, parseSettings } from './settings.ts'

const settings = {
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'guildhall.example',
  FIREBASE_PROJECT_ID: 'guildhall',
  FIREBASE_APP_ID: 'app',
  PRODUCT_NAME: 'Guildhall',
  PRODUCT_SLUG: 'guildhall',
  RELEASE: '1',
  AUTH_EMULATOR: false,
  HOST: 'localhost:3000',
}

test('the page’s settings are read as the server wrote them', () => {
  expect(parseSettings(JSON.stringify(settings))).toEqual(settings)
})

test.for(REQUIRED_SETTINGS)('an error names %s when it is missing', (name) => {
  const message = `Missing required env: ${name}`
  expect(() => parseSettings(JSON.stringify({ ...settings, [name]: undefined }))).toThrow(message)
  expect(() => parseSettings(JSON.stringify({ ...settings, [name]: ' ' }))).toThrow(message)
})

test.for([null, '', '{}'])(
  'a page with the settings %j fails with the name of the first required setting',
  (json) => {
    expect(() => parseSettings(json)).toThrow('Missing required env: FIREBASE_API_KEY')
  },
)

test('the auth domain is our own host over https, and the provider’s over http', () => {
  expect(authDomainOf(settings, { protocol: 'https:', host: 'members.example:8443' })).toBe(
    'members.example:8443',
  )
  expect(authDomainOf(settings, { protocol: 'http:', host: 'localhost:3000' })).toBe('guildhall.example')
})
