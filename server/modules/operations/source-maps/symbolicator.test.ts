import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'

import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { createSymbolicator, type Symbolicator } from './symbolicator.ts'

// Processes, builds and waiting readers share the machine with every other test.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const SOURCES = {
  'client/main.js': `
    import { openMeeting } from './modules/meetings/meetings/agenda.js'
    import { callLater } from 'timetable'
    globalThis.startMeeting = function startMeeting(meeting) { return callLater(function whenDue() { return openMeeting(meeting) }) }`,
  'client/modules/meetings/meetings/agenda.js': `
    export function openMeeting(meeting) { return firstLine(meeting.agenda) + 1 }
    function firstLine(agenda) {
      return agenda.lines[0].text
    }`,
  'node_modules/timetable/index.js': `export function callLater(task) { const due = task; return due() + 2 }`,
  'node_modules/timetable/package.json': `{ "name": "timetable", "main": "index.js", "type": "module" }`,
}

/** The format in which `client/build/function-names.ts` adds them. */
const FUNCTIONS = {
  'main.js': [
    ['startMeeting', 4, 30, 4, 200],
    ['whenDue', 4, 84, 4, 137],
  ],
  'agenda.js': [
    ['openMeeting', 2, 11, 2, 90],
    ['firstLine', 3, 4, 5, 5],
  ],
}

let scriptName: string
let now = 0
let symbolicator: Symbolicator
let chromium: string

