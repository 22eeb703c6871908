import { defineConfig } from 'vitest/config'

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
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
