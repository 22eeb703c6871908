import type { Decision } from './decision.ts'
import { account } from './decisions/account.ts'
import { blocks, connections } from './decisions/connections.ts'
import { events } from './decisions/events.ts'
import { people } from './decisions/people.ts'
import { site } from './decisions/site.ts'

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
