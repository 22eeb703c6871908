import { type DragEvent, type ReactNode, Suspense, useId, useState } from 'react'

import * as m from '#shared/lib/messages.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { explainProblem } from '#client/lib/explain-problem.ts'
import { classNames } from '#client/ui/class-names.ts'
import { FieldError } from '#client/ui/form/Field.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import type { PictureLimits } from './encode.ts'
import { PictureButtons, type PictureKind } from './PictureButtons.tsx'
import { PictureError } from './picture-error.ts'
import styles from './PictureField.module.css'

const CropDialog = lazyPart(() => import('./CropDialog.tsx'), 'CropDialog')

interface Props {
  label: string
  kind: PictureKind
  name: string
  hint?: ReactNode
  error?: string | undefined
  /** Limits of the result. Width and height also set the aspect ratio. */
  limits: PictureLimits
  /** URL of the current picture, or empty. */
  url: string
  /** Shown while there is no picture. */
  placeholder?: ReactNode
  /** Whether to crop to a circle. */
  round?: boolean
  /** Receives the result, a small WebP. If it throws, the error is shown and the dialog stays open. */
  onPick: (picture: Blob) => Promise<void>
  onRemove: () => void
}

/** Picks or drops an image, crops it, and reduces it in the browser. */
export function PictureField({ label, kind, name, hint, error, limits, round = false, ...props }: Props) {
  const { picture, busy, failure, open, close } = usePictureFile()
  const { dropping, drop } = useDrop((file) => void open(file))
  const ids = { hint: useId(), error: useId() }
  const message = failure ?? error
  return (
    <fieldset className={classNames(styles.field, dropping && styles.dropping)} {...drop}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.content}>
        <Preview url={props.url} limits={limits} round={round} placeholder={props.placeholder} />
        <div className={styles.controls}>
          <PictureButtons
            kind={kind}
            name={name}
            hasPicture={props.url !== ''}
            busy={busy}
            invalid={message !== undefined}
            describedBy={message ? `${ids.hint} ${ids.error}` : ids.hint}
            onFile={(file) => void open(file)}
            onRemove={props.onRemove}
          />
          <p id={ids.hint} className={patterns.small}>
            {hint ?? (
              <>
                <span className={styles.dropHint}>{m.pictureDrop()} </span>
                {m.pictureHint({ kind })}
              </>
            )}
          </p>
          <div aria-live="polite">{message && <FieldError id={ids.error}>{message}</FieldError>}</div>
        </div>
      </div>
      {picture && (
        <Suspense>
          <CropDialog
            kind={kind}
            picture={picture}
            limits={limits}
            round={round}
            onClose={close}
            onDone={(cropped) => props.onPick(cropped).then(close)}
            messageOf={messageOf}
          />
        </Suspense>
      )}
    </fieldset>
  )
}

type PreviewProps = Pick<Props, 'url' | 'limits' | 'round' | 'placeholder'>

function Preview({ url, limits: { width, height }, round, placeholder }: PreviewProps) {
  if (!url && placeholder) return placeholder
  return (
    <div
      className={classNames(styles.preview, round && styles.round)}
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      {url && <img src={url} alt="" width={width} height={height} />}
    </div>
  )
}

/** The decoder is downloaded with the first file. */
function usePictureFile() {
  const [picture, setPicture] = useState<ImageBitmap>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function open(file: File) {
    setBusy(true)
    setFailure(undefined)
    try {
      const { readPicture } = await import('./read-picture.ts')
      setPicture(await readPicture(file))
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  function close() {
    picture?.close()
    setPicture(undefined)
  }

  return { picture, busy, failure, open, close }
}

function useDrop(onFile: (file: File) => void) {
  const [dropping, setDropping] = useState(false)
  const drop = {
    onDragOver(event: DragEvent) {
      event.preventDefault()
      setDropping(true)
    },
    onDragLeave: () => setDropping(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setDropping(false)
      const [file] = event.dataTransfer.files
      if (file) onFile(file)
    },
  }
  return { dropping, drop }
}

function messageOf(error: unknown) {
  if (error instanceof PictureError) return error.message
  return explainProblem(error).message ?? m.pictureFailed()
}
