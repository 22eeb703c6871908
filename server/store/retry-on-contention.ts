import { StoreContention } from '#server/store/port.ts'

const TRIES = 4

/** Retries on top of the store's own: for work that a mutex orders in this process, but not across replicas. */
export async function retryOnContention<R>(work: () => Promise<R>): Promise<R> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreContention) || tries === TRIES) throw error
    }
  }
}
