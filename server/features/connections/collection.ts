import { Type, type Static } from 'typebox'

import { CONNECTION_LIMITS, CONNECTION_STATES } from '#shared/connection-rules.ts'
import { defineCollection } from '#server/store/port.ts'

const StateSchema = Type.Enum([...CONNECTION_STATES])

/** How it came to be as it is. */
const changeProperties = {
  state: StateSchema,
  /** When it came into its state. */
  changedAt: Type.String(),
  /** Who brought it there. */
  changedBy: Type.String(),
}

/** One per pair of members, whatever has become of it. Its id is the joined id of the sorted pair. */
const ConnectionDocumentSchema = Type.Object({
  id: Type.String(),
  /** The pair, sorted. */
  members: Type.Array(Type.String(), { minItems: 2, maxItems: 2 }),
  /** Who asked last, and whom. */
  requester: Type.String(),
  receiver: Type.String(),
  requestedAt: Type.String(),
  note: Type.String({ maxLength: CONNECTION_LIMITS.requestNote }),
  ...changeProperties,
  /** Whether the requester waits, who is not told of a decline. Follows from the state; there to be found by. */
  unanswered: Type.Boolean(),
  /** What the last decline, withdrawal or removal put an end to, to be taken back. */
  before: Type.Optional(Type.Object(changeProperties)),
  /** Of each of the two: when they last took something back, unless they have done something since. */
  takenBack: Type.Optional(Type.Array(Type.Object({ at: Type.String(), by: Type.String() }))),
})
export type ConnectionDocument = Static<typeof ConnectionDocumentSchema>

export const connections = defineCollection({
  name: 'connections',
  schema: ConnectionDocumentSchema,
  indexes: [
    { equal: ['state'], contains: 'members', order: 'changedAt' },
    { equal: ['receiver', 'state'], order: 'requestedAt' },
    { equal: ['requester', 'unanswered'], order: 'requestedAt' },
    { contains: 'members', order: 'changedAt' },
  ],
  schemaVersion: 3,
  migrate: (document, version) =>
    version === 1 ? fromSampleData(document as FirstShape) : fromSecondShape(document as SecondShape),
})

/** Before each of the two had a memory of their own, which lasts a minute. */
type SecondShape = Omit<ConnectionDocument, 'takenBack'> & { takenBack?: object }

const fromSecondShape = ({ takenBack: _takenBack, ...connection }: SecondShape): ConnectionDocument =>
  connection

type FirstShape = Pick<ConnectionDocument, 'id' | 'members' | 'receiver' | 'changedAt'>

/**
 * Before anyone could ask, only sample data was here, under made-up ids. A pair is found by its joined id alone,
 * so these are not brought back to life.
 */
const fromSampleData = ({ id, members, receiver, changedAt }: FirstShape): ConnectionDocument => {
  const requester = members.find((member) => member !== receiver) ?? receiver
  return {
    id,
    members,
    requester,
    receiver,
    requestedAt: changedAt,
    note: '',
    state: 'removed',
    changedAt,
    changedBy: requester,
    unanswered: false,
  }
}
