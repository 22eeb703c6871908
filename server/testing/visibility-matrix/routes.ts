import type { Decision } from './route-rule.ts'
import { account } from './routes/account.ts'
import { blocks, connections } from './routes/connections.ts'
import { events } from './routes/events.ts'
import { people } from './routes/people.ts'
import { site } from './routes/site.ts'

/**
 * One for every route there is. Reads are made before writes, which come in this order: blocking back comes last, or
 * it would hide from the other writes what one block alone does.
 */
export const DECISIONS: Record<string, Decision> = {
  ...site,
  ...account,
  ...people,
  ...connections,
  ...events,
  ...blocks,
}
