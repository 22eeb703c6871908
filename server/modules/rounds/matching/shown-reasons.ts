import * as m from '#shared/rounds/messages.ts'
import { pairsIn } from '#server/lib/pairs.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Store } from '#server/store/port.ts'
import { sql, type ViewReader } from '#server/views/sql.ts'

interface Deps {
  store: Pick<Store, 'views'>
  people: People
}
interface Named {
  id: string
  displayName: string
}

/** After the start of every event. */
const NEVER = '9999'

/**
 * Why a few people should meet: asks and offers as every member sees them, and of events and connections only that there is
 * one.
 */
export const createShownReasons =
  ({ store, people }: Deps) =>
  /** @param eventsSince ISO instant from which going to the same event is a reason; without it, it is none */
  async (group: readonly Named[], eventsSince = NEVER): Promise<string[]> => {
    const views = await store.views()
    const exchanges = await people.suggestions.exchangesAmong(group.map(({ id }) => id))
    const shared = pairsIn(group).flatMap(([one, other]) => {
      const { event, connection, industry } = inCommon(views, [one.id, other.id], eventsSince)
      const names = { name: one.displayName, other: other.displayName }
      return [
        ...(event ? [m.reasonEvent(names)] : []),
        ...(connection ? [m.reasonConnection(names)] : []),
        ...(industry === null ? [] : [m.reasonIndustry({ ...names, industry })]),
      ]
    })
    return [...exchanges, ...shared]
  }

/** Events, connections and the industry that two people have in common. */
const inCommon = (views: ViewReader, [one, other]: readonly [string, string], since: string) =>
  views.get<{ event: number; connection: number; industry: string | null }>(sql`
    SELECT
      EXISTS (SELECT 1 FROM rsvp AS own JOIN rsvp AS theirs ON theirs.member = ${other} AND theirs.event = own.event
          AND theirs.state = 'going'
        WHERE own.member = ${one} AND own.state = 'going' AND own.startsAt > ${since}) AS event,
      EXISTS (SELECT 1 FROM connectionOf AS own JOIN connectionOf AS theirs
          ON theirs.memberId = ${other} AND theirs.otherId = own.otherId AND +theirs.state = 'accepted'
        WHERE own.memberId = ${one} AND own.state = 'accepted') AS connection,
      (SELECT own.value FROM person AS p JOIN personFacet AS own ON own.number = p.number AND own.facet = 'industry'
        JOIN person AS q ON q.id = ${other}
        JOIN personFacet AS theirs ON theirs.number = q.number AND theirs.facet = 'industry' AND theirs.folded = own.folded
        WHERE p.id = ${one} AND own.folded <> 'other') AS industry`)!
