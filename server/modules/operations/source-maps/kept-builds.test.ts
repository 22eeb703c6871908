import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'

import { keepSourceMaps } from './kept-builds.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const idOf = (number: number) => number.toString(16).padStart(16, '0')

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kept-builds-'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** Files in the image of this build. */
function image(build: string) {
  const dist = join(root, 'images', build)
  mkdirSync(join(dist, 'source-maps', build), { recursive: true })
  writeFileSync(join(dist, 'build.json'), JSON.stringify({ build }))
  writeFileSync(join(dist, 'source-maps', build, 'index.js.map'), `map of ${build}`)
  return dist
}

const start = (build: string, now = NOW, folder = join(root, 'kept')) =>
  keepSourceMaps({ dist: image(build), folder, clock: () => now })

const kept = () => readdirSync(join(root, 'kept')).toSorted()

test('each build adds its maps, and the 20 most recently started builds are kept', async () => {
  for (let build = 1; build <= 20; build++) await start(idOf(build), NOW + build * MINUTE)
  await start(idOf(1), NOW + 30 * MINUTE)
  await start(idOf(21), NOW + 31 * MINUTE)
  const expected = [1, ...Array.from({ length: 19 }, (_, index) => index + 3)].map(idOf)
  expect(kept()).toEqual(expected.toSorted())
  expect(readFileSync(join(root, 'kept', idOf(21), 'index.js.map'), 'utf8')).toBe(`map of ${idOf(21)}`)
})

test('the maps of each language are kept for the same number of builds', async () => {
  for (let build = 1; build <= 21; build++) {
    const dist = image(idOf(build))
    const german = idOf(build + 100)
    mkdirSync(join(dist, 'source-maps', german))
    writeFileSync(join(dist, 'build-de.json'), JSON.stringify({ build: german }))
    await keepSourceMaps({ dist, folder: join(root, 'kept'), clock: () => NOW + build * MINUTE })
  }
  const numbers = Array.from({ length: 20 }, (_, index) => index + 2)
  expect(kept()).toEqual([...numbers, ...numbers.map((build) => build + 100)].map(idOf).toSorted())
})

test('servers that start concurrently do not fail, and leave no unfinished folder', async () => {
  for (let build = 1; build <= 30; build++) {
    mkdirSync(join(root, 'kept', idOf(build)), { recursive: true })
    utimesSync(join(root, 'kept', idOf(build)), build, build)
  }
  const images = [image(idOf(31)), image(idOf(32))]
  const folder = join(root, 'kept')
  const starting = [...images, ...images, ...images].map((dist) =>
    keepSourceMaps({ dist, folder, clock: () => NOW }),
  )
  await Promise.all(starting)
  await start(idOf(32))
  expect(kept()).toEqual(Array.from({ length: 20 }, (_, index) => idOf(index + 13)))
})

test('temporary folders of a killed server are removed, and no other files', async () => {
  const old = join(root, 'kept', '.source-maps-old')
  const recent = join(root, 'kept', '.source-maps-recent')
  for (const folder of [old, recent, join(root, 'kept', 'notes')]) mkdirSync(folder, { recursive: true })
  utimesSync(old, 1, 1)
  utimesSync(recent, NOW / 1_000, NOW / 1_000)
  await start(idOf(1))
  expect(kept()).toEqual(['.source-maps-recent', idOf(1), 'notes'])
})

test('a folder that cannot be written is an error, and half a copy is not kept', async () => {
  const file = join(root, 'a-file')
  writeFileSync(file, '')
  await expect(start(idOf(1), NOW, file)).rejects.toThrow(/EEXIST|ENOTDIR/)
  writeFileSync(join(root, 'build.json'), JSON.stringify({ build: idOf(9) }))
  const missing = { dist: root, folder: join(root, 'kept'), clock: () => NOW }
  await expect(keepSourceMaps(missing)).rejects.toThrow('ENOENT')
  expect(kept()).toEqual([])
})
