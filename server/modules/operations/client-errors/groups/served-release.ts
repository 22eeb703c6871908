import type { Transaction } from '#server/store/port.ts'

import { errorRegisters, REGISTER } from './collection.ts'
import { openRegister } from './register.ts'

/**
 * Registers that a server runs a release, once for all replicas.
 * @returns its number, and the highest of any release; a release that servers first run later has a higher one
 */
export async function registerServed(tx: Transaction, release: string, now: number) {
  const register = openRegister(await tx.get(errorRegisters, REGISTER), now)
  const number = register.addServed(release)
  if (register.changed) tx.put(errorRegisters, register.current)
  return { number, latest: register.latest }
}
