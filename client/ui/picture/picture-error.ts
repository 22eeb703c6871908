/** Its message is shown to the user. */
export class PictureError extends Error {
  override name = 'PictureError'
}
