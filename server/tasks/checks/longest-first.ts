import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Without results of an earlier run, as in a fresh clone, Vitest orders files by size. These take many times as long
 * as their size suggests, and would otherwise run when the other workers have nothing left to do. Long unit tests that
 * measure time are not listed: they should not all run at once.
 */
const LONG = [
  // Their cells wait for deadlines.
  'server/testing/matrices/failures/ports.test.ts',
  'server/testing/matrices/failures/kills.firestore.test.ts',
  'server/testing/matrices/failures/ports.firestore.test.ts',
  // Each builds the client in another language.
  'client/e2e/accounts/language.test.ts',
  'client/e2e/app/languages.test.ts',
  'client/e2e/app/german.test.ts',
  'client/e2e/app/screens.test.ts',
  'client/e2e/app/page-starts.test.ts',
  'client/e2e/app/requests.test.ts',
  'client/e2e/meetings/rounds.test.ts',
  'client/e2e/people/connections-screens.test.ts',
  'client/e2e/admin/members.test.ts',
  'client/e2e/accounts/two-tabs.test.ts',
  'server/store/contract/contract.firestore.test.ts',
  'server/store/firestore/faults.firestore.test.ts',
  'server/modules/notifications/emails/sending/sender-killed.test.ts',
]

const isLong = ({ moduleId }: TestSpecification) => LONG.some((path) => moduleId.endsWith(`/${path}`))

/** Tests outside the server follow each other, because the modules that they load are not shared with other files. */
const rankOf = (file: TestSpecification) =>
  isLong(file) ? 0 : /\/(?:client|shared)\//.test(file.moduleId) ? 1 : 2

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    // The method of the sequencer, not of an array.
    //
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}
