import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Without results of an earlier run, as in a fresh clone, Vitest goes by the size of files. These take many times as
 * long as their size says: each would run when the other workers have nothing left to do. None of the unit
 * tests: those that take long measure time, and should not all run at once.
 */
const LONG = [
  'client/e2e/screens.test.ts',
  'client/e2e/connections-screens.test.ts',
  'client/e2e/admin-members.test.ts',
  'client/e2e/invitations.test.ts',
  'client/e2e/suspension.test.ts',
  'client/e2e/two-tabs.test.ts',
  'server/store/contract.firestore.test.ts',
  'server/store/faults.firestore.test.ts',
]

const isLong = ({ moduleId }: TestSpecification) => LONG.some((path) => moduleId.endsWith(`/${path}`))

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    // Of the sequencer, not of an array.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)))
  }
}
