import { describe, expect, test } from 'vitest'

import { readConfig } from '#server/config/config.ts'

import { configAdvice, credentialsAdvice, folderProblems, type Folders, variablesRead } from './advice.ts'
import type { Folder } from './folders.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'guildhall.firebaseapp.com',
  FIREBASE_PROJECT_ID: 'guildhall',
  FIREBASE_APP_ID: '1:2:web:3',
  PUBLIC_ORIGIN: 'https://guildhall.example',
  SERVER_SECRET: '0123456789abcdefghijklmnopqrstuv',
  TRUST_PROXY: '10.0.0.0/8',
  ADMIN_EMAILS: 'ada@guildhall.example',
  SMTP_URL: 'smtps://user:secret@mail.example',
  MAIL_FROM: 'hello@guildhall.example',
  RELEASE: '1.4.0',
  DATA_DIR: '/data',
  BACKUP_DIR: '/backups',
  BACKUP_KEY: 'k'.repeat(32),
}
const onDisk = (device: number): Folder => ({ exists: true, device, problem: undefined })
const MISSING: Folder = { exists: false, device: 1, problem: undefined }
const READ_ONLY: Folder = { exists: true, device: 1, problem: 'cannot be written by this user' }
const TWO_DISKS: Folders = {
  dataDir: onDisk(1),
  backupDir: onDisk(2),
  imagesDir: undefined,
  sourceMapsDir: onDisk(1),
}

function advice(env: Record<string, string> = {}, folders: Partial<Folders> = {}) {
  const all = { ...PRODUCTION, ...env }
  return [...configAdvice(readConfig(all), all, { ...TWO_DISKS, ...folders })]
}

test('a configuration without weaknesses gets no advice', () => {
  expect(advice()).toEqual([])
  expect(advice({ LOG_LEVEL: 'warn' })).toEqual([])
})

test.for([
  [{ ADMIN_EMAILS: '' }, 'ADMIN_EMAILS is not set'],
  [{ SMTP_URL: '', MAIL_FROM: '' }, 'SMTP_URL is not set'],
  [{ TRUST_PROXY: '' }, 'TRUST_PROXY is not set'],
  [{ LOG_LEVEL: 'error' }, 'LOG_LEVEL=error leaves out warnings'],
  [{ LOG_LEVEL: 'silent' }, 'LOG_LEVEL=silent leaves out warnings'],
  [{ RELEASE: '' }, 'RELEASE is not set'],
  [{ BACKUP_DIR: '' }, 'BACKUP_DIR is not set'],
  [{ BACKUP_KEY: '' }, 'BACKUP_KEY is not set'],
  [{ SERVER_SECRET: 'x'.repeat(64) }, 'SERVER_SECRET has few different characters'],
  [{ PUBLIC_ORIGIN: 'http://localhost:3000' }, 'http://localhost:3000 is plain http'],
  [{ FIREBASE_PROJECT_ID: 'demo-guildhall' }, 'FIREBASE_PROJECT_ID begins with demo-'],
  [{ FIRESTORE_DATABASE: 'members' }, 'FIRESTORE_DATABASE has no effect'],
  [{ BACKUP_DIR: '/data/backups' }, 'BACKUP_DIR is in DATA_DIR'],
  [{ DATA_DIR: 'data', BACKUP_DIR: 'data' }, 'BACKUP_DIR is in DATA_DIR'],
] as const)('%o gets the advice: %s', ([env, sentence]) => {
  expect(advice(env)).toEqual([expect.stringContaining(sentence)])
})

