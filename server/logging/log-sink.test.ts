import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { createLogSink, SinkFull } from './log-sink.ts'

// Processes, builds and waiting readers share the machine with every other test.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const line = (text: string) => `${JSON.stringify({ text })}\n`

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-sink-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('acknowledged lines are in the file, and lines of two sources never mix', async () => {
  const path = join(folder, 'log')
  const descriptor = openSync(path, 'a')
  const sink = createLogSink(descriptor)
  const expected: string[] = []
  for (let index = 0; index < 1_000; index++) {
    const batch = line(`batch ${index} 😀`).repeat(3)
    expected.push(line(`single ${index}`), batch)
    sink.write(line(`single ${index}`))
    await (index % 7 === 0 ? sink.append(batch) : void sink.append(batch))
  }
  await sink.append(line('last'))
  expect(readFileSync(path, 'utf8')).toBe(expected.join('') + line('last'))
  await sink.close()
  closeSync(descriptor)
})

test('a write error is reported, and later lines are tried again', async () => {
  const descriptor = openSync('/dev/full', 'w')
  const sink = createLogSink(descriptor)
  sink.write(line('lost'))
  await expect(sink.append(line('refused'))).rejects.toThrow('ENOSPC')
  await expect(sink.append(line('refused too'))).rejects.toThrow('ENOSPC')
  expect(sink.full).toBe(false)
  expect(sink.status()).toEqual({ waitingBytes: 0, lostLines: 1, stalled: false, refused: true })
  await sink.close()
  closeSync(descriptor)
})

