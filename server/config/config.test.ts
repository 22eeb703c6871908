import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { ConfigError, readConfig } from './config.ts'

const FIREBASE = {
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'guildhall.firebaseapp.com',
  FIREBASE_PROJECT_ID: 'guildhall',
  FIREBASE_APP_ID: '1:2:web:3',
}
const SECRET = 'x'.repeat(32)
const PRODUCTION = {
  ...FIREBASE,
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://guildhall.example',
  SERVER_SECRET: SECRET,
}

function validate(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

test('development needs nothing but the identity provider', () => {
  expect(readConfig(FIREBASE)).toMatchObject({
    production: false,
    host: '127.0.0.1',
    port: 3000,
    origins: ['http://localhost:3000'],
    trustProxy: [],
    store: 'sqlite',
    firestoreDatabase: '(default)',
    sessionMaxAge: 5 * 24 * 60 * 60 * 1000,
    drainDelay: 0,
    staticCache: true,
    sourceMapsDir: join('.data', 'source-maps'),
    client: {
      ...FIREBASE,
      PRODUCT_NAME: 'Guildhall',
      PRODUCT_SLUG: 'guildhall',
      AUTH_EMULATOR: false,
      HOST: 'localhost:3000',
    },
  })
})

test('production listens on all interfaces and keeps serving for a drain delay', () => {
  expect(readConfig(PRODUCTION)).toMatchObject({
    production: true,
    host: '0.0.0.0',
    origins: ['https://guildhall.example'],
    drainDelay: 3000,
  })
})

describe('emails', () => {
  const mail = (env: Record<string, string>) => readConfig({ ...FIREBASE, ...env }).mail
  const SMTP_URL = 'smtps://user:secret@mail.example'

  test('emails are sent with a server and a sender, whose name defaults to the product’s', () => {
    expect(mail({})).toBeUndefined()
    expect(mail({ SMTP_URL, MAIL_FROM: 'hello@guildhall.example', PRODUCT_NAME: 'The Guild, Ltd' })).toEqual({
      url: SMTP_URL,
      from: { name: 'The Guild, Ltd', address: 'hello@guildhall.example' },
      rate: 10,
    })
    expect(
      mail({ SMTP_URL, MAIL_FROM: 'The house <hello@guildhall.example>', MAIL_RATE: '50' }),
    ).toMatchObject({
      from: { name: 'The house', address: 'hello@guildhall.example' },
      rate: 50,
    })
  })

  test.for([
    [{ MAIL_FROM: 'hello@guildhall.example' }, 'SMTP_URL is missing'],
    [{ SMTP_URL }, 'MAIL_FROM must be an address'],
    [
      { SMTP_URL: 'https://user:secret@mail.example', MAIL_FROM: 'a@b.example' },
      'SMTP_URL must be an address',
    ],
    [{ SMTP_URL: 'smtp://mail.example/?x=1', MAIL_FROM: 'a@b.example' }, 'SMTP_URL must be an address'],
    [{ SMTP_URL, MAIL_FROM: 'a <x@y.example>, b <c@d.example>' }, 'MAIL_FROM must be an address'],
    [{ SMTP_URL, MAIL_FROM: 'A\nBcc: x <x@y.example>' }, 'MAIL_FROM must be an address'],
  ])('%o is refused with an error that contains no password', ([env, problem]) => {
    const problems = validate({ ...FIREBASE, ...(env as Record<string, string>) })
    expect(problems).toEqual([expect.stringContaining(problem as string)])
    expect(problems.join()).not.toContain('secret')
  })
})

test('every problem is reported at once', () => {
  expect(validate({ NODE_ENV: 'production', PORT: 'x', STORE: 'mongo' })).toEqual([
    'PORT must be a whole number from 0 to 65535.',
    'Missing required env: PUBLIC_ORIGIN',
    'STORE must be one of sqlite, firestore.',
    'Missing required env: FIREBASE_API_KEY',
    'Missing required env: FIREBASE_AUTH_DOMAIN',
    'Missing required env: FIREBASE_PROJECT_ID',
    'Missing required env: FIREBASE_APP_ID',
    'Missing required env: SERVER_SECRET',
  ])
})

test('the id of a Firestore database is checked', () => {
  expect(readConfig({ ...FIREBASE, FIRESTORE_DATABASE: 'guild-hall-2' }).firestoreDatabase).toBe(
    'guild-hall-2',
  )
  expect(validate({ ...FIREBASE, FIRESTORE_DATABASE: 'Guild/Hall' })).toEqual([
    'FIRESTORE_DATABASE: Guild/Hall is not the id of a database: 4 to 63 lower-case letters, digits and hyphens.',
  ])
})

test.each(Object.keys(FIREBASE))('the error for a missing, empty or blank %s names it', (name) => {
  const { [name as keyof typeof FIREBASE]: _, ...without } = FIREBASE
  for (const env of [without, { ...without, [name]: '' }, { ...without, [name]: '  ' }]) {
    expect(validate(env)).toEqual([`Missing required env: ${name}`])
  }
})

test('surrounding blanks and empty list items are ignored', () => {
  const config = readConfig({
    ...FIREBASE,
    NODE_ENV: ' test ',
    PORT: ' 8080 ',
    ADMIN_EMAILS: ' Ada@Example.org ,, grace@example.org,',
    PUBLIC_ORIGIN: 'https://one.example/, https://two.example:8443',
  })
  expect(config.port).toBe(8080)
  expect([...config.adminEmails]).toEqual(['ada@example.org', 'grace@example.org'])
  expect(config.origins).toEqual(['https://one.example', 'https://two.example:8443'])
})

test('a community offers all complete languages, or those that it names, the first by default', () => {
  expect(readConfig(FIREBASE).languages).toEqual(['en', 'de'])
  expect(readConfig({ ...FIREBASE, LANGUAGES: 'en' }).languages).toEqual(['en'])
  expect(readConfig({ ...FIREBASE, LANGUAGES: 'de, en, de' }).languages).toEqual(['de', 'en'])
  const problems = validate({ ...FIREBASE, NODE_ENV: 'production', LANGUAGES: 'en,pt' })
  expect(problems).toContain('LANGUAGES: pt is not one of en, de.')
})

describe('an invalid setting is refused', () => {
  test.each([
    ['NODE_ENV', 'prod'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '0x50'],
    ['PORT', '80.5'],
    ['PORT', '1e3'],
    ['SESSION_MAX_AGE', '299'],
    ['SESSION_MAX_AGE', '1209601'],
    ['DRAIN_DELAY', '9'],
    ['STATIC_CACHE', 'maybe'],
    ['SERVICE_WORKER', 'maybe'],
    ['SIGN_IN_CODES', 'maybe'],
    ['LANGUAGES', 'en,tlh'],
    ['LOG_LEVEL', 'loud'],
    ['PRODUCT_SLUG', 'Guild Hall'],
    ['PRODUCT_SLUG', 'guild--hall'],
    ['PUBLIC_ORIGIN', 'guildhall.example'],
    ['PUBLIC_ORIGIN', 'https://guildhall.example/app'],
    ['PUBLIC_ORIGIN', 'https://user@guildhall.example'],
    ['PUBLIC_ORIGIN', 'ftp://guildhall.example'],
    ['PUBLIC_ORIGIN', 'http://guildhall.example'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '::/0'],
    ['ADMIN_EMAILS', 'ada'],
    ['SERVER_SECRET', 'short'],
    ['RELEASE', 'r'.repeat(65)],
    ['FIREBASE_AUTH_DOMAIN', "a.example; script-src 'unsafe-inline'"],
    ['FIREBASE_AUTH_DOMAIN', 'https://a.example'],
    ['FIREBASE_AUTH_EMULATOR_HOST', 'http://127.0.0.1:9099'],
    ['FIREBASE_AUTH_EMULATOR_HOST', '127.0.0.1'],
  ])('an invalid setting is refused: %s=%s', (name, value) => {
    const [problem, ...others] = validate({ ...FIREBASE, [name]: value })
    expect(problem).toContain(name)
    expect(others).toEqual([])
  })
})

const VAPID = {
  VAPID_PUBLIC_KEY: 'BDzXe0Onn0g4R7MOkOzCTA-NE-Cn4ZjoW6enDqBzUCSP5uxKZGBnZpGdJxrCV0lTUYpu7QQ0V9v6HHI8XJfWhsE',
  VAPID_PRIVATE_KEY: 'zzKdOWtczXyRnLolW27njVHBdHAaiFm-vgEZ2OgBDHg',
  VAPID_SUBJECT: 'mailto:hello@guildhall.example',
}

test('a valid pair of VAPID keys is accepted, and anything else is refused', () => {
  expect(readConfig({ ...FIREBASE, ...VAPID }).vapid).toEqual({
    publicKey: VAPID.VAPID_PUBLIC_KEY,
    privateKey: VAPID.VAPID_PRIVATE_KEY,
    subject: VAPID.VAPID_SUBJECT,
  })
  expect(readConfig(FIREBASE).vapid).toBeUndefined()
  const keys = 'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be a pair'
  const subject = 'VAPID_SUBJECT must be'
  for (const [wrong, ...problems] of [
    [{ VAPID_PRIVATE_KEY: '' }, keys],
    [{ VAPID_PRIVATE_KEY: 'A'.repeat(43) }, keys],
    [{ VAPID_PUBLIC_KEY: 'another' }, keys],
    [{ VAPID_SUBJECT: 'hello@guildhall.example' }, subject],
    [{ VAPID_SUBJECT: '', VAPID_PUBLIC_KEY: '' }, subject, keys],
  ] as const) {
    expect(validate({ ...FIREBASE, ...VAPID, ...wrong })).toEqual(
      problems.map((problem) => expect.stringContaining(problem) as string),
    )
  }
})

test.each(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32', '::1'])('TRUST_PROXY accepts %s', (network) => {
  expect(readConfig({ ...FIREBASE, TRUST_PROXY: network }).trustProxy).toEqual([network])
})

