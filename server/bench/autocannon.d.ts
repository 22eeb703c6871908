/** Declares only the parts that are used here; the package has no types. */
declare module 'autocannon' {
  export default function autocannon(options: {
    url: string
    duration: number
    connections: number
    /** Called for each connection. */
    setupClient?: (client: {
      /** The connection sends them in turn. */
      setRequests: (requests: readonly { path: string; headers: Record<string, string> }[]) => void
    }) => void
    headers?: Record<string, string>
  }): Promise<{
    non2xx: number
    errors: number
    requests: { average: number; total: number }
    latency: { p50: number; p99: number }
  }>
}