describe('folders', () => {
  test('backups on the disk of the data get a warning', () => {
    expect(advice({}, { backupDir: onDisk(1) })).toEqual([expect.stringContaining('same disk')])
    expect(advice({ DATA_DIR: '/data', BACKUP_DIR: '/data-backups' })).toEqual([])
  })

  test('a missing folder is reported, because it may be a volume that is not mounted', () => {
    expect(advice({}, { dataDir: MISSING })).toEqual([expect.stringContaining('/data does not exist')])
    expect(advice({}, { backupDir: MISSING })).toEqual([expect.stringContaining('/backups does not exist')])
    const firestore = { STORE: 'firestore', BACKUP_DIR: '', BACKUP_KEY: '' }
    for (const env of [{}, firestore]) {
      expect(advice({ ...env, IMAGES_DIR: '/images' }, { imagesDir: MISSING })).toEqual([
        expect.stringContaining('/images does not exist'),
      ])
    }
  })

  test('a data folder is not required with Firestore', () => {
    const firestore = { STORE: 'firestore', BACKUP_DIR: '', BACKUP_KEY: '', FIRESTORE_DATABASE: 'members' }
    const none = { ...TWO_DISKS, dataDir: MISSING, backupDir: undefined }
    expect(advice(firestore, none)).toEqual([])
    const readOnly = { ...none, dataDir: READ_ONLY }
    expect([...folderProblems(readConfig({ ...PRODUCTION, ...firestore }), readOnly)]).toEqual([])
  })

  test('a folder that cannot be written is a problem', () => {
    const config = readConfig({ ...PRODUCTION, IMAGES_DIR: '/images' })
    expect([...folderProblems(config, TWO_DISKS)]).toEqual([])
    const readOnly = { dataDir: READ_ONLY, backupDir: READ_ONLY, imagesDir: READ_ONLY }
    expect([...folderProblems(config, { ...TWO_DISKS, ...readOnly })]).toEqual([
      'DATA_DIR: /data cannot be written by this user.',
      'BACKUP_DIR: /backups cannot be written by this user.',
      'IMAGES_DIR: /images cannot be written by this user.',
    ])
  })

  test('without a folder for source maps, the server starts and reads fewer stacks', () => {
    const folders = { ...TWO_DISKS, sourceMapsDir: READ_ONLY }
    expect([...folderProblems(readConfig(PRODUCTION), folders)]).toEqual([])
    expect(advice({}, folders)).toEqual([
      expect.stringContaining('SOURCE_MAPS_DIR: /data/source-maps cannot be written by this user, so'),
    ])
  })
})

describe('names', () => {
  test('an unknown variable with one of our prefixes is reported as a typo', () => {
    expect(advice({ SMTP_URI: 'smtps://mail.example' })).toEqual([
      'SMTP_URI is not read by the server. It reads SMTP_URL.',
    ])
    expect(advice({ BACKUP_FOLDER: '/backups' })).toEqual([
      expect.stringMatching(/^BACKUP_FOLDER .*BACKUP_KEY, BACKUP_DIR/),
    ])
    expect(advice({ MAIL_TO: '', PATH: '/usr/bin', SMTPD: 'x' })).toEqual([])
  })

  test('variables that the server reads are known names', () => {
    expect([...variablesRead()]).toEqual(
      expect.arrayContaining(['PORT', 'MAIL_RATE', 'VAPID_SUBJECT', 'FIRESTORE_EMULATOR_HOST']),
    )
  })
})

test('outside production, settings for development count as weak', () => {
  const env = { ...PRODUCTION, NODE_ENV: 'development', PUBLIC_ORIGIN: '', ADMIN_EMAILS: '', MAIL_TO: 'x' }
  expect([...configAdvice(readConfig(env), env, TWO_DISKS)]).toEqual([
    expect.stringContaining('MAIL_TO'),
    expect.stringContaining('NODE_ENV is not production'),
  ])
})

test('a service account of another project gets a warning', () => {
  const config = readConfig(PRODUCTION)
  expect([...credentialsAdvice(config, { project_id: 'another' })]).toEqual([
    expect.stringContaining('belongs to the project another'),
  ])
  for (const right of [undefined, { project_id: 'guildhall' }, { type: 'external_account' }])
    expect([...credentialsAdvice(config, right)]).toEqual([])
})
