import { Type, type Static } from 'typebox'

import { CONNECTION_LIMITS, CONNECTION_STATES } from '#shared/connection-rules.ts'
import { HiddenSchema } from '#shared/hidden.ts'
import { defineCollection } from '#server/store/port.ts'

const StateSchema = Type.Enum([...CONNECTION_STATES])

/** The last change of state. */
const changeProperties = {
  state: StateSchema,
  changedAt: Type.String(),
  /** Member id. */
  changedBy: Type.String(),
}

/** One per pair of members, in any state. The id is the joined id of the sorted pair. */
const ConnectionDocumentSchema = Type.Object({
  id: Type.String(),
  /** The pair, sorted. */
  members: Type.Array(Type.String(), { minItems: 2, maxItems: 2 }),
  /** Of the last request. */
  requester: Type.String(),
  receiver: Type.String(),
  requestedAt: Type.String(),
  note: Type.String({ maxLength: CONNECTION_LIMITS.requestNote }),
  /** An admin has hidden the note of the request of this instant. */
  hiddenNote: Type.Optional(Type.Object({ ...HiddenSchema.properties, requestedAt: Type.String() })),
  ...changeProperties,
  /** Whether the requester sees an open request, which a decline does not change. Derived from the state, for queries. */
  unanswered: Type.Boolean(),
  /** The state before the last decline, withdrawal or removal, to undo it. */
  before: Type.Optional(Type.Object(changeProperties)),
  /** For each of the two: when they last undid something, until their next command. */
  undos: Type.Optional(Type.Array(Type.Object({ at: Type.String(), by: Type.String() }))),
})
export type ConnectionDocument = Static<typeof ConnectionDocumentSchema>

export const connections = defineCollection({
  name: 'connections',
  schema: ConnectionDocumentSchema,
  indexes: [{ contains: 'members', order: 'changedAt' }],
  feeds: [[]],
  schemaVersion: 4,
  migrate: (document, version) =>
    version === 1 ? fromVersion1(document as Version1) : withoutUndos(document as Version3),
})

/** Versions 2 and 3 stored undos as `takenBack`. They matter for a minute only. */
type Version3 = Omit<ConnectionDocument, 'undos'> & { takenBack?: object }

const withoutUndos = ({ takenBack: _takenBack, ...connection }: Version3): ConnectionDocument => connection

type Version1 = Pick<ConnectionDocument, 'id' | 'members' | 'receiver' | 'changedAt'>

/** Sample data only, under ids by which no pair is found: it stays removed. */
const fromVersion1 = ({ id, members, receiver, changedAt }: Version1): ConnectionDocument => {
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
