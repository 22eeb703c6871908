import { DAY } from '#shared/lib/durations.ts'
import { connections } from '#server/modules/people/connections/collection.ts'
import { connectionIdOf } from '#server/modules/people/connections/connection-state.ts'

import type { SeedContext } from './context.ts'

/** Commands of members about connections, each some days ago. */
export function connectionCommands(context: SeedContext) {
  const { store, services } = context
  const ask = (from: string, to: string, daysAgo: number, note: string) =>
    context.at(context.now - daysAgo * DAY, () =>
      services.people.connections.commands.sendRequest(from, { memberId: to, note }),
    )
  const run = (
    name: 'accept' | 'decline' | 'withdraw' | 'remove',
    by: string,
    other: string,
    daysAgo: number,
  ) =>
    context.at(context.now - daysAgo * DAY, () =>
      services.people.connections.commands[name](by, connectionIdOf(by, other)),
    )
  return {
    ask,
    run,
    /** Does nothing when they are connected already. */
    async connect(from: string, to: string, daysAgo: number) {
      if (await store.get(connections, connectionIdOf(from, to))) return
      await ask(from, to, daysAgo + 1, '')
      await run('accept', to, from, daysAgo)
    },
  }
}
