import type { Config } from '#server/config.ts'
import type { AuthEmulator } from '#server/testing/auth-emulator.ts'

import { joinAll } from './joining.ts'
import { PEOPLE, type Person } from './people.ts'
import { openStage, type Stage } from './stage.ts'
import { seedConnections } from './story-of-connections.ts'
import { seedEvents } from './story-of-events.ts'
import { seedToday } from './story-of-today.ts'

/** Adds what is missing; what people have changed since stays. */
export async function seed(emulator: AuthEmulator, config: Config) {
  const stage = openStage(config)
  try {
    for (const person of PEOPLE) await addAccount(emulator, person)
    await joinAll(stage)
    if (await isTold(stage)) return
    await seedConnections(stage)
    await seedEvents(stage)
    await seedToday(stage)
  } finally {
    await stage.close()
  }
}

async function addAccount(emulator: AuthEmulator, { uid, email, password, emailVerified, profile }: Person) {
  try {
    await emulator.createUser({ uid, email, password, emailVerified, displayName: profile.displayName })
  } catch (error) {
    if (!/DUPLICATE_LOCAL_ID|EMAIL_EXISTS/.test(String(error))) throw error
  }
}

/** Events come last, and have all been made by the same organiser. */
async function isTold({ services }: Stage) {
  return (await services.events.exportOf('demo-organiser')).length > 0
}
