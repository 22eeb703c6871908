import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const IMPORT = /\b(?:from|import)[\s(]*'(#|\.\/)([^']+\.tsx?)'/g

/**
 * The store and its views share the reading of rows; the store on Firestore and its feed share documents; the access
 * to a chapter is decided by its members; connections are searched as the directory is.
 */
const MUTUAL = [
  'server/modules/chapters ⇄ server/modules/chapters/chapters',
  'server/modules/chapters ⇄ server/modules/chapters/memberships',
  'server/modules/people/connections ⇄ server/modules/people/directory',
  'server/store ⇄ server/views',
  'server/store/firestore ⇄ server/store/firestore/feed',
]

const files = globSync('{client,server,shared}/**/*.{ts,tsx}', {
  cwd: ROOT,
  exclude: ['**/*.test.{ts,tsx}', '**/{node_modules,testing,e2e}/**'],
})

/** Folders that a file imports from. */
function foldersOf(file: string) {
  const imports = readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)
  return [...imports].map(([, start, path = '']) => dirname(start === '#' ? path : join(dirname(file), path)))
}

test('two folders do not import each other', () => {
  const imports = new Set(
    files.flatMap((file) => foldersOf(file).map((folder) => `${dirname(file)} ⇄ ${folder}`)),
  )
  const mutual = [...imports].filter((pair) => {
    const [folder = '', other = ''] = pair.split(' ⇄ ')
    return folder < other && imports.has(`${other} ⇄ ${folder}`)
  })
  expect(mutual.toSorted()).toEqual(MUTUAL)
})
