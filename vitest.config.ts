import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

import { LongestFirst } from '#server/tasks/checks/longest-first.ts'
import { findFirestoreEmulator } from '#server/tools/firestore-emulator.ts'

/**
 * Milliseconds in which an expectation has to become true: on a busy machine a page takes more than Vitest's one
 * second.
 */
const pollFor = (timeout: number) => ({ poll: { timeout } })

/** Tests that start programs and mostly wait for them. */
const ofPrograms = [
  'server/demo/demo.test.ts',
  'server/main.test.ts',
  'server/modules/operations/client-errors/process.test.ts',
  'server/modules/notifications/emails/sending/sender-process.test.ts',
  'server/testing/deployment/loki-rules.test.ts',
  'server/tools/auth-emulator/auth-emulator.test.ts',
  'server/workers.test.ts',
]

const unit = {
  // Loading the libraries for each file would be a third of the work.
  isolate: false,
  // Tests that run side by side in a file wait for deadlines.
  maxConcurrency: 12,
  setupFiles: ['server/testing/setup/unit-environment.ts'],
  testTimeout: 15_000,
  hookTimeout: 60_000,
  expect: pollFor(10_000),
}

/**
 * Tests of commands, of races and of processing in the background run again on Google's Firestore emulator, if there
 * is one: the two stores differ in transactions, conflicts, retries and the feed. What only reads has the same SQL
 * with both.
 */
const firestore = {
  test: {
    name: 'firestore',
    include: [
      'server/**/*.firestore.test.ts',
      'server/modules/**/{service,commands,editor,deletion,export,session,exchange,joining,links,import}.test.ts',
      'server/modules/**/{race,invariants,requests,offers,moves,undo,suspension,suspended-members}.test.ts',
      'server/modules/**/organiser-messages/{announcements,groups,stored-messages}.test.ts',
      'server/modules/**/{emails/sender,sender-killed,streams,rsvp-summaries,later-topics}.test.ts',
      'server/modules/**/{guest-awards,fulfilment}.test.ts',
      'server/http/{checks/guards,health}.test.ts',
    ],
    // Services that read, or whose rules hold in any transaction: the contract of stores has those of transactions.
    exclude: [
      'server/modules/{admin,dashboard}/**',
      'server/modules/attendance/{invitations,questions}/service.test.ts',
      'server/modules/conversation/{discussion,feedback,recaps}/service.test.ts',
      'server/modules/people/members/service.test.ts',
      'server/modules/programme/{desk,roster}/service.test.ts',
    ],
    globalSetup: ['server/testing/setup/firestore-setup.ts'],
    setupFiles: ['server/testing/setup/firestore-environment.ts'],
    isolate: false,
    // Tests and the emulator mostly wait for each other, and eight files only wait: six keep two cores busy.
    maxWorkers: 6,
    sequence: { groupOrder: 2 },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: pollFor(10_000),
  },
}

export default defineConfig({
  test: {
    globalSetup: ['server/testing/setup/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['{shared,server,client}/**/*.test.{ts,tsx}'],
          exclude: [...ofPrograms, 'client/e2e/**', '**/*.{browser,firestore}.test.ts'],
          // Tests wait for the disk and for other processes about a third of the time. Vitest caps percentages at 100.
          maxWorkers: Math.ceil(1.5 * availableParallelism()),
        },
      },
      {
        test: {
          ...unit,
          name: 'programs',
          include: ofPrograms,
          // Servers that tests stop must drain in time: no more than the smallest machine has cores.
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'browser',
          // The files of a worker share a server and a browser.
          isolate: false,
          // One more than the smallest machine has cores: a fourth brings nothing.
          maxWorkers: 3,
          // Runs separately from the others, some of which measure time.
          sequence: { groupOrder: 1 },
          include: ['client/e2e/**/*.test.ts', '{client,server}/**/*.browser.test.ts'],
          // Ends tests that hang. Their own waits time out long before, and name what was awaited.
          testTimeout: 120_000,
          expect: pollFor(20_000),
          hookTimeout: 120_000,
        },
      },
      ...(findFirestoreEmulator() ? [firestore] : []),
    ],
  },
})
