/** The part of it that is used; the package brings no types. */
declare module 'autocannon' {
  export default function autocannon(options: {
    url: string
    duration: number
    connections: number
    headers?: Record<string, string>
  }): Promise<{ non2xx: number; errors: number; requests: { average: number } }>
}
