import { StoreContention } from '#server/store/port.ts'

const TRIES = 4

/** On top of the store's own tries: for what takes turns here, but not with other replicas. */
export async function retryOnContention<R>(work: () => Promise<R>): Promise<R> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreContention) || tries === TRIES) throw error
    }
  }
}
