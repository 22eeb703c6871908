import type { Plugin } from 'vite'

/** Where React's production build compares with its FALLBACK_THROTTLE_MS, and the same without a wait. */
const THROTTLES = [
  ['globalMostRecentFallbackTime + 300 - now()', 'globalMostRecentFallbackTime - now()'],
  ['300 > now() - globalMostRecentFallbackTime', '0 > now() - globalMostRecentFallbackTime'],
] as const

/**
 * React 19 shows what has loaded 300 ms after the last fallback at the earliest, and has no option for that
 * (https://github.com/facebook/react/issues/31819). Decision 082. Fails the build when React's code has changed.
 */
export function noFallbackThrottle(): Plugin {
  return {
    name: 'no-fallback-throttle',
    apply: 'build',
    transform: {
      filter: { id: /react-dom-client\.production\.js$/ },
      handler(code) {
        return THROTTLES.reduce((result, [throttled, immediate]) => {
          if (!result.includes(throttled)) this.error(`React no longer has: ${throttled}`)
          return result.replace(throttled, immediate)
        }, code)
      },
    },
  }
}
