import { expect, test, vi } from 'vitest'

import { watchForPauses } from './pauses.ts'

test('a pause is noticed once, by a request before the next beat or by the beat', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  try {
    const onPause = vi.fn<() => void>()
    const now = vi.spyOn(performance, 'now').mockReturnValue(0)
    const beforeAnswer = watchForPauses(2_000, onPause)
    now.mockReturnValue(1_900)
    beforeAnswer()
    expect(onPause).not.toHaveBeenCalled()
    now.mockReturnValue(4_000)
    beforeAnswer()
    beforeAnswer()
    expect(onPause).toHaveBeenCalledTimes(1)
    now.mockReturnValue(9_000)
    vi.advanceTimersByTime(500)
    expect(onPause).toHaveBeenCalledTimes(2)
  } finally {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})
