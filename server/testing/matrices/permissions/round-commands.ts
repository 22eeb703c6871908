import { randomUUID } from 'node:crypto'

import type { RoundDocument } from '#server/modules/rounds/collection.ts'
import { inHours } from '#server/testing/fixtures/organiser-fixture.ts'
import { putRound } from '#server/testing/fixtures/rounds.ts'

import { type CommandCase, type CommandRequest, onlyAdmins } from './command.ts'

/** Organisers manage the rounds of each other. */
const forOrganisers = (outcome: string): CommandCase['expected'] => ({
  ...onlyAdmins(outcome),
  rival: outcome,
  organiser: outcome,
})

const STATES = ['open', 'proposed', 'released', 'cancelled'] as const

/** @param outcomes in the order of `STATES` */
const roundCommand = (
  method: 'PUT' | 'POST',
  path: string,
  { body, url = path }: { body?: CommandRequest['body']; url?: string },
  outcomes: readonly [string, string, string, string],
): CommandCase[] =>
  STATES.map((state: RoundDocument['state'], at) => ({
    route: `${method} /api/organiser/rounds/{roundId}${path}`,
    state,
    expected: forOrganisers(outcomes[at]!),
    async prepare({ store }) {
      const id = randomUUID()
      await store.transact(async (tx) => putRound(tx, id, { state, members: ['someone'] }))
      return { url: `/api/organiser/rounds/${id}${url}`, body }
    },
  }))

const NOT_PROPOSED = '409 round_not_proposed'

export const roundCommands: CommandCase[] = [
  {
    route: 'POST /api/organiser/rounds',
    state: 'new',
    expected: forOrganisers('201'),
    prepare: async () => ({
      url: '/api/organiser/rounds',
      body: { title: 'Coffee', audience: 'everyone', size: 2, optInUntil: inHours(24), monthly: false },
    }),
  },
  ...roundCommand('POST', '/release', {}, [NOT_PROPOSED, '200', '200', NOT_PROPOSED]),
  ...roundCommand('POST', '/cancel', {}, ['200', '200', '409 round_released', '200']),
  ...roundCommand('PUT', '/people/{memberId}', { url: '/people/someone', body: { group: 0 } }, [
    NOT_PROPOSED,
    '204',
    NOT_PROPOSED,
    NOT_PROPOSED,
  ]),
]