test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
  'plain http is accepted at %s',
  (origin) => expect(readConfig({ ...FIREBASE, PUBLIC_ORIGIN: origin }).origins).toEqual([origin]),
)

test('a server with a public origin refuses to run with development defaults', () => {
  expect(validate({ ...PRODUCTION, NODE_ENV: '' })).toEqual([
    'PUBLIC_ORIGIN: https://guildhall.example is not this machine. To serve others, set NODE_ENV=production.',
  ])
})

describe('production', () => {
  test.each(['FIREBASE_AUTH_EMULATOR_HOST', 'FIRESTORE_EMULATOR_HOST'])('%s is refused', (name) => {
    expect(validate({ ...PRODUCTION, [name]: '127.0.0.1:9099' })).toEqual([
      `${name} must not be set in production: an emulator accepts any identity.`,
    ])
  })

  test.each(['', '  ', ','])('a PUBLIC_ORIGIN of "%s" does not fall back to localhost', (origin) => {
    expect(validate({ ...PRODUCTION, PUBLIC_ORIGIN: origin })).toEqual([
      'Missing required env: PUBLIC_ORIGIN',
    ])
  })

  test('the development secret is refused', () => {
    const { secret } = readConfig(FIREBASE)
    expect(validate({ ...PRODUCTION, SERVER_SECRET: secret })).toEqual([
      'SERVER_SECRET must not be the development secret.',
    ])
  })
})

test('several workers need the SQLite store', () => {
  expect(readConfig(FIREBASE).workers).toBe(1)
  expect(readConfig({ ...FIREBASE, WORKERS: '2' }).workers).toBe(2)
  expect(validate({ ...FIREBASE, WORKERS: '2', STORE: 'firestore' })).toEqual([
    'WORKERS: more than one needs STORE=sqlite. With Firestore, run more replicas.',
  ])
})

test('metrics are off unless they have a port of their own', () => {
  expect(readConfig(FIREBASE).metricsPort).toBeUndefined()
  expect(readConfig({ ...FIREBASE, METRICS_PORT: '9464' }).metricsPort).toBe(9464)
  expect(readConfig({ ...FIREBASE, METRICS_PORT: '9464' }, 3).metricsPort).toBe(9466)
  expect(validate({ ...FIREBASE, METRICS_PORT: '3000' })).toEqual([
    'METRICS_PORT must differ from PORT: metrics are not for browsers.',
  ])
})