describe('to a pipe', () => {
  let reader: number
  let writer: number
  beforeEach(() => {
    const path = join(folder, 'pipe')
    execFileSync('mkfifo', [path])
    reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    writer = openSync(path, 'w')
    rmSync(path)
  })
  afterEach(() => {
    closeSync(reader)
    closeSync(writer)
  })

  async function readUntilQuiet() {
    const buffer = Buffer.alloc(65_536)
    const parts: Buffer[] = []
    for (let quiet = 0; quiet < 150;) {
      try {
        parts.push(Buffer.from(buffer.subarray(0, readSync(reader, buffer))))
        quiet = 0
      } catch {
        quiet += 1
      }
      await wait(1)
    }
    return Buffer.concat(parts).toString()
  }

  test('a stalled reader gets everything acknowledged or accepted once it reads again', async () => {
    const sink = createLogSink(writer)
    const batch = line('x'.repeat(50_000))
    const settled: Promise<unknown>[] = []
    while (!sink.full) settled.push(sink.append(batch))
    await expect(sink.append(batch)).rejects.toThrow(SinkFull)
    expect(sink.status()).toMatchObject({ stalled: true, refused: false })

    const begun = performance.now()
    await nextTurn()
    // A blocking write would wait for the reader below for ever.
    expect(performance.now() - begun).toBeLessThan(2_000)

    const text = readUntilQuiet()
    await Promise.all(settled)
    expect(await text).toBe(batch.repeat(settled.length))
    expect(sink.full).toBe(false)
    await sink.close()
  })

  test('a reader that reads nothing for 15 seconds counts as stalled, however little is waiting', async () => {
    let now = 0
    const sink = createLogSink(writer, { now: () => now })
    const settled = [sink.append(line('x'.repeat(100_000)))]
    await vi.waitFor(() => expect(sink.status().waitingBytes).toBeLessThan(100_000))
    now = 15_000
    // Appending is no sign of a reader.
    settled.push(sink.append(line('y')))
    expect(sink.status().stalled).toBe(false)
    now = 15_001
    expect(sink.status().stalled).toBe(true)

    await Promise.all([readUntilQuiet(), ...settled])
    now = 60_000
    expect(sink.status()).toMatchObject({ waitingBytes: 0, stalled: false })
    await sink.close()
  })

  test('lines beyond the bound are dropped, and their number is logged afterwards', async () => {
    const sink = createLogSink(writer)
    const long = line('y'.repeat(1_000))
    for (let index = 0; index < 10_000; index++) sink.write(long)
    const lines = (await readUntilQuiet()).trimEnd().split('\n')
    const { dropped } = JSON.parse(lines.pop() ?? '') as { dropped: number }
    expect(lines.every((each) => `${each}\n` === long)).toBe(true)
    expect(lines.length + dropped).toBe(10_000)
    expect(sink.status()).toMatchObject({ waitingBytes: 0, lostLines: dropped, stalled: false })
    expect(lines.length * long.length).toBeLessThan(2.2 * 1024 * 1024)
    await sink.close()
  })

  test('a process with a stalled reader can exit', async () => {
    const script = `
      import { createLogSink } from ${JSON.stringify(join(import.meta.dirname, 'log-sink.ts'))}
      const sink = createLogSink(1)
      process.once('exit', sink.flush)
      sink.write('z'.repeat(1_000_000))
      await sink.close(100)
      process.exit(7)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', writer, 'inherit'],
    })
    const killTimer = setTimeout(() => child.kill('SIGKILL'), 10_000)
    expect(await once(child, 'exit')).toEqual([7, null])
    clearTimeout(killTimer)
  })

  test.each([false, true])(
    'a process that exits immediately writes each line once (shared: %s)',
    async (shared) => {
      const script = `
      import { createLogSink } from ${JSON.stringify(join(import.meta.dirname, 'log-sink.ts'))}
      const sink = createLogSink(1, { shared: ${shared} })
      process.once('exit', sink.flush)
      void sink.append('under way\\n')
      for (let count = 0; count < 1_000; count++) sink.write('waiting ' + count + '\\n')
      process.exit()`
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', writer, 'inherit'],
      })
      await once(child, 'exit')
      const lines = (await readUntilQuiet()).trimEnd().split('\n')
      const waited = Array.from({ length: 1_000 }, (_, count) => `waiting ${count}`)
      expect(lines.filter((each) => each !== 'under way')).toEqual(waited)
      expect(lines).toHaveLength(1_001)
    },
  )

  test('lines of several processes do not mix, and a slow reader gets all of them', async () => {
    const script = `
      import { createLogSink } from ${JSON.stringify(join(import.meta.dirname, 'log-sink.ts'))}
      const sink = createLogSink(1, { shared: true })
      const [, name] = process.argv
      for (let count = 0; count < 400; count++) {
        const text = JSON.stringify({ name, count, text: name.repeat(count * 8) }) + '\\n'
        if (count % 3 === 0) await sink.append(text + text)
        else sink.write(text)
      }
      await sink.close(30_000)
      process.exit()`
    const children = ['a', 'b', 'c'].map((name) =>
      spawn(process.execPath, ['--input-type=module', '-e', script, name], {
        stdio: ['ignore', writer, 'inherit'],
      }),
    )
    const buffer = Buffer.alloc(3_000)
    let text = ''
    while (children.some(({ exitCode }) => exitCode === null)) {
      try {
        text += buffer.toString('utf8', 0, readSync(reader, buffer))
      } catch {
        await wait(1)
      }
      await nextTurn()
    }
    text += await readUntilQuiet()
    const lines = text.trimEnd().split('\n')
    const counts = Map.groupBy(
      lines.map((each) => JSON.parse(each) as { name: string; count: number; text: string }),
      ({ name }) => name,
    )
    for (const name of ['a', 'b', 'c']) {
      const own = counts.get(name)?.map(({ count }) => count) ?? []
      expect(own).toEqual(own.toSorted((one, other) => one - other))
      expect(new Set(own).size).toBe(400)
    }
  })

  test('a half-written line does not corrupt the next', async () => {
    const sink = createLogSink(writer)
    const cutShort = sink.append(line('a'.repeat(200_000)))
    const spare = openSync(`/proc/self/fd/${writer}`, 'w')
    await wait(20)
    closeSync(reader)
    await expect(cutShort).rejects.toThrow('EPIPE')
    reader = openSync(`/proc/self/fd/${spare}`, constants.O_RDONLY | constants.O_NONBLOCK)
    const next = sink.append(line('whole'))
    expect((await readUntilQuiet()).split('\n').slice(1)).toEqual([line('whole').trimEnd(), ''])
    await next
    closeSync(spare)
    await sink.close()
  })
})
