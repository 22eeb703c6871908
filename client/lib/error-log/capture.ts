import { errorOf, timeOf } from './events.ts'
import type { Recorder } from './recorder.ts'

/**
 * Hears what nobody caught, and takes over what boot.ts heard before.
 * @returns how to stop listening
 */
export function captureErrors(record: Recorder) {
  for (const event of globalThis.earlyErrors?.take() ?? []) {
    record(errorOf(event), { type: 'boot' }, timeOf(event))
  }
  const hear = (event: Event) => record(errorOf(event), { type: event.type })
  addEventListener('error', hear)
  addEventListener('unhandledrejection', hear)
  return () => {
    removeEventListener('error', hear)
    removeEventListener('unhandledrejection', hear)
  }
}
