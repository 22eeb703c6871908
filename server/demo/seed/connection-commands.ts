import { connections } from '#server/features/connections/collection.ts'
import { connectionIdOf } from '#server/features/connections/connection-state.ts'

import type { SeedContext } from './context.ts'

const DAY = 24 * 60 * 60 * 1000

/** What members do about connections, each some days ago. */
export function connectionCommands(context: SeedContext) {
  const { store, services } = context
  const ask = (from: string, to: string, daysAgo: number, note: string) =>
    context.at(context.now - daysAgo * DAY, () =>
      services.connections.sendRequest(from, { memberId: to, note }),
    )
  const run = (
    name: 'accept' | 'decline' | 'withdraw' | 'remove',
    by: string,
    other: string,
    daysAgo: number,
  ) =>
    context.at(context.now - daysAgo * DAY, () => services.connections[name](by, connectionIdOf(by, other)))
  return {
    ask,
    run,
    /** Unless they are connected already. */
    async connect(from: string, to: string, daysAgo: number) {
      if (await store.get(connections, connectionIdOf(from, to))) return
      await ask(from, to, daysAgo + 1, '')
      await run('accept', to, from, daysAgo)
    },
  }
}
