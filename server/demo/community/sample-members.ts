import { AFRICA_ASIA } from './africa-asia.ts'
import { AMERICAS } from './americas.ts'
import { BERLIN } from './berlin.ts'
import { LISBON } from './lisbon.ts'
import { LONDON } from './london.ts'
import type { SampleMember } from './sample-member.ts'
import { ZURICH } from './zurich.ts'

const PLACES = {
  lisbon: LISBON,
  zurich: ZURICH,
  london: LONDON,
  americas: AMERICAS,
  'africa-asia': AFRICA_ASIA,
  berlin: BERLIN,
}

/** Members without a sign-in. Their ids are stable: seeding again finds them. */
export const SAMPLE_MEMBERS: readonly (SampleMember & { uid: string })[] = Object.entries(PLACES).flatMap(
  ([place, people]) => people.map((person, index) => ({ ...person, uid: `demo-${place}-${index + 1}` })),
)
