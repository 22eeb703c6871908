import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

import { ROOT } from '#server/testing/deployment/deployment.ts'
import { isLabel } from '#server/tools/labels.ts'

const FOLDER = join(ROOT, 'docs/guide')
const PARTS = ['members', 'organisers', 'admins']
/** Bytes. */
const MAX_PICTURE = 40_000

const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8')
const titleOf = (file: string) => /^# (.*)/.exec(read(file))?.[1]
const allOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!)

const pages = globSync('*/*.md', { cwd: FOLDER }).filter((file) => !file.endsWith('/index.md'))
const pictures = JSON.parse(read('pictures.json')) as Record<string, { labels: string[] }>

test.each(pages)('%s has steps, and its bold labels exist in the product', (page) => {
  const text = read(page)
  expect(text).toMatch(/^1\. /m)
  const bold = allOf(text, /\*\*([^*]+)\*\*/g)
  expect(bold.filter((label) => !isLabel(label))).toEqual([])
})

test.each(PARTS)('the index of %s lists each page once, by its title', (part) => {
  const listed = [...read(`${part}/index.md`).matchAll(/^- \[(.*)\]\((.*)\)$/gm)].map(
    ([, title, file]) => `${part}/${file!}: ${title!}`,
  )
  const own = pages.filter((page) => dirname(page) === part)
  expect(listed.toSorted()).toEqual(own.map((page) => `${page}: ${titleOf(page)}`).toSorted())
})

describe('pictures', () => {
  const shown = pages.flatMap((page) => allOf(read(page), /!\[[^\]]+\]\(\.\.\/pictures\/([^)]+)\)/g))

  test('the pages show every picture of the guide, each with a description', () => {
    const files = globSync('*', { cwd: join(FOLDER, 'pictures') })
    expect(shown.toSorted()).toEqual(files.toSorted())
    expect(Object.keys(pictures).toSorted()).toEqual(files.toSorted())
    expect(pages.flatMap((page) => allOf(read(page), /(!\[\])/g))).toEqual([])
  })

  test.each(Object.entries(pictures))(
    '%s shows labels that still exist: otherwise run npm run guide-pictures',
    (_, { labels }) => {
      expect(labels.length).toBeGreaterThan(2)
      expect(labels.filter((label) => !isLabel(label))).toEqual([])
    },
  )

  test.each(Object.keys(pictures))('%s is small', (file) => {
    expect(statSync(join(FOLDER, 'pictures', file)).size).toBeLessThanOrEqual(MAX_PICTURE)
  })
})

test('help names only pages that exist', () => {
  const source = readFileSync(join(ROOT, 'client/app/help/pages-for.ts'), 'utf8')
  const named = allOf(source, /'((?:members|organisers|admins)\/[\w-]+)'/g)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !existsSync(join(FOLDER, `${name}.md`)))).toEqual([])
  expect(named.filter((name) => basename(name) === 'index')).toEqual([])
})
