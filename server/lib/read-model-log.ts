import type { BaseLogger } from 'pino'

interface Deps {
  logger: Pick<BaseLogger, 'info'>
  /** Milliseconds by which each feed is behind the store. */
  feedLags: () => Readonly<Record<string, number>>
  /** Entries in memory, by read model. */
  counts: () => Promise<Readonly<Record<string, number>>>
}

/** Logs what is in memory, and how far it is behind the store. */
export const createReadModelLog =
  ({ logger, feedLags, counts }: Deps) =>
  async (): Promise<void> => {
    const entries = await counts()
    const residentBytes = process.memoryUsage.rss()
    logger.info({ entries, feedLags: feedLags(), residentBytes }, 'read models')
  }
