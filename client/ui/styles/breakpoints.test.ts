import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const CLIENT = join(import.meta.dirname, '../..')

test('stylesheets use named breakpoints instead of widths', async () => {
  const spelt: string[] = []
  for await (const file of glob('{app,modules,ui}/**/*.css', { cwd: CLIENT })) {
    const css = await readFile(join(CLIENT, file), 'utf8')
    for (const [query] of css.matchAll(/@media[^{]*width[^{]*/g)) spelt.push(`${file}: ${query.trim()}`)
  }
  expect(spelt).toEqual([])
})
