import { defineConfig } from 'vitest/config'

/** How long something may take to become true: on a busy machine a page takes more than Vitest's one second. */
const expectation = { poll: { timeout: 10_000 } }

export default defineConfig({
  test: {
    globalSetup: ['server/testing/global-setup.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{shared,server,client}/**/*.test.{ts,tsx}'],
          exclude: ['client/e2e/**', '**/*.browser.test.ts'],
          testTimeout: 15_000,
          expect: expectation,
        },
      },
      {
        test: {
          name: 'browser',
          // One file at a time leaves half of the smallest machine idle: browser, server and test wait for each other.
          maxWorkers: 2,
          // Apart from the others, some of which measure time.
          sequence: { groupOrder: 1 },
          include: ['client/e2e/**/*.test.ts', '{client,server}/**/*.browser.test.ts'],
          testTimeout: 30_000,
          expect: expectation,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
