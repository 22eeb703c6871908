import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'

import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { variablesRead } from '#server/config-advice.ts'
import { readConfig } from '#server/config.ts'
import { NOT_OURS, read, ROOT } from './deployment.ts'

const DOCUMENTS = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT })

/** What is between backticks and starts like a path of the project; `<name>`, `X`, `*` and `…` stand for many. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`((?:server|client|shared|docs|\.ci)\/[^`\s]*)`/g)]
    .map(([, path]) => path!.replace(/\/$/, ''))
    .filter((path) => !/[<>*…{}]|\bX/.test(path))
const linksIn = (text: string) =>
  [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, target]) => target!)
const scriptsIn = (text: string) =>
  [...text.matchAll(/npm run (?:--silent )?([a-z][a-z:-]*)/g)].map(([, name]) => name!)

describe.each(DOCUMENTS)('%s', (document) => {
  const text = read(document)

  test('names only files and folders that exist', () => {
    expect(pathsIn(text).filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('links only to what exists', () => {
    const from = join(ROOT, dirname(document))
    expect(linksIn(text).filter((target) => !existsSync(join(from, target)))).toEqual([])
  })

  test('names only commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    expect(scriptsIn(text).filter((name) => !(name in scripts))).toEqual([])
  })
})

test('each decision has a number of its own, with which its title begins', () => {
  const decisions = DOCUMENTS.filter((document) => document.startsWith('docs/decisions/'))
  const numbers = decisions.map((document) => document.slice('docs/decisions/'.length).split('-', 1)[0]!)
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  expect(decisions.filter((document, at) => !read(document).startsWith(`# ${numbers[at]} `))).toEqual([])
})

test('every container with the data has the volume of compose.yaml, and the same backups', () => {
  const { name } = parse(read('server/deploy/one-machine/compose.yaml')) as { name: string }
  const commands = DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(/^docker run (?:.*\\\n)*.*$/gm)].map(([command]) => command),
  )
  expect(commands.length).toBeGreaterThan(1)
  for (const command of commands) {
    const mounts = [...command.matchAll(/ -v (\S+)/g)].map(([, mount]) => mount)
    expect(mounts).toEqual([`${name}_data:/data`, '/mnt/backups:/backups'])
    expect(command).toContain(' -e DATA_DIR=/data ')
  }
})

const VARIABLES = [...variablesRead()].toSorted()

describe('the configuration', () => {
  test('each variable is a row of the table in README.md', () => {
    const rows = [...read('README.md').matchAll(/^\|[^|]*?`([A-Z_]+)`.*$/gm)].map(([row]) => row).join('\n')
    expect(VARIABLES.filter((name) => !rows.includes(`\`${name}\``))).toEqual([])
  })

  test('.env.example has each variable and no other', () => {
    const example = Object.keys(parseEnv(read('.env.example'))).filter((name) => !NOT_OURS.includes(name))
    expect(example.toSorted()).toEqual(VARIABLES)
  })

  test('.env.example is right but for what has to be filled in', () => {
    const filledIn = Object.fromEntries(
      ['FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN', 'FIREBASE_PROJECT_ID', 'FIREBASE_APP_ID']
        .map((name) => [name, 'x'])
        .concat([['SERVER_SECRET', 'x'.repeat(32)]]),
    )
    expect(readConfig({ ...parseEnv(read('.env.example')), ...filledIn })).toMatchObject({ production: true })
  })
})

test('each jq command skips lines that are torn or foreign', () => {
  const commands = [...read('docs/operations.md').matchAll(/\bjq -(\w+) '([^']*)'/g)]
  expect(commands.length).toBeGreaterThan(3)
  for (const [, options, filter] of commands) {
    expect(options).toContain('R')
    expect(filter).toMatch(/fromjson\? \| objects/)
  }
})
