import type { TestProject } from 'vitest/node'

import { startFirestoreEmulator } from '#server/tools/firestore-emulator.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** host:port of Google's emulator, in the tests on Firestore only. */
    firestoreEmulator: string
  }
}

/** One Firestore emulator for the whole run: every test store is a separate project. */
export default async function setUp(project: TestProject) {
  const { host, stop } = await startFirestoreEmulator()
  project.provide('firestoreEmulator', host)
  return stop
}
