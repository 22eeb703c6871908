import type { BaseLogger } from 'pino'

import type { Clock } from '#server/lib/clock.ts'
import { type GroupChange, logGroupChange } from '#server/lib/error-group-line.ts'
import type { Store } from '#server/store/port.ts'

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

/** Groups that one run looks at. */
const MOST_GROUPS = 100

interface Deps {
  store: Store
  clock: Clock
  checkRegression: RegressionCheck
  log: Pick<BaseLogger, 'warn'>
  /** Whether there are source maps of the build. */
  hasMaps: (build: string) => Promise<boolean>
  /** The fingerprint and the stack of each sample by the source maps of its build; undefined where they don't tell. */
  readAgain: (samples: readonly ErrorSampleDocument[]) => Promise<(Reading | undefined)[]>
}

interface Reading {
  fingerprint: string
  readableStack: string
}

/**
 * Merges groups whose source map came after them into the groups that they belong to. A group of which the samples belong
 * to different ones stays: what comes from now on is told apart.
 */
export function createLateMaps({ store, clock, checkRegression, log, hasMaps, readAgain }: Deps) {
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
    // Of the attempt that is committed.
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
      // Where there was no group, the late one only gets another fingerprint: nothing is added to it.
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
    if (regression) logGroupChange(log, regression)
  }

  return {
    async mergeLate(): Promise<void> {
      const { items } = await store.find(errorGroups, {
        where: { awaitsMap: true },
        orderBy: 'lastAt',
        direction: 'desc',
        limit: MOST_GROUPS,
      })
      for (const group of items)
        if (group.awaitedBuild !== undefined && (await hasMaps(group.awaitedBuild))) await merge(group)
    },
  }
}
