/** Differences in the metrics of all servers together between two scrapes. */
export interface Usage {
  /** Percentages of one core. */
  processor: number
  residentBytes: number
  /** Milliseconds: the 99th percentile of the event loop delay, of the slowest server. */
  eventLoopDelay: number
  /** Requests that were shed. */
  shed: number
  /** Transactions per second, and the average duration of one in milliseconds. */
  transactions: number
  transactionTime: number
}

/** @returns a function that reports the differences since its previous call */
export async function createScraper(metricsPorts: readonly number[]): Promise<() => Promise<Usage>> {
  let before = await scrape(metricsPorts)
  return async () => {
    const now = await scrape(metricsPorts)
    const since = (name: string, labels?: string) => now.sum(name, labels) - before.sum(name, labels)
    const seconds = (now.at - before.at) / 1_000
    const store = 'guildhall_store_operation_duration_seconds'
    const transactions = since(`${store}_count`, 'operation="transact"')
    const usage = {
      processor: Math.round((since('process_cpu_seconds_total') / seconds) * 100),
      residentBytes: now.sum('process_resident_memory_bytes'),
      // Each scrape starts a new measurement.
      eventLoopDelay: Math.round(Math.max(...now.valuesOf('nodejs_eventloop_lag_p99_seconds')) * 1_000),
      shed: since('guildhall_http_requests_total', 'status="503"'),
      transactions: Math.round(transactions / seconds),
      transactionTime:
        Math.round((since(`${store}_sum`, 'operation="transact"') / transactions) * 10_000) / 10,
    }
    before = now
    return usage
  }
}

async function scrape(ports: readonly number[]) {
  const texts = await Promise.all(
    ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
  )
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line && !line.startsWith('#'))
  /** The values of all series of the name that have the label. */
  const valuesOf = (name: string, label = '') =>
    lines
      .filter((line) => /^\w+/.exec(line)?.[0] === name && line.includes(label))
      .map((line) => Number(line.split(' ').at(-1)))
  return {
    at: performance.now(),
    valuesOf,
    sum: (name: string, label?: string) => valuesOf(name, label).reduce((sum, value) => sum + value, 0),
  }
}
