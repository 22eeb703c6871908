import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { DAY, HOUR } from '#shared/lib/durations.ts'

import { createScheduledBackups } from './scheduled.ts'

let now = 0
let folder = ''
let made = 0
const log = { info: () => {} }
const newSchedule = (backUpTo?: (file: string) => Promise<void>) =>
  createScheduledBackups({
    settings: { folder, everyHours: 24, keep: 3 },
    clock: () => now,
    backUpTo:
      backUpTo ??
      (async (file) => {
        made += 1
        writeFileSync(file, '')
      }),
    log,
  })
beforeEach(() => {
  now = Date.parse('2026-03-02T05:00:00Z')
  made = 0
  folder = mkdtempSync(join(tmpdir(), 'guildhall-backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

test('one backup is created in each period, whichever process checks and however often', async () => {
  for (let hour = 0; hour < 48; hour++) {
    await newSchedule()()
    now += HOUR
  }
  expect(made).toBe(3)
  expect(readdirSync(folder)).toContain('guildhall-20260303T000000Z.backup')
})

test('the latest scheduled backups are kept, and other files stay', async () => {
  writeFileSync(join(folder, 'by-hand.backup'), '')
  writeFileSync(join(folder, 'guildhall-20260101T000000Z.backup.abc-1.part'), '')
  for (let day = 0; day < 10; day++) {
    await newSchedule()()
    now += DAY
  }
  expect(readdirSync(folder).toSorted()).toEqual([
    'by-hand.backup',
    'guildhall-20260309T000000Z.backup',
    'guildhall-20260310T000000Z.backup',
    'guildhall-20260311T000000Z.backup',
  ])
})

test('a scheduled backup that fails is tried again, and deletes no earlier backup', async () => {
  await newSchedule()()
  now += DAY
  const fails = newSchedule(() => Promise.reject(new Error('The disk is full')))
  await expect(fails()).rejects.toThrow('full')
  expect(readdirSync(folder)).toHaveLength(1)
  await newSchedule()()
  expect(readdirSync(folder)).toHaveLength(2)
})

test('no backup is written while its folder is missing', async () => {
  rmSync(folder, { recursive: true })
  await newSchedule(() => Promise.resolve())()
  expect(made).toBe(0)
})
