import { defineConfig } from 'vitest/config'

/** How long something may take to become true: on a busy machine a page takes more than Vitest's one second. */
const patience = (timeout: number) => ({ poll: { timeout } })

export default defineConfig({
  test: {
    globalSetup: ['server/testing/global-setup.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{shared,server,client}/**/*.test.{ts,tsx}'],
          exclude: ['client/e2e/**', '**/*.browser.test.ts'],
          // By default one core of two is left idle.
          maxWorkers: '100%',
          testTimeout: 15_000,
          expect: patience(10_000),
        },
      },
      {
        test: {
          name: 'browser',
          // The files of a worker share a server and a browser.
          isolate: false,
          // As many as the smallest machine has cores: three were measured to be no faster.
          maxWorkers: 2,
          // Apart from the others, some of which measure time.
          sequence: { groupOrder: 1 },
          include: ['client/e2e/**/*.test.ts', '{client,server}/**/*.browser.test.ts'],
          // Ends what hangs. What a test waits for gives up long before, and says what it was.
          testTimeout: 120_000,
          expect: patience(20_000),
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
