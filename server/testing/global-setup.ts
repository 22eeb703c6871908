import type { TestProject } from 'vitest/node'

import { type AuthEmulatorAddress, startAuthEmulator } from './auth-emulator.ts'

declare module 'vitest' {
  interface ProvidedContext {
    authEmulator: AuthEmulatorAddress
  }
}

/** One Auth emulator for the whole run: tests stay apart by using their own accounts. */
export default async function setUp(project: TestProject) {
  const { host, projectId, stop } = await startAuthEmulator()
  project.provide('authEmulator', { host, projectId })
  return stop
}