const folder = mkdtempSync(join(tmpdir(), 'source-maps-'))
beforeAll(async () => {
  for (const [path, text] of Object.entries(SOURCES)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  await build({
    root: join(folder, 'client'),
    configFile: false,
    logLevel: 'silent',
    build: {
      sourcemap: 'hidden',
      modulePreload: false,
      outDir: join(folder, 'dist'),
      rolldownOptions: { input: join(folder, 'client/main.js') },
    },
  })
  const assets = join(folder, 'dist/assets')
  const maps = join(folder, 'source-maps/0123456789abcdef')
  mkdirSync(maps, { recursive: true })
  scriptName = readdirSync(assets).find((name) => name.endsWith('.js')) ?? ''
  renameSync(join(assets, `${scriptName}.map`), join(maps, `${scriptName}.map`))
  writeFileSync(join(maps, 'broken.js.map'), '{')
  const wrong = { version: 3, names: [], sources: [], mappings: 'AAgggggggB,;!', sourcesContent: [7] }
  writeFileSync(join(maps, 'wrong.js.map'), JSON.stringify(wrong))
  writeFileSync(join(maps, 'huge.js.map'), '')
  truncateSync(join(maps, 'huge.js.map'), 1024 ** 3)
  const map = JSON.parse(readFileSync(join(maps, `${scriptName}.map`), 'utf8'))
  const x_functions = map.sources.map((source: string) =>
    Object.entries(FUNCTIONS).flatMap(([file, functions]) => (source.endsWith(file) ? functions : [])),
  )
  const ofOurBuild = join(folder, 'source-maps/aaaaaaaaaaaaaaaa')
  mkdirSync(ofOurBuild)
  writeFileSync(join(ofOurBuild, `${scriptName}.map`), JSON.stringify({ ...map, x_functions }))
  chromium = stackOf(readFileSync(join(assets, scriptName), 'utf8'))
  symbolicator = createSymbolicator({
    folders: ['/nowhere', join(folder, 'source-maps'), join(folder, 'later')],
    clock: () => now,
  })
})
afterAll(async () => {
  await symbolicator.close()
  rmSync(folder, { recursive: true })
})

/** The stack of a real error in the minified script, in V8's and so Chromium's format. */
function stackOf(script: string) {
  runInThisContext(script, { filename: `https://guildhall.example/assets/${scriptName}` })
  try {
    ;(globalThis as unknown as { startMeeting: (meeting: object) => void }).startMeeting({ agenda: {} })
  } catch (error) {
    return String((error as Error).stack)
  }
  throw new Error('The sample did not fail.')
}

const inFirefox = () =>
  chromium
    .split('\n')
    .slice(1)
    .map((line) => line.replace(/^ +at (?:(\S+) \()?(.*?)\)?$/, '$1@$2'))
    .join('\n')

const read = (text: string, name = '0123456789abcdef', kind: 'calls' | 'components' = 'calls') =>
  symbolicator.symbolicate(name, [{ text, kind }])

const raw = (text: string) => [{ text, symbolicated: false, ownFrames: [] }]

describe('a stack of the minified build', () => {
  test('a stack of the minified build is translated to names and lines of the source', async () => {
    expect(chromium).not.toContain('firstLine')
    const [stack] = await read(chromium)
    expect(stack?.text.split('\n').slice(0, 3)).toEqual([
      chromium.split('\n')[0],
      '    at firstLine (client/modules/meetings/meetings/agenda.js:4:21)',
      '    at openMeeting (client/modules/meetings/meetings/agenda.js:2:51)',
    ])
    expect(stack).toMatchObject({ symbolicated: true })
    expect(stack?.text).toContain('node_modules/timetable/index.js:1:')
  })

  test.each([
    ['Chromium', () => chromium],
    ['Firefox and Safari', inFirefox],
  ])('a stack has the same frames of our own code in %s, without dependencies', async (_, stackIn) => {
    const [stack] = await read(stackIn())
    expect(stack?.ownFrames.slice(0, 2)).toEqual([
      'firstLine client/modules/meetings/meetings/agenda.js',
      'openMeeting client/modules/meetings/meetings/agenda.js',
    ])
    expect(stack?.ownFrames.join()).not.toContain('timetable')
  })
})

test('a component frame has no name of an enclosing function, which does not call it', async () => {
  const frames = chromium.split('\n').slice(1, 3).join('\n')
  const [stack] = await read(frames, '0123456789abcdef', 'components')
  expect(stack?.text.split('\n')).toEqual([
    '    at client/modules/meetings/meetings/agenda.js:4:21',
    '    at client/modules/meetings/meetings/agenda.js:2:51',
  ])
})

describe('a map of our build', () => {
  const named = (texts: string[]) => texts.map((text) => /at (\S+) \(client/.exec(text)?.[1])

  test('a map of our build names the function around each position, even an unnamed callback', async () => {
    const [stack] = await read(chromium, 'aaaaaaaaaaaaaaaa')
    const own = stack?.text.split('\n').filter((text) => text.includes('(client/'))
    expect(named(own ?? [])).toEqual(['firstLine', 'openMeeting', 'whenDue', 'startMeeting'])
    expect(stack?.ownFrames[2]).toBe('whenDue client/main.js')
  })

  test('a map of our build names components by the function around them', async () => {
    const [stack] = await read(chromium, 'aaaaaaaaaaaaaaaa', 'components')
    expect(stack?.text).toContain('    at whenDue (client/main.js:4:')
  })
})

describe('the frames of a stack', () => {
  const framesOf = (stack: string, name = '0123456789abcdef') => symbolicator.framesOf(name, stack)

  test('frames have names, places and the source code around them', async () => {
    const [first, second] = await framesOf(chromium)
    expect(first).toEqual({
      function: 'firstLine',
      file: 'client/modules/meetings/meetings/agenda.js',
      line: 4,
      column: 21,
      source: { firstLine: 1, lines: SOURCES['client/modules/meetings/meetings/agenda.js'].split('\n') },
    })
    expect(second).toMatchObject({ function: 'openMeeting', line: 2 })
  })

  test('frames without a map are as the browser reported them', async () => {
    const [first] = await framesOf(
      'Error: x\n    at load (https://guildhall.example/assets/a.js?v=1:2:3)',
      'old',
    )
    expect(first).toEqual({ function: 'load', file: 'a.js', line: 2, column: 3 })
  })

  test('only the first frames of an endless stack are read', async () => {
    const endless = '    at x (https://guildhall.example/assets/a.js:1:1)\n'.repeat(20_000)
    expect(await framesOf(endless, 'old')).toHaveLength(100)
    expect(await framesOf(':1:1'.repeat(250_000))).toEqual([])
  })

  test.each(['broken.js', 'wrong.js', 'huge.js'])(
    'frames are unchanged if the map of their script cannot be used: %s',
    async (script) => {
      const frames = await framesOf(`    at x (https://guildhall.example/assets/${script}:1:1)\n${chromium}`)
      expect(frames[0]).toEqual({ function: 'x', file: script, line: 1, column: 1 })
      expect(frames[1]).toMatchObject({ function: 'firstLine' })
    },
  )
})

test('a build that another server adds is found within seconds', async () => {
  expect(await read(chromium, 'fedcba9876543210')).toEqual(raw(chromium))
  cpSync(join(folder, 'source-maps/0123456789abcdef'), join(folder, 'later/fedcba9876543210'), {
    recursive: true,
    // A sparse file has a gigabyte only in name, but a copy of it is really that large.
    filter: (source) => !source.endsWith('huge.js.map'),
  })
  now += 5_000
  expect(await read(chromium, 'fedcba9876543210')).toEqual(await read(chromium))
})

describe('the stack is unchanged', () => {
  test.each(['unknown', 'dev', '', '..', '../0123456789abcdef', '.', '__proto__', 'a\0b'])(
    'a stack is unchanged for the build %j',
    async (name) => {
      expect(await read(chromium, name)).toEqual(raw(chromium))
    },
  )

  test.each([
    '    at x (https://guildhall.example/assets/other.js:1:1)',
    '    at x (https://guildhall.example/assets/broken.js:1:1)',
    '    at x (https://guildhall.example/assets/..:1:1)',
    '    at x (file:///etc/passwd:1:1)',
    '    at eval (eval at x (https://guildhall.example/a.js:1:2), <anonymous>:1:1)',
    'x@[native code]',
    'at',
    '@:0:0',
    ':1:1',
    '    at Array.map (<anonymous>)',
  ])('a stack is unchanged for a frame like %j', async (frame) => {
    expect(await read(frame)).toEqual(raw(frame))
  })

  test('a stack is unchanged for a place that the script does not have', async () => {
    const frame = `    at x (https://guildhall.example/assets/${scriptName}:9999999:9999999)`
    expect(await read(frame)).toEqual(raw(frame))
  })
})
