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
          include: ['client/e2e/**/*.test.ts', '{client,server}/**/*.browser.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
