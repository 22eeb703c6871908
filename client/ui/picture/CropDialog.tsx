import { useEffect, useId, useRef, useState } from 'react'

import * as m from '#shared/lib/messages.ts'
import { formatPercent } from '#shared/lib/language/numbers.ts'
import { Button } from '#client/ui/Button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { cropRect } from './crop.ts'
import styles from './CropDialog.module.css'
import { drawCropped, encodePicture, type PictureLimits } from './encode.ts'
import type { PictureKind } from './PictureButtons.tsx'
import { useCrop } from './use-crop.ts'

interface Props {
  kind: PictureKind
  picture: ImageBitmap
  limits: PictureLimits
  round: boolean
  onClose: () => void
  /** Receives the cropped picture. If it fails, the dialog stays open for another attempt. */
  onDone: (picture: Blob) => Promise<void>
  messageOf: (error: unknown) => string
}

/** Crops a picture, and encodes the result within the limits. */
export function CropDialog({ kind, picture, limits, round, onClose, onDone, messageOf }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { crop, aspect, maxZoom, zoomTo, props } = useCrop(picture, limits, canvas)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const ids = { help: useId(), zoom: useId() }
  const percent = Math.round(crop.zoom * 100)

  useEffect(() => {
    if (canvas.current) drawCropped(canvas.current, picture, cropRect(picture, aspect, crop), limits)
  }, [picture, aspect, crop, limits])

  async function finish() {
    setBusy(true)
    setFailure(undefined)
    try {
      await onDone(await encodePicture(picture, cropRect(picture, aspect, crop), limits))
    } catch (error) {
      setFailure(messageOf(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={m.pictureCrop({ kind })}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {m.cancel()}
          </Button>
          <Button busy={busy && m.pictureUploading()} onClick={() => void finish()}>
            {m.pictureSave({ kind })}
          </Button>
        </>
      }
    >
      <div
        {...props}
        // Without this role, screen readers would use the arrow keys for reading.
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={m.pictureArea()}
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
        <label htmlFor={ids.zoom}>{m.pictureZoom()}</label>
        <input
          id={ids.zoom}
          type="range"
          min={100}
          max={Math.round(maxZoom * 100)}
          step={5}
          value={percent}
          aria-valuetext={formatPercent(percent / 100)}
          onChange={(event) => zoomTo(() => Number(event.target.value) / 100)}
        />
      </div>
      <p id={ids.help} className={patterns.small}>
        {m.pictureHelp()}
      </p>
      {failure && <Notice tone="danger">{failure}</Notice>}
    </Dialog>
  )
}
