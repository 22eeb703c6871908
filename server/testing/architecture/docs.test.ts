import { randomUUID } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { SERVICE_PROBLEMS } from '#shared/admin/overview.ts'
import { variablesRead } from '#server/config/advice.ts'
import { readConfig } from '#server/config/config.ts'
import { cleanEntry } from '#server/modules/operations/client-errors/entries/entry.ts'
import { createLineWriter } from '#server/modules/operations/client-errors/record.ts'
import { arrows, isUpward, MODULE_MAP, moduleMap, MODULES } from '#server/tasks/generators/module-map.ts'
import { referencePages } from '#server/tasks/generators/reference.ts'
import {
  clientErrorBatch,
  clientErrorEntry,
} from '#server/testing/fixtures/client-errors/client-error-batch.ts'
import { NOT_OURS, read, ROOT } from '#server/testing/deployment/deployment.ts'

const DOCUMENTS = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT })

/** Paths of the project between backticks and in commands; `<name>`, `X`, `*` and `…` stand for many. */
const pathsIn = (text: string) =>
  [...text.matchAll(/(?:`|^npx .* |node )((?:server|client|shared|docs|\.ci)\/[^`\s]*)/gm)]
    .map(([, path]) => path!.replace(/[/,]$/, ''))
    .filter((path) => !/[<>*…{}]|\bX/.test(path))
const linksIn = (text: string) =>
  [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, target]) => target!)
const headingLinksIn = (text: string) =>
  [...text.matchAll(/\]\(([^):#]*)#([^)]+)\)/g)].map(([, file, heading]) => ({
    file: file!,
    heading: heading!,
  }))
/** The headings as they appear in addresses. */
const headingsOf = (text: string) =>
  new Set(
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
      title!
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    ),
  )
const scriptsIn = (text: string) =>
  [...text.matchAll(/npm run (?:--silent )?([a-z][a-z:-]*)/g)].map(([, name]) => name!)

