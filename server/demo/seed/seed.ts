import type { Config } from '#server/config/config.ts'
import type { AuthEmulator } from '#server/tools/auth-emulator/auth-emulator.ts'

import { DEMO_ACCOUNTS, type DemoAccount } from './accounts.ts'
import { seedAvailability } from './availability.ts'
import { seedChapters, seedLetters, seedSuccessions } from './chapters.ts'
import { seedCircleMeetings } from './circles.ts'
import { seedConnections } from './connections.ts'
import { openSeedContext, type SeedContext } from './context.ts'
import { seedEvents } from './events.ts'
import { seedToday } from './events-today.ts'
import { seedIntroductions } from './introductions.ts'
import { seedMeetings } from './meetings.ts'
import { seedMembers } from './members.ts'
import { seedNotifications } from './notifications.ts'
import { seedPrestige } from './prestige.ts'
import { seedBuddies, seedRounds } from './rounds.ts'

/** Adds missing sample data. Later changes are kept. */
export async function seed(emulator: AuthEmulator, config: Config) {
  const context = openSeedContext(config)
  try {
    for (const account of DEMO_ACCOUNTS) await addAccount(emulator, account)
    await seedMembers(context)
    if (await hasEvents(context)) return
    await seedChapters(context)
    await seedConnections(context)
    const { breakfast } = await seedEvents(context)
    await seedToday(context)
    await seedAvailability(context)
    await seedIntroductions(context)
    await seedMeetings(context, breakfast)
    await seedCircleMeetings(context)
    await seedRounds(context)
    await seedBuddies(context)
    await seedPrestige(context)
    await seedSuccessions(context)
    await seedLetters(context)
    await seedNotifications(context)
    await context.services.chapters.months.closeDue()
  } finally {
    await context.close()
  }
}

async function addAccount(
  emulator: AuthEmulator,
  { uid, email, password, emailVerified, profile }: DemoAccount,
) {
  try {
    await emulator.createUser({ uid, email, password, emailVerified, displayName: profile.displayName })
  } catch (error) {
    if (!/DUPLICATE_LOCAL_ID|EMAIL_EXISTS/.test(String(error))) throw error
  }
}

/** All sample events have the same organiser, who cannot delete them. */
async function hasEvents({ services }: SeedContext) {
  return (await services.events.events.exportOf('demo-organiser')).length > 0
}
