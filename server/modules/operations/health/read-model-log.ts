import type { BaseLogger } from 'pino'

interface Deps {
  logger: Pick<BaseLogger, 'info'>
  /** Milliseconds by which each feed is behind the store. */
  feedLags: () => Readonly<Record<string, number>>
  /** Number of entries by kind. */
  counts: () => Promise<Readonly<Record<string, number>>>
}

/** Logs the number of entries, and how far feeds are behind the store. */
export const createReadModelLog =
  ({ logger, feedLags, counts }: Deps) =>
  async (): Promise<void> => {
    const entries = await counts()
    const residentBytes = process.memoryUsage.rss()
    logger.info({ entries, feedLags: feedLags(), residentBytes }, 'read models')
  }
