import type { EmailedRound } from '#shared/rounds/emailed.ts'
import { paths } from '#shared/lib/paths.ts'
import type { Clock } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import { isSameSecret, keyedHash } from '#server/lib/keyed-hash.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Platform } from '#server/modules/platform.ts'
import type { Store } from '#server/store/port.ts'

import { roundParticipants, rounds } from './collection.ts'
import { participantId, type RoundParticipants } from './participants.ts'
import { memberRounds } from './queries.ts'

interface Deps {
  config: Platform['config']
  store: Store
  clock: Clock
  people: People
  participants: RoundParticipants
}

/** A keyed hash, the round's id and the member's. */
const TOKEN = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_:-]{1,128})\.(\S{1,128})$/

export type EmailedRounds = ReturnType<typeof createEmailedRounds>

/**
 * Links in emails with which their recipient joins one round without signing in. A link opens nothing else, names nobody,
 * and joins on a click only, because mail scanners open every link. It ends at the deadline.
 */
export function createEmailedRounds({ config, store, clock, people, participants }: Deps) {
  const sealOf = (round: string, member: string) => keyedHash(config.secret, 'joinRound', round, member)

  /** @throws Failure 404 for a link that is not ours, or whose member or round is no longer there */
  async function opened(token: string) {
    const [, seal = '', round = '', member = ''] = TOKEN.exec(token) ?? []
    if (!isSameSecret(seal, sealOf(round, member))) throw notFound('link')
    if ((await people.members.accountStates())(member) !== 'active') throw notFound('link')
    return { round, member }
  }

  const own = async (member: string, round: string) =>
    memberRounds(await store.views(), { viewerId: member, now: clock() }).find(({ id }) => id === round)

  async function view({ round: id, member }: { round: string; member: string }): Promise<EmailedRound> {
    const [round, listed, { timeZone }] = await Promise.all([
      store.get(rounds, id),
      own(member, id),
      people.members.ownProfile({ id: member }),
    ])
    if (!round || round.state === 'cancelled') throw notFound('round')
    const { title, size, optInUntil } = round
    return {
      title,
      size,
      optInUntil,
      timeZone,
      isOpen: listed?.isOpen ?? false,
      isIn: listed?.own !== undefined,
    }
  }

  return {
    /** The page that asks and confirms. Undefined once there is nothing to join: after an answer, or the deadline. */
    async pathFor(member: string, round: string): Promise<string | undefined> {
      const [listed, answer] = await Promise.all([
        own(member, round),
        store.get(roundParticipants, participantId(round, member)),
      ])
      if (!listed?.isOpen || listed.own || answer?.state === 'out') return undefined
      const token = `${sealOf(round, member)}.${round}.${member}`
      return `${paths.verification}?${new URLSearchParams({ mode: 'joinRound', token }).toString()}`
    },

    view: async (token: string): Promise<EmailedRound> => view(await opened(token)),

    /** Joining twice succeeds, and keeps the topic. @throws Failure 404, 409 after the deadline */
    async join(token: string): Promise<EmailedRound> {
      const link = await opened(token)
      if (!(await own(link.member, link.round))?.own)
        await participants.optIn(link.member, link.round, { topic: '' })
      return view(link)
    },
  }
}
