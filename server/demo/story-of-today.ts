import { NEIGHBOURS } from './community/neighbours.ts'
import { eventCommands, MEMBER } from './event-commands.ts'
import { soon, tomorrow } from './programme-of-today.ts'
import type { Stage } from './stage.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

/** What is about to happen: an event that begins in two hours, and a seat that somebody has just given back. */
export async function seedToday(stage: Stage) {
  const { publish, answer } = eventCommands(stage)
  const people = NEIGHBOURS.map(({ uid }) => uid)
  const lately = stage.now - 2 * DAY

  const begins = await publish(soon(stage.now), lately)
  await answer(begins, [MEMBER, ...people.slice(26, 37)], lately + HOUR)

  const full = await publish(tomorrow(stage.now), lately)
  const [first = '', ...others] = people.slice(40, 46)
  await answer(full, [first, ...others], lately + HOUR)
  await answer(full, [MEMBER, ...people.slice(46, 48)], lately + 5 * HOUR)
  await answer(full, [first], stage.now, 'declined')
}
