import { AFRICA_ASIA } from './africa-asia.ts'
import { AMERICAS } from './americas.ts'
import { BERLIN } from './berlin.ts'
import { LISBON } from './lisbon.ts'
import { LONDON } from './london.ts'
import type { Neighbour } from './neighbour.ts'
import { ZURICH } from './zurich.ts'

const PLACES = {
  lisbon: LISBON,
  zurich: ZURICH,
  london: LONDON,
  americas: AMERICAS,
  'africa-asia': AFRICA_ASIA,
  berlin: BERLIN,
}

/** The sample community around the three people with sign-ins, each with an id that stays. */
export const NEIGHBOURS: readonly (Neighbour & { uid: string })[] = Object.entries(PLACES).flatMap(
  ([place, people]) => people.map((person, index) => ({ ...person, uid: `demo-${place}-${index + 1}` })),
)
