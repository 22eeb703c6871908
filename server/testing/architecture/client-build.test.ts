import { join } from 'node:path'

import { build, createLogger } from 'vite'
import { expect, test } from 'vitest'

const CLIENT = join(import.meta.dirname, '../../../client')

test('the client builds without a warning', { timeout: 120_000 }, async () => {
  const warnings: string[] = []
  const warn = (message: string) => void warnings.push(message)
  const customLogger = { ...createLogger('warn'), warn, warnOnce: warn }
  await build({
    configFile: join(CLIENT, 'vite.config.ts'),
    mode: 'production',
    customLogger,
    // Nothing is written: the built client in `dist` belongs to other tests.
    build: { write: false, emptyOutDir: false },
  })
  expect([...new Set(warnings)]).toEqual([])
})
