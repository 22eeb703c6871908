import { defineConfig } from 'vitest/config'

import { LongestFirst } from '#server/tasks/checks/longest-first.ts'
import { findFirestoreEmulator } from '#server/testing/firestore-emulator.ts'

/** How long something may take to become true: on a busy machine a page takes more than Vitest's one second. */
const patience = (timeout: number) => ({ poll: { timeout } })

/** These start programs and mostly wait for them. None measures time, so that `npm test` runs them beside other checks. */
const ofPrograms = [
  'server/demo/demo.test.ts',
  'server/features/client-errors/process.test.ts',
  'server/features/emails/sender-process.test.ts',
  'server/testing/{auth-emulator,loki-rules}.test.ts',
]

const unit = {
  // Loading the libraries for each file would be a third of the work.
  isolate: false,
  setupFiles: ['server/testing/unit-environment.ts'],
  testTimeout: 15_000,
  hookTimeout: 60_000,
  expect: patience(10_000),
}

/** What uses the store, once more on Google's Firestore emulator, where there is one. */
const firestore = {
  test: {
    name: 'firestore',
    include: [
      'server/**/*.firestore.test.ts',
      'server/features/**/*.test.ts',
      'server/http/{guards,health}.test.ts',
    ],
    // These start processes, which have SQLite, break its file, measure time, or take long for what needs no store.
    exclude: [
      ...ofPrograms,
      '**/*.browser.test.ts',
      'server/features/invitations/import-outage.test.ts',
      'server/features/session/many-at-once.test.ts',
      'server/features/rsvps/{replicas,reconcile-*}.test.ts',
      'server/features/admin/members/actions.test.ts',
      'server/features/calendar/{content-line,ical,zone-definition}.test.ts',
      'server/features/push/sender.test.ts',
      'server/features/connections/pair-table.test.ts',
      'server/features/{check-in/codes,images/webp,meetings/rules,members/visibility}.test.ts',
      'server/features/{prestige/properties,push/endpoint,session/cookie}.test.ts',
    ],
    globalSetup: ['server/testing/firestore-setup.ts'],
    setupFiles: ['server/testing/firestore-environment.ts'],
    isolate: false,
    // Mostly waiting for the emulator, or it for them: three keep two cores busy.
    maxWorkers: 3,
    sequence: { groupOrder: 2 },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: patience(10_000),
  },
}

export default defineConfig({
  test: {
    globalSetup: ['server/testing/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['{shared,server,client}/**/*.test.{ts,tsx}'],
          exclude: [...ofPrograms, 'client/e2e/**', '**/*.{browser,firestore}.test.ts'],
          // By default one core of two is left idle.
          maxWorkers: '100%',
        },
      },
      {
        test: {
          ...unit,
          name: 'programs',
          include: ofPrograms,
          maxWorkers: 3,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'browser',
          // The files of a worker share a server and a browser.
          isolate: false,
          // One more than the smallest machine has cores: what a test waits for is often no work.
          maxWorkers: 3,
          // Apart from the others, some of which measure time.
          sequence: { groupOrder: 1 },
          include: ['client/e2e/**/*.test.ts', '{client,server}/**/*.browser.test.ts'],
          // Ends what hangs. What a test waits for gives up long before, and says what it was.
          testTimeout: 120_000,
          expect: patience(20_000),
          hookTimeout: 120_000,
        },
      },
      ...(findFirestoreEmulator() ? [firestore] : []),
    ],
  },
})
