import { DAY } from '#shared/lib/durations.ts'
import { SAMPLE_MEMBERS } from '#server/demo/community/sample-members.ts'
import { connectionIdOf } from '#server/modules/people/connections/connection-state.ts'
import { isoInstant } from '#server/lib/clock.ts'

import { seedCircleConnections } from './circles.ts'
import { connectionCommands } from './connection-commands.ts'
import { actorOf, type SeedContext } from './context.ts'
import { idOf, INES, MARA, TOMAS } from './people.ts'

/** Distances in the list at which members are connected, so that everyone has mutual connections. */
const STRIDES = [1, 5, 14]

/** Mara's connections, with their age in days. She met Zé at the last breakfast. */
const CONNECTIONS_OF_MARA = {
  'Teresa Vilar': 110,
  'Beatriz Nunes': 101,
  'Catarina Lobo': 92,
  'Jürg Näf': 83,
  'Siobhán O’Brien': 74,
  'Amara Nwosu': 65,
  'Marcus Bell': 56,
  'Abdi Hassan': 47,
  'Karl-Heinz Straßer': 38,
  'Jean-Luc Moreau': 29,
  'Zé Moura': 12,
}

/** Wraps around the list of sample members. */
const uid = (index: number) => SAMPLE_MEMBERS[index % SAMPLE_MEMBERS.length]?.uid ?? INES

/** Seeds connections in every state, with a note. */
export async function seedConnections(context: SeedContext) {
  const { connect, ask, run } = connectionCommands(context)
  const { at, now, services } = context

  await seedCircleConnections(context)
  for (const stride of STRIDES) {
    for (const index of SAMPLE_MEMBERS.keys()) {
      await connect(uid(index), uid(index + stride), 200 - 3 * index - stride)
    }
  }
  await connect(TOMAS, MARA, 120)
  await connect(INES, TOMAS, 240)
  for (const [nth, [name, daysAgo]] of Object.entries(CONNECTIONS_OF_MARA).entries()) {
    await connect(nth % 2 ? MARA : idOf(name), nth % 2 ? idOf(name) : MARA, daysAgo)
  }

  await ask(INES, MARA, 1, 'I read what you said about the second site. Coffee before the breakfast?')
  await ask(idOf('Rui Baptista'), MARA, 2, 'Our lift company canteen needs bread. Forty people, every day.')
  await ask(idOf('Graham Pike'), MARA, 6, '')
  await ask(idOf('Çağla Demir'), MARA, 19, 'I bake too. Let us compare ovens.')
  const form = 'My shelves confuse people. Could you look at the form they order with?'
  await ask(MARA, idOf('Yasmin Haddad'), 3, form)
  await ask(MARA, idOf('Lucía Fernández'), 40, 'Your bowls would look right next to our bread.')

  await ask(MARA, idOf('Bo'), 30, '')
  await run('decline', idOf('Bo'), MARA, 29)
  await ask(MARA, idOf('Isla Mackenzie'), 12, '')
  await run('withdraw', MARA, idOf('Isla Mackenzie'), 11)
  await ask(idOf('נועה ברק'), MARA, 100, 'Shall we talk about flour?')
  await connect(MARA, idOf('Beat Wyss'), 150)
  await run('remove', MARA, idOf('Beat Wyss'), 20)
  await at(now - 18 * DAY, () => services.people.blocks.block(MARA, idOf('Ana Beatriz Souza')))

  await at(now, () =>
    services.people.notes.write(actorOf(MARA).id, connectionIdOf(MARA, TOMAS), 0, {
      text: 'Prefers mornings. Ask how the signs in Braga went.',
      getInTouchOn: isoInstant(now).slice(0, 10),
    }),
  )
}
