import { createRequire } from 'node:module'
import { FirestoreClient, type protos } from '@google-cloud/firestore-api'

type ClientOptions = NonNullable<ConstructorParameters<typeof FirestoreClient>[0]>
export type ListenMessage = protos.google.firestore.v1.IListenResponse
type ListenRequest = Pick<protos.google.firestore.v1.IListenRequest, 'addTarget' | 'removeTarget'>

/** A call of Firestore's method `Listen`, which serves any number of targets. */
export interface ListenCall {
  send(request: ListenRequest): void
  /** Drops the call with its connection. */
  end(): void
}

export interface ListenHandlers {
  onMessage(message: ListenMessage): void
  /** May be called more than once, and after `end`. */
  onEnd(error: unknown): void
}

export type Listen = (handlers: ListenHandlers) => ListenCall

/**
 * Makes each call with a client, and so a connection, of its own: on a connection that has died unnoticed, the next
 * call would hang too.
 * @param database its full name
 */
export function createListen(database: string): Listen {
  // The client of `firebase-admin` reads the same variable.
  const emulator = process.env['FIRESTORE_EMULATOR_HOST']
  const options = emulator === undefined ? {} : optionsOf(emulator)
  const headers = {
    'google-cloud-resource-prefix': database,
    ...(emulator !== undefined && { authorization: 'Bearer owner' }),
  }
  return ({ onMessage, onEnd }) => {
    const client = new FirestoreClient(options)
    // Without credentials, `listen` itself would leave a rejection that nobody handles.
    const opened = client.initialize().then(() => {
      const stream = client.listen({ otherArgs: { headers } })
      return stream
        .on('data', onMessage)
        .on('error', onEnd)
        .on('end', () => onEnd(undefined))
    })
    opened.catch(onEnd)
    return {
      send: (request) =>
        void opened.then(
          (stream) => stream.write({ database, ...request }),
          () => {},
        ),
      end: () =>
        void opened
          .then((stream) => stream.cancel())
          .then(() => client.close())
          .catch(() => {}),
    }
  }
}

function optionsOf(emulator: string) {
  const { hostname, port } = new URL(`tcp://${emulator}`)
  // Credentials of another copy of gRPC than the client's would be refused.
  const requireBesideClient = createRequire(
    createRequire(import.meta.url).resolve('@google-cloud/firestore-api'),
  )
  const { grpc } = requireBesideClient('google-gax') as {
    grpc: { credentials: { createInsecure(): NonNullable<ClientOptions['sslCreds']> } }
  }
  return { servicePath: hostname, port: Number(port), sslCreds: grpc.credentials.createInsecure() }
}
