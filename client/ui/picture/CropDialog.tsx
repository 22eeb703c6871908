import { useEffect, useId, useRef, useState } from 'react'

import { Button } from '#client/ui/Button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import { partOf } from './crop.ts'
import styles from './CropDialog.module.css'
import { drawPart, encodePicture, type PictureLimits } from './encode.ts'
import { useCrop } from './use-crop.ts'

interface Props {
  picture: ImageBitmap
  limits: PictureLimits
  round: boolean
  onClose: () => void
  /** Takes the finished picture; the dialog waits, and stays for another try when it fails. */
  onDone: (picture: Blob) => Promise<void>
  explain: (error: unknown) => string
}

/** Chooses the part of a picture that is shown, and makes a small new file of it. */
export function CropDialog({ picture, limits, round, onClose, onDone, explain }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { crop, aspect, most, zoomTo, props } = useCrop(picture, limits, canvas)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const ids = { help: useId(), zoom: useId() }
  const percent = Math.round(crop.zoom * 100)

  useEffect(() => {
    if (canvas.current) drawPart(canvas.current, picture, partOf(picture, aspect, crop))
  }, [picture, aspect, crop])

  async function finish() {
    setBusy(true)
    setFailure(undefined)
    try {
      await onDone(await encodePicture(picture, partOf(picture, aspect, crop), limits))
    } catch (error) {
      setFailure(explain(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Choose what to show"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={busy && 'Uploading…'} onClick={() => void finish()}>
            Use this part
          </Button>
        </>
      }
    >
      <div
        {...props}
        // Arrow keys would otherwise be taken by a screen reader for reading.
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="Part of the picture"
        aria-describedby={ids.help}
        className={classNames(styles.frame, round && styles.round)}
        style={{ aspectRatio: aspect, maxInlineSize: `${55 * aspect}dvh` }}
      >
        <canvas
          ref={canvas}
          className={styles.canvas}
          width={Math.min(limits.width, 640)}
          height={Math.min(limits.width, 640) / aspect}
        />
      </div>
      <div className={styles.zoom}>
        <label htmlFor={ids.zoom}>Zoom</label>
        <input
          id={ids.zoom}
          type="range"
          min={100}
          max={Math.round(most * 100)}
          step={5}
          value={percent}
          aria-valuetext={`${percent} %`}
          onChange={(event) => zoomTo(() => Number(event.target.value) / 100)}
        />
      </div>
      <p id={ids.help} className={styles.help}>
        Drag the picture, and zoom with the wheel or two fingers. By keyboard: the arrow keys move, + and −
        zoom.
      </p>
      {failure && <Notice tone="danger">{failure}</Notice>}
    </Dialog>
  )
}
