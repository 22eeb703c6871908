import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

import { createSightings } from './sightings.ts'

/** Milliseconds between two looks. */
const EVERY = 150

const decoder = () => import('./frame-reader.ts')

/** Tells of each code that is held before the camera, once. */
export function useCodes(
  video: RefObject<HTMLVideoElement | null>,
  isOn: boolean,
  onCode: (code: string) => void,
) {
  const [isMissing, setMissing] = useState(false)
  const tell = useEffectEvent(onCode)

  useEffect(() => {
    // When the camera is started at the door there may be no network left to download it.
    decoder().catch(() => undefined)
  }, [])

  useEffect(() => {
    if (!isOn) return
    let left = false
    let timer: ReturnType<typeof setInterval> | undefined
    const look = async () => {
      const { createFrameReader } = await decoder()
      if (left || !video.current) return
      setMissing(false)
      const read = createFrameReader(video.current)
      const { isNew } = createSightings(() => performance.now())
      timer = setInterval(() => {
        const code = read()
        if (code !== undefined && isNew(code)) tell(code)
      }, EVERY)
    }
    look().catch(() => left || setMissing(true))
    return () => {
      left = true
      clearInterval(timer)
    }
  }, [isOn, video])

  return { isMissing }
}
