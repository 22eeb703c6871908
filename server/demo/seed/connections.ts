import type { MeetingProposal } from '#shared/meetings.ts'
import { SAMPLE_MEMBERS } from '#server/demo/community/sample-members.ts'
import { connectionIdOf } from '#server/features/connections/connection-state.ts'
import { isoInstant } from '#server/lib/clock.ts'

import { actorOf, type SeedContext } from './context.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

const MEMBER = 'demo-member'
const ORGANISER = 'demo-organiser'
const ADMIN = 'demo-admin'

/** Each sample member is connected with those this far down the list, so that everyone has mutual connections. */
const STRIDES = [1, 5, 14]

/** Connections in every state, with a note and meetings. */
export async function seedConnections(context: SeedContext) {
  const { connect, ask, run } = connectionCommands(context)
  const uid = (index: number) => SAMPLE_MEMBERS[index % SAMPLE_MEMBERS.length]?.uid ?? ADMIN

  for (const stride of STRIDES) {
    for (const index of SAMPLE_MEMBERS.keys()) {
      await connect(uid(index), uid(index + stride), 200 - 3 * index - stride)
    }
  }
  await connect(ORGANISER, MEMBER, 120)
  await connect(ADMIN, ORGANISER, 240)
  for (const [nth, index] of [0, 4, 8, 15, 22, 26, 33, 41, 52, 57].entries()) {
    await connect(nth % 2 ? MEMBER : uid(index), nth % 2 ? uid(index) : MEMBER, 110 - 9 * nth)
  }
  for (const index of [2, 9, 23, 40]) await connect(ORGANISER, uid(index), 90 - index)

  await ask(ADMIN, MEMBER, 1, 'I read what you said about the second site. Coffee before the breakfast?')
  await ask(uid(1), MEMBER, 2, 'Our lift company canteen needs bread. Forty people, every day.')
  await ask(uid(27), MEMBER, 6, '')
  await ask(uid(53), MEMBER, 19, 'I bake too. Let us compare ovens.')
  await ask(MEMBER, uid(30), 3, 'My shelves confuse people. Could you look at the form they order with?')
  await ask(MEMBER, uid(46), 40, 'Your bowls would look right next to our bread.')

  await ask(MEMBER, uid(11), 30, '')
  await run('decline', uid(11), MEMBER, 29)
  await ask(MEMBER, uid(36), 12, '')
  await run('withdraw', MEMBER, uid(36), 11)
  await ask(uid(44), MEMBER, 100, 'Shall we talk about flour?')
  await connect(MEMBER, uid(19), 150)
  await run('remove', MEMBER, uid(19), 20)
  await context.at(context.now - 18 * DAY, () => context.services.blocks.block(MEMBER, uid(38)))

  await seedMeetings(context)
}

function connectionCommands(context: SeedContext) {
  const { connections } = context.services
  const ask = (from: string, to: string, daysAgo: number, note: string) =>
    context.at(context.now - daysAgo * DAY, () => connections.sendRequest(from, { memberId: to, note }))
  const run = (
    name: 'accept' | 'decline' | 'withdraw' | 'remove',
    by: string,
    other: string,
    daysAgo: number,
  ) => context.at(context.now - daysAgo * DAY, () => connections[name](by, connectionIdOf(by, other)))
  return {
    ask,
    run,
    async connect(from: string, to: string, daysAgo: number) {
      await ask(from, to, daysAgo + 1, '')
      await run('accept', to, from, daysAgo)
    },
  }
}

async function seedMeetings({ services, now, at }: SeedContext) {
  const { meetings } = services
  const morning = Math.floor(now / DAY) * DAY + 8 * HOUR
  const propose = async (
    daysAgo: number,
    start: number,
    proposal: Pick<MeetingProposal, 'purpose' | 'kind'>,
  ) => {
    const slot = isoInstant(start)
    const { id } = await at(now - daysAgo * DAY, () =>
      meetings.propose(MEMBER, {
        ...proposal,
        participants: [ORGANISER],
        durationMinutes: 45,
        slots: [slot],
        place: 'The bakery, Rua da Boavista',
        joinUrl: '',
        agenda: [],
      }),
    )
    await at(now - (daysAgo - 1) * DAY, () =>
      meetings.vote(ORGANISER, id, { votes: [{ slot, vote: 'yes' }] }),
    )
    return id
  }
  await propose(3, morning + 4 * DAY, {
    purpose: 'Who buys signs for a bakery chain, and who should buy bread for town halls',
    kind: 'introduction',
  })
  const held = await propose(65, morning - 60 * DAY, {
    purpose: 'What to put above the door of a second bakery',
    kind: 'advice',
  })
  await at(morning - 59 * DAY, async () => {
    await meetings.confirm(MEMBER, held, true)
    await meetings.confirm(ORGANISER, held, true)
    const helped = { from: ORGANISER, to: MEMBER, note: '' }
    await meetings.recordOutcome(MEMBER, held, { ...helped, kind: 'advice' })
    await meetings.recordOutcome(MEMBER, held, { ...helped, kind: 'introduction' })
    const dueOn = isoInstant(now + 5 * DAY).slice(0, 10)
    await meetings.promise(ORGANISER, held, {
      text: 'Send Mara three sketches of the sign',
      to: MEMBER,
      dueOn,
    })
  })
  await services.notes.write(actorOf(MEMBER).id, connectionIdOf(MEMBER, ORGANISER), 0, {
    text: 'Prefers mornings. Ask how the signs in Braga went.',
    getInTouchOn: isoInstant(now).slice(0, 10),
  })
}
