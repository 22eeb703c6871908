import type { protos } from '@google-cloud/firestore-api'
import { Timestamp } from 'firebase-admin/firestore'

import { CHANGED_AT_FIELD } from '#server/store/firestore/reader.ts'

type V1 = typeof protos.google.firestore.v1
type Value = InstanceType<V1['Value']>
export type ListenTarget = protos.google.firestore.v1.ITarget

/** @param path of the collection, from the root of the database */
export function changesSince(database: string, path: string, since: Timestamp): ListenTarget {
  const parts = path.split('/')
  return {
    query: {
      parent: [database, 'documents', ...parts.slice(0, -1)].join('/'),
      structuredQuery: {
        from: [{ collectionId: parts.at(-1)! }],
        where: {
          fieldFilter: {
            field: { fieldPath: CHANGED_AT_FIELD },
            op: 'GREATER_THAN_OR_EQUAL',
            value: { timestampValue: { seconds: since.seconds, nanos: since.nanoseconds } },
          },
        },
      },
    },
  }
}

export const singleDocument = (database: string, path: string): ListenTarget => ({
  documents: { documents: [`${database}/documents/${path}`] },
})

export const timeOf = ({ seconds, nanos }: protos.google.protobuf.ITimestamp) =>
  new Timestamp(Number(seconds), Number(nanos))

/** @param name full name of a document */
export const idOf = (name: string) => name.slice(name.lastIndexOf('/') + 1)

type Fields = Record<string, protos.google.firestore.v1.IValue> | null | undefined

export const fieldsOf = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields ?? {}).map(([key, value]) => [key, valueOf(value as Value)]))

function valueOf(value: Value): unknown {
  switch (value.valueType) {
    case 'nullValue':
      return null
    case 'integerValue':
      return Number(value.integerValue)
    case 'timestampValue':
      return timeOf(value.timestampValue!)
    case 'arrayValue':
      return (value.arrayValue?.values ?? []).map((each) => valueOf(each as Value))
    case 'mapValue':
      return fieldsOf(value.mapValue?.fields)
    case undefined:
      return undefined
    default:
      return value[value.valueType]
  }
}
