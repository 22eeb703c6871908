/** What changed in the metrics of servers between two scrapes: all of them together. */
export interface Usage {
  /** Shares of one core, in per cent. */
  processor: number
  residentBytes: number
  /** Milliseconds: the slowest of a hundred turns of the event loop, of the slowest server. */
  eventLoopDelay: number
  /** Requests refused for lack of time. */
  shed: number
  /** Transactions a second, and milliseconds that one took on average. */
  transactions: number
  transactionTime: number
}

/** @returns scrapes: what has been since the call before */
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
      // Measured anew from each scrape on.
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
  /** Of all series of the name that have the label. */
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
