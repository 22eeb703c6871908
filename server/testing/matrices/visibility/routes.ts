import type { RouteRule } from './route-rule.ts'
import { account } from './routes/account.ts'
import { admin } from './routes/admin.ts'
import { blocks, connections } from './routes/connections.ts'
import { events } from './routes/events.ts'
import { meetings } from './routes/meetings.ts'
import { people } from './routes/people.ts'
import { prestige } from './routes/prestige.ts'
import { rounds } from './routes/rounds.ts'
import { site } from './routes/site.ts'

/**
 * The rule of every route. Reads run before writes. Blocking back is the last write, because it would change what
 * the other writes show.
 */
export const ROUTES: Record<string, RouteRule> = {
  ...site,
  ...admin,
  ...account,
  ...people,
  ...connections,
  ...events,
  ...meetings,
  ...rounds,
  ...prestige,
  ...blocks,
}
