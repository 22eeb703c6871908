import type { Plugin } from 'vite'

/** React's comparisons with its FALLBACK_THROTTLE_MS in the production build, and replacements without the delay. */
const THROTTLES = [
  ['globalMostRecentFallbackTime + 300 - now()', 'globalMostRecentFallbackTime - now()'],
  ['300 > now() - globalMostRecentFallbackTime', '0 > now() - globalMostRecentFallbackTime'],
] as const

/**
 * React 19 reveals loaded content 300 ms after the last fallback at the earliest, without an option to change that
 * (https://github.com/facebook/react/issues/31819). With the delay, members' content comes 0.2 to 0.4 s later on a slow
 * line. Fails the build when React's code has changed.
 */
export function noFallbackThrottle(): Plugin {
  return {
    name: 'no-fallback-throttle',
    apply: 'build',
    transform: {
      filter: { id: /react-dom-client\.production\.js$/ },
      handler(code) {
        const replaced = THROTTLES.reduce((result, [throttled, immediate]) => {
          if (!result.includes(throttled)) this.error(`React no longer has: ${throttled}`)
          return result.replace(throttled, immediate)
        }, code)
        return { code: replaced, map: null }
      },
    },
  }
}