describe.each(DOCUMENTS)('%s', (document) => {
  const text = read(document)

  test('a document names only files and folders that exist', () => {
    expect(pathsIn(text).filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('a document links only to existing pages', () => {
    const from = join(ROOT, dirname(document))
    expect(linksIn(text).filter((target) => !existsSync(join(from, target)))).toEqual([])
  })

  test('a document links only to headings that exist', () => {
    const broken = headingLinksIn(text).filter(({ file, heading }) => {
      const page = file === '' ? document : join(dirname(document), file)
      return !headingsOf(read(page)).has(heading)
    })
    expect(broken).toEqual([])
  })

  test('a document names only commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    expect(scriptsIn(text).filter((name) => !(name in scripts))).toEqual([])
  })
})

describe('the decisions', () => {
  const decisions = DOCUMENTS.filter((document) => document.startsWith('docs/decisions/'))
  const numbers = decisions.map((document) => document.slice('docs/decisions/'.length).split('-', 1)[0]!)

  test('each decision has a number of its own, with which its title begins', () => {
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
    expect(decisions.filter((document, at) => !read(document).startsWith(`# ${numbers[at]} `))).toEqual([])
  })

  test.each(decisions)('%s has a status, a context, a decision and consequences in 45 lines', (document) => {
    const text = read(document)
    expect(text).toMatch(/^Status: (?:accepted\.|superseded by \d{3}\.)/m)
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual([
      'Context',
      'Decision',
      'Consequences',
    ])
    expect(text.split('\n').length).toBeLessThanOrEqual(45)
  })

  test('every decision that the code or a document names exists', () => {
    const files = globSync(
      ['*.md', 'docs/**/*.md', 'Dockerfile', '{server,client,shared}/**/*.{ts,tsx,css,yaml,conf}'],
      { cwd: ROOT },
    )
    const named = files.flatMap((file) =>
      [...read(file).matchAll(/\bdecisions? (\d{3})(?: and (\d{3}))?|decisions\/(\d{3})-/gi)]
        .flatMap(([, ...found]) => found.filter((number) => number !== undefined))
        .map((number) => ({ file, number })),
    )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter(({ number }) => !numbers.includes(number))).toEqual([])
  })
})

test('each documented docker command mounts the data volume of compose.yaml and the backups', () => {
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

test.each([
  ['README.md', 100],
  ['ARCHITECTURE.md', 120],
  ['docs/operations.md', 350],
])('%s has at most %i lines', (document, limit) => {
  expect(read(document).trimEnd().split('\n').length).toBeLessThanOrEqual(limit)
})

const VARIABLES = [...variablesRead()].toSorted()

/** First column of each row of the tables of a page. */
const firstCells = (text: string) =>
  [...text.matchAll(/^\| (.*?) +\|/gm)].map(([, cell]) => cell!).filter((cell) => /^[`A-Z]/.test(cell))
const inCode = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)

/** Required settings of a production server. */
const REQUIRED = {
  ...Object.fromEntries(
    ['FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN', 'FIREBASE_PROJECT_ID', 'FIREBASE_APP_ID'].map((name) => [
      name,
      'x',
    ]),
  ),
  SERVER_SECRET: 'x'.repeat(32),
}

describe('the reference of settings', () => {
  const rows = [
    ...read('docs/reference/settings.md').matchAll(/^\| `([A-Z_]+)` +\| (.*?) +\| (.*?) +\|$/gm),
  ].map(([, name, standard, meaning]) => ({ name: name!, standard: standard!, meaning: meaning! }))

  test('the reference of settings has each variable and no other', () => {
    const names = rows.map(({ name }) => name).filter((name) => !NOT_OURS.includes(name))
    expect(names.toSorted()).toEqual(VARIABLES)
  })

  test.each(rows.filter(({ standard }) => standard.startsWith('`')))(
    'the default of $name is $standard',
    ({ name, standard }) => {
      const [development, production = development] = inCode(standard)
      expect(readConfig({ ...REQUIRED, [name]: development })).toEqual(readConfig(REQUIRED))
      if (name === 'NODE_ENV' || name === 'PUBLIC_ORIGIN') return
      const inProduction = { ...REQUIRED, NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://a.example' }
      expect(readConfig({ ...inProduction, [name]: production })).toEqual(readConfig(inProduction))
    },
  )

  test.each(rows)('the reference documents the values that $name allows', ({ name, meaning }) => {
    const problem = problemsOf(name)
    const [, from, to] = /must be a whole number from (\d+) to (\d+)/.exec(problem) ?? []
    const [, choices = ''] = /must be one of (.*)\./.exec(problem) ?? []
    const allowed = [from && `${from} to ${to}`, ...choices.split(', ').map((choice) => `\`${choice}\``)]
    const isMissing = (text: string) =>
      !meaning.includes(text) && !['``', '`on`', '`development`'].includes(text)
    expect(allowed.filter((text) => text !== undefined).filter(isMissing)).toEqual([])
  })
})

/** The configuration's message about an invalid value of one variable. */
function problemsOf(name: string) {
  try {
    readConfig({ ...REQUIRED, [name]: 'wrong' })
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('the reference of the log', () => {
  const page = read('docs/reference/log.md')
  const [, , clientErrors = '', linesToKnow = ''] = page.split('\n## ')

  test('the reference of the log has each field of a client error and no other', () => {
    const write = createLineWriter(() => 'hash')
    const entry = cleanEntry({
      ...clientErrorEntry(),
      componentStack: 'at App',
      lastAt: new Date().toISOString(),
      requestId: randomUUID(),
    })
    const stacks = {
      calls: { text: 'Error: x', ownFrames: [], symbolicated: true },
      components: { text: 'at App' },
    }
    const sender = {
      batch: clientErrorBatch([]),
      skewMs: 0,
      receivedAt: Date.now(),
      userId: 'ada',
      network: 'net',
    }
    const { level, time, msg, ...record } = JSON.parse(write(entry, stacks, sender).line)
    expect([level, typeof time, msg]).toEqual(['error', 'number', 'client error'])
    expect(firstCells(clientErrors).flatMap(inCode).toSorted()).toEqual(leavesOf(record).toSorted())
  })

  test('the reference of the log explains only lines that the server writes', () => {
    const source = globSync('server/**/*.ts', { cwd: ROOT, exclude: (name) => name.endsWith('.test.ts') })
      .map(read)
      .join('\n')
    const messages = firstCells(linesToKnow)
      .flatMap(inCode)
      .filter((name) => name !== 'msg')
    expect(messages.length).toBeGreaterThan(10)
    expect(messages.filter((message) => !source.includes(`'${message}`))).toEqual([])
  })
})

const leavesOf = (value: object, path = ''): string[] =>
  Object.entries(value).flatMap(([name, child]) =>
    typeof child === 'object' && child !== null ? leavesOf(child, `${path}${name}.`) : [`${path}${name}`],
  )

test.each(Object.entries(referencePages()))('%s is what npm run reference writes', (file, content) => {
  expect(read(file)).toBe(content)
})

test('docs/pictures/modules.svg is what npm run module-map draws', () => {
  expect(readFileSync(MODULE_MAP, 'utf8') === moduleMap(), 'Run npm run module-map.').toBe(true)
})

test.each(['server', 'client', 'shared'])('no module of %s imports from a later one', (place) => {
  const code = arrows().filter(({ side }) => side === place)
  expect(code.length).toBeGreaterThan(10)
  const upward = code.filter(isUpward).map(({ from, to }) => `${MODULES[from]} → ${MODULES[to]}`)
  expect(upward).toEqual([])
})

test('every problem of /health/ready is in the runbook', () => {
  const runbook = read('docs/operations.md')
  expect(SERVICE_PROBLEMS.filter((problem) => !runbook.includes(`\`${problem}\``))).toEqual([])
})

describe('the configuration', () => {
  test('.env.example has each variable and no other', () => {
    const example = Object.keys(parseEnv(read('.env.example'))).filter((name) => !NOT_OURS.includes(name))
    expect(example.toSorted()).toEqual(VARIABLES)
  })

  test('.env.example is valid except for values that have to be filled in', () => {
    expect(readConfig({ ...parseEnv(read('.env.example')), ...REQUIRED })).toMatchObject({ production: true })
  })
})

test('each documented jq command skips truncated and foreign lines', () => {
  const commands = [
    ...DOCUMENTS.map(read)
      .join('\n')
      .matchAll(/\bjq -(\w+) '([^']*)'/g),
  ]
  expect(commands.length).toBeGreaterThan(2)
  for (const [, options, filter] of commands) {
    expect(options).toContain('R')
    expect(filter).toMatch(/fromjson\? \| objects/)
  }
})
