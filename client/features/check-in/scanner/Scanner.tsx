import { useRef } from 'react'

import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import { cameraErrorMessage } from './camera-errors.ts'
import styles from './scanner.module.css'
import { useWakeLock } from './use-wake-lock.ts'
import { useCamera } from './use-camera.ts'
import { useCodes } from './use-codes.ts'

/** Reads attendees' codes with the camera. */
export function Scanner({ onCode }: { onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const { state, start, stop } = useCamera(video)
  const isOn = state === 'on'
  useWakeLock(isOn)
  const { isMissing } = useCodes(video, isOn, onCode)
  return (
    <Card
      title="Scan codes"
      actions={
        // One button, so that the focus stays where it was pressed.
        <Button
          variant={isOn ? 'secondary' : 'primary'}
          busy={state === 'starting' && 'Starting…'}
          onClick={isOn ? stop : start}
        >
          {isOn ? 'Stop the camera' : 'Start the camera'}
        </Button>
      }
    >
      {typeof state === 'object' && <Notice tone="warning">{cameraErrorMessage(state.fault)}</Notice>}
      {isOn && isMissing && (
        <Notice tone="warning">
          What reads the codes could not be downloaded. With a connection, stop the camera and start it again.
          You can go on by name.
        </Notice>
      )}
      <video
        ref={video}
        className={styles.picture}
        aria-label="What the camera sees"
        hidden={!isOn}
        autoPlay
        muted
        playsInline
      />
      {!isOn && <p className={styles.quiet}>Attendees find their code on the page of this event.</p>}
    </Card>
  )
}
