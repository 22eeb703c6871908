import autocannon from 'autocannon'

export interface Target {
  port: number
  path: string
  headers: Record<string, string>
}

const ROUNDS = 3
const SECONDS = 3
const CONNECTIONS = 32

/**
 * The best of some rounds for each target. Targets take turns, so that other load on the machine affects all alike.
 * @throws when any answer is not 2xx: fast refusals would count as speed
 */
export async function requestsPerSecond(targets: readonly Target[]): Promise<number[]> {
  const best = targets.map(() => 0)
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, target] of targets.entries()) {
      const rate = await measure(target, round === 0 ? 1 : SECONDS)
      best[index] = Math.max(best[index] ?? 0, rate)
    }
  }
  return best
}

async function measure({ port, path, headers }: Target, duration: number) {
  const url = `http://127.0.0.1:${port}${path}`
  const result = await autocannon({ url, headers, duration, connections: CONNECTIONS })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} responses were not 2xx`)
  return result.requests.average
}
