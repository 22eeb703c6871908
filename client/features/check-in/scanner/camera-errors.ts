/** By the name of what `getUserMedia` throws; `Ended` is ours. */
const FAULTS: Readonly<Record<string, string>> = {
  NotAllowedError:
    'This page may not use the camera. Allow it in the browser’s settings for this site, then try again.',
  NotFoundError: 'No camera was found.',
  OverconstrainedError: 'No camera was found.',
  NotReadableError: 'The camera is in use by something else. Close that, then try again.',
  AbortError: 'The camera is in use by something else. Close that, then try again.',
  Ended: 'The camera was switched off.',
}

/** Why there is no picture, and that there is another way. */
export const cameraErrorMessage = (name: string) =>
  `${FAULTS[name] ?? 'The camera could not be started.'} You can go on by name.`
