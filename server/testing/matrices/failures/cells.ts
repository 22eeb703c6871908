import { beforeAll, type ExpectStatic } from 'vitest'

import { SECOND } from '#shared/lib/durations.ts'
import {
  cellOf,
  type Mode,
  MODES,
  type Moment,
  MOMENTS,
  type Port,
  type Promised,
} from '#server/tools/requirements/failure-cells.ts'
import { collectGarbage } from '#server/testing/collect-garbage.ts'

import type { RunningPart, StartPart } from './part.ts'

/** Milliseconds that a busy machine takes longer. A call without a deadline takes longer still. */
const SLACK = 20 * SECOND
/** Bytes that a part may still use after all its failures. */
export const MAX_MEMORY = 50_000_000
const CALLERS: Readonly<Record<Moment, number>> = { 'at start': 1, idle: 1, 'under load': 20 }

/** Moments of parts whose cells take long: `npm test` tries them under load, `npm run failures` always. */
export const MAIN_MOMENTS: readonly Moment[] =
  process.env['ALL_CELLS'] === undefined ? ['under load'] : MOMENTS

export type Parts = Partial<Record<Port, StartPart>>

/** Rows of the table that have a cell to try. */
export const rowsOf = (parts: Parts) =>
  (Object.keys(parts) as Port[]).flatMap((port) =>
    MODES.filter((mode) => MOMENTS.some((moment) => 'tried' in cellOf(port, mode, moment))).map(
      (mode) => [port, mode] as const,
    ),
  )

/** The moments follow each other in one running part. */
export async function expectCells(
  expect: ExpectStatic,
  startPart: StartPart,
  port: Port,
  mode: Mode,
  moments: readonly Moment[] = MOMENTS,
) {
  const cells = moments.flatMap((moment) => {
    const cell = cellOf(port, mode, moment)
    return 'tried' in cell ? [{ moment, promised: cell.tried }] : []
  })
  const part = await startPart(mode, cells[0]?.moment === 'at start')
  for (const { moment, promised } of cells) {
    if (moment !== 'at start') await expectWell(expect, part)
    for (let times = mode === 'gone and back' ? 2 : 1; times > 0; times -= 1) {
      await part.fail()
      await expectPromised(expect, part, promised, moment)
      await part.recover()
      await expectWell(expect, part, promised.after)
    }
  }
  await part.close()
}

/**
 * Measures the memory that cells leave in use, which are tried one after the other. Once for all cells of a part:
 * collecting the garbage of a process that has run many tests takes a second.
 */
export function watchMemory() {
  let before = 0
  beforeAll(() => void (before = usedMemory()))
  /** In bytes. */
  return { growth: () => usedMemory() - before }
}

function usedMemory() {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function expectPromised(
  expect: ExpectStatic,
  part: RunningPart,
  { gets, within, health, log, calls }: Promised,
  moment: Moment,
) {
  // An email that is slow delays the next.
  const callers = gets === 'sent' && part.waiting ? Math.min(CALLERS[moment], 3) : CALLERS[moment]
  const [before, startedAt] = [part.calls(), performance.now()]
  const got = new Set(await part.use(callers))
  const took = performance.now() - startedAt
  expect([...got], moment).toEqual([gets])
  expect(part.calls() - before, moment).toBeLessThanOrEqual(calls * callers)
  if (within !== undefined) expect(took, moment).toBeLessThan(within * SECOND + SLACK)
  if (health) await expect.poll(part.health!, { timeout: SLACK }).toBe(health)
  if (log) expect(part.logged(), moment).toContain(log)
}

/** @param after seconds of the part's time, which some parts count in the test's */
async function expectWell(expect: ExpectStatic, part: RunningPart, after = 0) {
  const isWell = async () => [
    await part.use(1),
    (await part.health?.()) ?? 'ready',
    (await part.waiting?.()) ?? 0,
  ]
  const timeout = part.waiting ? SLACK : after * SECOND + SLACK
  await expect.poll(isWell, { timeout }).toEqual([[part.well], 'ready', 0])
}
