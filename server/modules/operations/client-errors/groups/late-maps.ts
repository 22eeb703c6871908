import type { BaseLogger } from 'pino'

import type { Clock } from '#server/lib/clock.ts'
import type { Symbolicator } from '#server/modules/operations/source-maps/symbolicator.ts'
import { fingerprintOf } from '#server/modules/operations/client-errors/entries/fingerprint.ts'
import type { Store } from '#server/store/port.ts'

import { type GroupChange, logGroupChange } from './change-line.ts'
import {
  type ErrorGroup,
  errorGroups,
  errorPeople,
  errorRegisters,
  errorSamples,
  type ErrorSampleDocument,
  REGISTER,
} from './collection.ts'
import { addPeople, merged, NO_PEOPLE } from './group.ts'
import { openRegister } from './register.ts'
import type { RegressionCheck } from './regressions.ts'

/** Maximum groups per run. */
const MAX_GROUPS = 100

interface Deps {
  store: Store
  clock: Clock
  checkRegression: RegressionCheck
  logger: Pick<BaseLogger, 'warn'>
  symbolicator: Symbolicator
}

interface Reading {
  fingerprint: string
  readableStack: string
}

/**
 * Merges groups whose source map arrived after them into the groups that they belong to. A group whose samples
 * belong to different ones stays: later entries are separated.
 */
export function createLateMaps({ store, clock, checkRegression, logger, symbolicator }: Deps) {
  /**
   * The fingerprint and the stack of each sample by the source maps of its build; undefined if they resolve nothing.
   */
  const readAgain = (samples: readonly ErrorSampleDocument[]): Promise<(Reading | undefined)[]> =>
    Promise.all(
      samples.map(async ({ build, stack = '', type: errorType, message }) => {
        const [read] = await symbolicator.symbolicate(build, [{ text: stack, kind: 'calls' }])
        if (!read || read.ownFrames.length === 0) return undefined
        const { ownFrames, text: readableStack } = read
        return { fingerprint: fingerprintOf({ errorType, message, ownFrames }), readableStack }
      }),
    )

  async function merge({ id, samples }: ErrorGroup) {
    const found = (
      await store.getMany(
        errorSamples,
        samples.map((sample) => sample.id),
      )
    ).filter((sample) => sample !== undefined)
    const readings = await readAgain(found)
    const fingerprints = new Set(readings.flatMap((reading) => reading?.fingerprint ?? []))
    const [fingerprint] = fingerprints
    // Regression of the attempt that is committed.
    let regression: GroupChange | undefined
    await store.transact(async (tx) => {
      regression = undefined
      const late = await tx.get(errorGroups, id)
      if (!late?.awaitsMap) return
      if (fingerprints.size !== 1 || fingerprint === undefined || fingerprint === id) {
        const { awaitedBuild: _, ...group } = late
        tx.put(errorGroups, { ...group, awaitsMap: false })
        return
      }
      const into = await tx.get(errorGroups, fingerprint)
      if (into?.state === 'merged') return
      const [ofLate, ofInto] = await tx.getMany(errorPeople, [id, fingerprint])
      const people = addPeople(ofInto ?? NO_PEOPLE, ofLate ?? NO_PEOPLE)
      const [group, left] = merged(late, into, { id: fingerprint, people })
      // If there was no group, the late one only gets another fingerprint: nothing is added to it.
      const register = openRegister(await tx.get(errorRegisters, REGISTER), clock())
      const releases = into ? late.releases : []
      const checked = await checkRegression(tx, group, { releases, register })
      regression = checked.regression
      tx.put(errorGroups, checked.group)
      tx.put(errorGroups, left)
      tx.put(errorPeople, {
        id: fingerprint,
        lastAt: group.lastAt,
        ...people,
      })
      tx.delete(errorPeople, id)
      const kept = new Set(group.samples.map((sample) => sample.id))
      for (const [at, sample] of found.entries()) {
        const reading = readings[at]
        if (!kept.has(sample.id)) tx.delete(errorSamples, sample.id)
        else if (reading) tx.put(errorSamples, { ...sample, readableStack: reading.readableStack })
      }
    })
    if (regression) logGroupChange(logger, regression)
  }

  return {
    async mergeLate(): Promise<void> {
      const { items } = await store.find(errorGroups, {
        where: { awaitsMap: true },
        orderBy: 'lastAt',
        direction: 'desc',
        limit: MAX_GROUPS,
      })
      for (const group of items)
        if (group.awaitedBuild !== undefined && (await symbolicator.hasMaps(group.awaitedBuild)))
          await merge(group)
    },
  }
}
