import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

import * as m from '#shared/events/messages.ts'
import styles from '#client/modules/attendance/check-in/check-in.module.css'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Notice } from '#client/ui/Notice.tsx'

import { createDuplicateFilter } from './codes.ts'
import { useCamera } from './use-camera.ts'

/** Reads attendees' check-in codes with the camera. */
export function Scanner({ onCode }: { onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const { state, start, stop } = useCamera(video)
  const isOn = state === 'on'
  const { isMissing } = useCodeReader(video, isOn, onCode)
  return (
    <Card
      title={m.scannerTitle()}
      actions={
        // One button for both, so that it keeps the focus.
        <Button
          variant={isOn ? 'secondary' : 'primary'}
          busy={state === 'starting' && m.scannerStarting()}
          onClick={isOn ? stop : start}
        >
          {isOn ? m.scannerStop() : m.scannerStart()}
        </Button>
      }
    >
      {typeof state === 'object' && <Notice tone="warning">{state.error}</Notice>}
      {isOn && isMissing && <Notice tone="warning">{m.scannerMissing()}</Notice>}
      <video
        ref={video}
        className={styles.video}
        aria-label={m.scannerPreview()}
        hidden={!isOn}
        autoPlay
        muted
        playsInline
      />
      {!isOn && <p className={patterns.muted}>{m.scannerHint()}</p>}
    </Card>
  )
}

/** Milliseconds between two frames. */
const FRAME_INTERVAL = 150

const loadDecoder = () => import('./frame-reader.ts')

/** Calls `onCode` once for each code that is shown to the camera. */
function useCodeReader(
  video: RefObject<HTMLVideoElement | null>,
  isOn: boolean,
  onCode: (code: string) => void,
) {
  const [isMissing, setMissing] = useState(false)
  const emit = useEffectEvent(onCode)

  useEffect(() => {
    // Loaded early: there may be no network when the camera is started.
    loadDecoder().catch(() => undefined)
  }, [])

  useEffect(() => {
    if (!isOn) return
    let stopped = false
    let timer: ReturnType<typeof setInterval> | undefined
    const start = async () => {
      const { createFrameReader } = await loadDecoder()
      if (stopped || !video.current) return
      setMissing(false)
      const read = createFrameReader(video.current)
      const { isNew } = createDuplicateFilter(() => performance.now())
      timer = setInterval(() => {
        const code = read()
        if (code !== undefined && isNew(code)) emit(code)
      }, FRAME_INTERVAL)
    }
    start().catch(() => stopped || setMissing(true))
    return () => {
      stopped = true
      clearInterval(timer)
    }
  }, [isOn, video])

  return { isMissing }
}
