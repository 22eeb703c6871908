import { type RefObject, useEffect, useState } from 'react'

import * as m from '#shared/events/messages.ts'

type CameraState = 'off' | 'starting' | 'on' | { error: string }

const CONSTRAINTS: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
}

/** Shows the camera in a `<video>` until it is stopped or unmounted, which also turns the camera light off. */
export function useCamera(video: RefObject<HTMLVideoElement | null>) {
  const [wanted, setWanted] = useState(false)
  const [state, setState] = useState<CameraState>('off')
  useWakeLock(state === 'on')

  useEffect(() => {
    if (!wanted) return
    // The error names of `getUserMedia`; `ended` is ours.
    const fail = (name: string) => {
      setState({ error: m.scannerError({ error: name }) })
      setWanted(false)
    }
    const close = openCamera((stream) => {
      if (video.current) video.current.srcObject = stream
      setState('on')
    }, fail)
    return close
  }, [wanted, video])

  return {
    state,
    start() {
      setState('starting')
      setWanted(true)
    },
    stop() {
      setState('off')
      setWanted(false)
    },
  }
}

/** @returns a function that closes it, even while the browser is still asking for permission */
function openCamera(onStream: (stream: MediaStream) => void, onError: (name: string) => void) {
  let closed = false
  let tracks: MediaStreamTrack[] = []
  const stop = () => {
    for (const track of tracks) track.stop()
  }
  const open = async () => {
    // `mediaDevices` is undefined on pages without TLS.
    const stream = await navigator.mediaDevices.getUserMedia(CONSTRAINTS)
    tracks = stream.getTracks()
    if (closed) return stop()
    // The camera was unplugged, taken over or forbidden in the meantime. Our own stop fires no event.
    for (const track of tracks) track.addEventListener('ended', () => onError('ended'))
    onStream(stream)
  }
  open().catch((error: unknown) => {
    if (!closed) onError(error instanceof Error ? error.name : '')
  })
  return () => {
    closed = true
    stop()
  }
}

/** Keeps the screen on without touches. */
function useWakeLock(isWanted: boolean) {
  useEffect(() => {
    if (!isWanted) return
    let released = false
    let lock: WakeLockSentinel | undefined
    const acquire = async () => {
      if (document.visibilityState === 'hidden') return
      lock = await navigator.wakeLock.request('screen')
      if (released) await lock.release()
    }
    // Refused on a low battery, and missing in some browsers: the screen then turns off as usual.
    const tryToAcquire = () => void acquire().catch(() => undefined)
    tryToAcquire()
    // The browser releases it whenever the page is hidden.
    document.addEventListener('visibilitychange', tryToAcquire)
    return () => {
      released = true
      document.removeEventListener('visibilitychange', tryToAcquire)
      void lock?.release()
    }
  }, [isWanted])
}
