import type { TestProject } from 'vitest/node'

import { type AuthEmulatorAddress, startAuthEmulator } from '#server/tools/auth-emulator/auth-emulator.ts'

declare module 'vitest' {
  interface ProvidedContext {
    authEmulator: AuthEmulatorAddress
  }
}

/** One Auth emulator for the whole run: tests are isolated by using their own accounts. */
export default async function setUp(project: TestProject) {
  const { host, projectId, stop } = await startAuthEmulator()
  project.provide('authEmulator', { host, projectId })
  return stop
}
