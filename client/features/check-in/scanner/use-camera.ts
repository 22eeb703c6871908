import { type RefObject, useEffect, useState } from 'react'

export type CameraState = 'off' | 'starting' | 'on' | { fault: string }

const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
}

/** Shows the camera in a `<video>` until it is told to stop, or the screen is left: then its light goes out too. */
export function useCamera(video: RefObject<HTMLVideoElement | null>) {
  const [wanted, setWanted] = useState(false)
  const [state, setState] = useState<CameraState>('off')

  useEffect(() => {
    if (!wanted) return
    const fail = (fault: string) => {
      setState({ fault })
      setWanted(false)
    }
    const leave = openCamera((stream) => {
      if (video.current) video.current.srcObject = stream
      setState('on')
    }, fail)
    return leave
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

/** @returns how to leave; the person may still be asked for permission by then */
function openCamera(onStream: (stream: MediaStream) => void, onFault: (name: string) => void) {
  let left = false
  let tracks: MediaStreamTrack[] = []
  const stop = () => {
    for (const track of tracks) track.stop()
  }
  const open = async () => {
    // Browsers hide it from pages without TLS.
    const stream = await navigator.mediaDevices.getUserMedia(WANTED)
    tracks = stream.getTracks()
    if (left) return stop()
    // Pulled out, taken over or forbidden meanwhile; our own stop is silent.
    for (const track of tracks) track.addEventListener('ended', () => onFault('Ended'))
    onStream(stream)
  }
  open().catch((error: unknown) => {
    if (!left) onFault(error instanceof Error ? error.name : '')
  })
  return () => {
    left = true
    stop()
  }
}
